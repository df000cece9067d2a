import { type Action, type Change, type FieldTypeChange, planAction, planStep } from '@weft/history';
import { deepEqual, must } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';
import type { CellRow } from '../records/write.ts';
import { type OpenBase, readBase } from '../schema/read-base.ts';
import {
  ensureShadow,
  invalidateShadowsBeside,
  isLarge,
  isOfOtherKind,
  layoutOf,
  type StaleChunk,
  shadowTaken,
  shadowValidUpTo,
  staleCellsInChunk,
  staleCellsOfRecords,
  visibleColumn,
  writeShadowCells,
} from './convert-field.ts';
import { changedRecords } from './log.ts';
import type { StepJob } from './step-targets.ts';
import { conversionsOfStep } from './steps.ts';
import { stateOf } from './working-state.ts';

type Conversion = Action & { readonly type: 'CONVERT_FIELD_TYPE' };

/**
 * Records converted per transaction, during which writers of the base wait. The embedded database has a single
 * connection: there readers wait too.
 */
const chunkSizes: { readonly [K in Engine['kind']]: number } = { postgres: 2_000, embedded: 500 };

/** Log entries read at a time. */
const entriesAtOnce = 500;
/** Catching up with the log ends once a round converts no more records than this, or after so many rounds. */
const fewRecords = 100;
const maxRounds = 50;

/** Plans the conversion in the base's present state; null when it is refused or changes nothing there. */
type Find = (base: OpenBase) => FieldTypeChange | null;

const isConversion = (change: Change | null): change is FieldTypeChange => change?.kind === 'field-type';

/** Prepares the conversion of an action. */
export async function prepareAction(
  engine: Engine,
  schema: string,
  action: Conversion,
  now: string,
): Promise<void> {
  const taken = await engine.query(`SELECT 1 FROM ${schema}._log WHERE action_id = $1`, [action.id]);
  if (taken.length > 0) return;
  await prepare(engine, schema, (base) => {
    const planned = planAction(stateOf(base, now), action);
    const change = planned.ok ? (planned.value.find(isConversion) ?? null) : null;
    if (change !== null && isOfOtherKind(base, change)) throw shadowTaken();
    return change;
  });
}

/** Prepares the conversions of a person's next undo or redo, or of the undo of one entry. */
export async function prepareStep(
  engine: Engine,
  schema: string,
  step: Pick<StepJob, 'userId' | 'direction' | 'entryId'>,
  now: string,
): Promise<void> {
  for (const conversion of await conversionsOfStep(engine, schema, step))
    await prepare(engine, schema, (base) => {
      const { change } = planStep(conversion, stateOf(base, now), []);
      return isConversion(change) && !isOfOtherKind(base, change) ? change : null;
    });
}

/** The base under the lock, and the conversion planned in it. */
interface Found {
  readonly base: OpenBase;
  readonly change: FieldTypeChange;
}

/**
 * Fills the shadow column of a large table ahead of the conversion, in short transactions between which others read and
 * write; the conversion itself then only swaps two columns. First all cells, unless the shadow is valid up to some log
 * entry; then those of the records the log names since. The conversion checks what is left over; a process that dies
 * leaves a hidden column marked stale.
 */
async function prepare(engine: Engine, schema: string, find: Find): Promise<void> {
  const preparing = new Preparing(engine, schema, find);
  if (await preparing.begin()) await preparing.run();
}

class Preparing {
  readonly #engine: Engine;
  readonly #schema: string;
  readonly #find: Find;
  readonly #chunk: number;
  /** The base as last read under the lock, and the log's seq then. */
  #base: OpenBase | null = null;
  #seq = 0;
  /** The conversion being prepared, and the column it converts from. */
  #started: (Found & { readonly beside: string }) | null = null;

  constructor(engine: Engine, schema: string, find: Find) {
    this.#engine = engine;
    this.#schema = schema;
    this.#find = find;
    this.#chunk = chunkSizes[engine.kind];
  }

