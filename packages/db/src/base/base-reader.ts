import { JoinedReads } from '@weft/std';
import type { Engine, Scanner } from '../engine/engine.ts';
import type { Queries } from '../query/scan.ts';
import { type OpenBase, readBase } from '../schema/read-base.ts';
import type { BaseWriter } from '../writer/base-writer.ts';
import { headStatement, toHead, withHead } from './with-head.ts';

interface Opened {
  readonly base: OpenBase;
  readonly seq: number;
}

/** Reads of a base by its cached metadata. */
export class BaseReader {
  readonly #engine: Engine;
  readonly #schema: string;
  readonly #writer: BaseWriter;
  #read: OpenBase | null = null;
  readonly #opening = new JoinedReads<Opened>();

  constructor(engine: Engine, schema: string, writer: BaseWriter) {
    this.#engine = engine;
    this.#schema = schema;
    this.#writer = writer;
  }

  /**
   * Reads by the cached metadata, with the head, which tells whether it was stale. Where it is, or where the read fails, the
   * read is repeated with fresh metadata.
   */
  async read<T>(
    reader: Scanner,
    read: (sql: Queries, base: OpenBase) => Promise<T>,
  ): Promise<{ readonly found: T; readonly seq: number }> {
    const known = this.#read;
    if (known !== null) {
      const { sql, head } = withHead(reader, this.#schema);
      const guess = await read(sql, known).then(
        (found) => ({ found }),
        () => null,
      );
      const now = head();
      const isCurrent = now?.metaVersion === known.metaVersion && now.namesVersion === known.namesVersion;
      if (guess !== null && isCurrent) {
        await this.#writer.tail.upTo(now.seq);
        return { found: guess.found, seq: now.seq };
      }
    }
    const { base, seq } = await this.open();
    return { found: await read(reader, base), seq };
  }

  /** The metadata as it is now; read again only when its version moved. */
  open(): Promise<Opened> {
    return this.#opening.read('', () => this.#open());
  }

  async #open(): Promise<Opened> {
    const { seq, metaVersion, namesVersion } = toHead(await this.#engine.query(headStatement(this.#schema)));
    await this.#writer.tail.upTo(seq);
    const known =
      [this.#read, this.#writer.base].find((one) => one?.metaVersion === metaVersion) ??
      (await readBase(this.#engine, this.#schema));
    const base = known.namesVersion === namesVersion ? known : { ...known, namesVersion };
    this.#read = base;
    return { base, seq };
  }
}
