import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { databaseError, type Fault } from '../pg-errors.ts';
import {
  type CopyFormat,
  dateParsers,
  lateStatement,
  type Parsers,
  parsers,
  type Row,
  type Transaction,
} from './engine.ts';
import type { StatementNames } from './statement-names.ts';

const typesWith = (own: Parsers) => ({
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    own[oid] ?? pg.types.getTypeParser(oid, format ?? 'text'),
});
const arrayTypes = typesWith(parsers);
export const objectTypes = typesWith(dateParsers);

/** A server that froze in the middle of it must not hold its locks, and the base with them, until it wakes up. */
export const beginning = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '20s'`;

export type Client = Pick<pg.ClientBase, 'query'>;

/** What the driver's types leave out of a client that sends statements without waiting for answers. */
export interface PipelinedClient {
  pipeline: boolean;
  readonly connection: { readonly stream: Pick<Writable, 'cork' | 'uncork'> };
}

export async function failing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw databaseError(error as Fault);
  }
}

/** Runs one statement; `names`: those of statements whose plans its connection keeps. */
export async function run<R extends pg.QueryResultRow | unknown[]>(
  client: Client,
  query: { readonly text: string; readonly values: unknown[]; readonly rowMode?: 'array' },
  types: pg.CustomTypesConfig,
  names: StatementNames | null,
): Promise<pg.QueryResult<R>> {
  const name = names?.of(query.text, query.values);
  try {
    return (await client.query({ ...query, types, ...(name && { name }) })) as unknown as pg.QueryResult<R>;
  } catch (error) {
    names?.heard(query.text, error as Error);
    throw databaseError(error as Fault);
  }
}

export async function rowsOf(
  client: Client,
  text: string,
  params: readonly unknown[],
  names: StatementNames | null = null,
): Promise<readonly Row[]> {
  const query = { text, values: [...params], rowMode: 'array' as const };
  const { rows } = await run<unknown[]>(client, query, arrayTypes, names);
  return rows;
}

/** What changes a table of a base that is there. */
const changesTable = /^(ALTER TABLE|CREATE INDEX|DROP TABLE|TRUNCATE) .*\bbas[0-9a-z]{21}\./s;
/**
 * On Citus it waits for as long as the base is being moved, and the move waits for what this transaction has written: Citus
 * sees no deadlock in that. Whoever reads and writes waits behind it, so that it gives up soon.
 */
const notWhileMoved = `SET LOCAL lock_timeout = '2s'`;

/**
 * Statements of one transaction, each written without waiting for the answers before it: the server answers in order.
 * What nobody waits for is held back and goes out in one write with the next statement, and so does all that is asked in
 * one turn: half of what a small statement costs here is its write.
 */
export class ClientSql implements Transaction {
  readonly #client: pg.PoolClient;
  readonly #driver: PipelinedClient;
  readonly #names: StatementNames | null;
  readonly #isOnCitus: boolean;
  /** Ends with the first fault of the statements that were sent, once all of them are answered. */
  #sent: Promise<unknown> = Promise.resolve();
  /** The answer to the newest statement: all others came before it. */
  #newest: Promise<unknown> = Promise.resolve();
  #isHeld = false;
  #isEnded = false;

  constructor(client: pg.PoolClient, begin: string, names: StatementNames | null, isOnCitus: boolean) {
    this.#client = client;
    this.#isOnCitus = isOnCitus;
    this.#names = names;
    this.#driver = client as unknown as PipelinedClient;
    this.#driver.pipeline = true;
    this.#hold(() => failing(client.query(begin)));
  }

  query(text: string, params: readonly unknown[] = []): Promise<readonly Row[]> {
    if (this.#isOnCitus && changesTable.test(text))
      this.#hold(() => failing(this.#client.query(notWhileMoved)));
    return this.#ask(() => rowsOf(this.#client, text, params, this.#names));
  }

  send(text: string, params: readonly unknown[], heard?: (rows: readonly Row[]) => void): void {
    this.#hold(() => rowsOf(this.#client, text, params, this.#names).then(heard));
  }

  async copyIn(target: string, bytes: Uint8Array<ArrayBuffer>, format: CopyFormat = 'text'): Promise<void> {
    await this.#alone(async () => {
      const stream = this.#client.query(copyFrom(`COPY ${target} FROM STDIN WITH (FORMAT ${format})`));
      const done = finished(stream);
      stream.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      await done;
    });
  }

  async copyOut(select: string): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    await this.#alone(async () => {
      const stream = this.#client.query(copyTo(`COPY (${select}) TO STDOUT`));
      for await (const chunk of stream) chunks.push(chunk as Buffer);
    });
    // A Buffer may be a slice of Node's pool, which cannot be transferred.
    return new Uint8Array(Buffer.concat(chunks));
  }

  async exec(text: string): Promise<void> {
    await this.#ask(() => failing(this.#client.query(text)));
  }

  /** Goes out with what is held back; where a statement before it failed, the server rolls back instead. */
  async commit(): Promise<void> {
    const ended = this.#ask(() => failing(this.#client.query('COMMIT')));
    this.#isEnded = true;
    await ended;
    await this.#sent;
  }

  /** Answers the fault of the first statement that was sent and failed; `error` where none did. */
  async rollback(error: unknown): Promise<unknown> {
    this.#isEnded = true;
    const ended = this.#client.query('ROLLBACK');
    this.#release();
    const fault = await this.#sent.then(
      () => error,
      (first: unknown) => first,
    );
    await ended;
    return fault;
  }

  /** Gives the connection back to whoever does not pipeline. */
  end(): void {
    this.#driver.pipeline = false;
  }

  #hold(submit: () => Promise<unknown>): void {
    this.#cork();
    const answered = submit();
    this.#sent = this.#sent.then(() => answered);
    this.#heard(answered);
    // Heard with the next statement, or where the transaction ends.
    this.#sent.catch(() => {});
  }

  async #ask<T>(submit: () => Promise<T>): Promise<T> {
    this.#cork();
    const answered = submit();
    this.#heard(answered);
    queueMicrotask(() => this.#release());
    try {
      return await answered;
    } catch (error) {
      // After a fault the server refuses every other statement: the first fault is the cause.
      await this.#sent;
      throw error;
    }
  }

  #heard(answered: Promise<unknown>): void {
    this.#newest = answered.catch(() => {});
  }

  #cork(): void {
    if (this.#isEnded) throw lateStatement();
    if (!this.#isHeld) this.#driver.connection.stream.cork();
    this.#isHeld = true;
  }

  #release(): void {
    if (this.#isHeld) this.#driver.connection.stream.uncork();
    this.#isHeld = false;
  }

  /** COPY cannot be pipelined. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#isEnded) throw lateStatement();
    this.#release();
    await this.#newest;
    await this.#sent;
    this.#driver.pipeline = false;
    try {
      await failing(work());
    } finally {
      this.#driver.pipeline = true;
    }
  }
}