  /** Creates the shadow column; false where there is nothing to prepare. */
  async begin(): Promise<boolean> {
    const begun = await this.#locked(async (tx, { base, change }) => {
      if (!(await isLarge(tx, layoutOf(base, change)))) return false;
      await ensureShadow(tx, base, change);
      if (shadowValidUpTo(base, change) === null) {
        await invalidateShadowsBeside(tx, base, change);
        await this.#bump(tx);
      }
      this.#started = { base, change, beside: visibleColumn(base, change) };
      return true;
    });
    return begun === true;
  }

  get #begun() {
    return must(this.#started, 'what is being prepared');
  }

  async run(): Promise<void> {
    const { base, change, beside } = this.#begun;
    const known = shadowValidUpTo(base, change);
    const begun = this.#seq;
    const validUpTo = known ?? ((await this.#convertAll()) ? begun : null);
    if (validUpTo === null) return;
    const upTo = await this.#catchUp(validUpTo);
    if (upTo === known) return;
    await this.#whileUnchanged(async (tx) => {
      await tx.query(`UPDATE ${this.#schema}._fields SET as_of_seq = $2, beside = $3 WHERE id = $1`, [
        change.shadowId,
        upTo,
        beside,
      ]);
      await this.#bump(tx);
    });
  }

  /** False when the conversion itself was changed meanwhile. */
  async #convertAll(): Promise<boolean> {
    const { base, change } = this.#begun;
    for (let at: string | null = ''; at !== null; ) {
      const { stale, next }: StaleChunk = await staleCellsInChunk(
        this.#engine,
        base,
        change,
        at,
        this.#chunk,
      );
      if (!(await this.#write(stale))) return false;
      at = next;
    }
    return true;
  }

  /** Converts the records named by the log after `validUpTo` until few are left; returns the seq reached. */
  async #catchUp(validUpTo: number): Promise<number> {
    let at = validUpTo;
    for (let round = 0; round < maxRounds; round++) {
      const [row] = await this.#engine.query(`SELECT seq FROM ${this.#schema}._base`);
      const end = row?.[0] as number;
      let converted = 0;
      while (at < end) {
        const to = Math.min(at + entriesAtOnce, end);
        const ids = await changedRecords(this.#engine, this.#schema, this.#begun.change, at, to);
        if (!(await this.#convertRecords(ids))) return at;
        converted += ids.length;
        at = to;
      }
      if (converted <= fewRecords) break;
    }
    return at;
  }

  /** False when the conversion itself was changed meanwhile. */
  async #convertRecords(ids: readonly string[]): Promise<boolean> {
    const { base, change } = this.#begun;
    for (let at = 0; at < ids.length; at += this.#chunk) {
      const chunk = ids.slice(at, at + this.#chunk);
      if (!(await this.#write(await staleCellsOfRecords(this.#engine, base, change, chunk)))) return false;
    }
    return true;
  }

  /** Skips records edited since they were read: the log names them, so the catch-up converts them. */
  async #write(cells: readonly CellRow[]): Promise<boolean> {
    if (cells.length === 0) return true;
    const read = this.#seq;
    const done = await this.#whileUnchanged(async (tx, { base, change }) => {
      const edited = new Set(
        this.#seq === read ? [] : await changedRecords(tx, this.#schema, change, read, this.#seq),
      );
      await writeShadowCells(
        tx,
        base,
        change,
        cells.filter(({ id }) => !edited.has(id)),
      );
      return true;
    });
    return done === true;
  }

  /** Runs under the base's lock; null when the conversion is no longer the one that was begun. */
  #whileUnchanged<T>(work: (tx: Sql, found: Found) => Promise<T>): Promise<T | null> {
    return this.#locked(async (tx, found) => {
      const { change, beside } = this.#begun;
      const same = deepEqual(found.change, change) && visibleColumn(found.base, change) === beside;
      return same ? work(tx, found) : null;
    });
  }

  /** Runs under the base's lock with its metadata read again; null when there is nothing to convert. */
  #locked<T>(work: (tx: Sql, found: Found) => Promise<T>): Promise<T | null> {
    return this.#engine.transaction(async (tx) => {
      // No client sees these cells before the conversion commits, and that commit flushes all before it to the disk.
      await tx.query('SET LOCAL synchronous_commit = off');
      const [row] = await tx.query(`SELECT seq, meta_version FROM ${this.#schema}._base FOR UPDATE`);
      const [seq, metaVersion] = must(row, 'the row of a base') as readonly [number, number];
      if (this.#base?.metaVersion !== metaVersion) this.#base = await readBase(tx, this.#schema);
      this.#seq = seq;
      const base = this.#base;
      const change = this.#find(base);
      return change === null ? null : work(tx, { base, change });
    });
  }

  #bump(tx: Sql): Promise<unknown> {
    return tx.query(`UPDATE ${this.#schema}._base SET meta_version = meta_version + 1`);
  }
}
