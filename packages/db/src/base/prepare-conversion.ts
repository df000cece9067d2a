import { type Action, type Change, type FieldTypeChange, planAction, planStep } from '@weft/history';
import { deepEqual, must } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';
import type { CellRow } from '../records/write.ts';
import { changedRecords } from '../writer/log.ts';
import { conversionsOfStep } from '../writer/steps.ts';
import { WorkingState } from '../writer/working-state.ts';
import {
  beginAnew,
  ensureShadow,
  isLarge,
  isOfOtherKind,
  layoutOf,
  type NextRecords,
  rightUpTo,
  shadowTaken,
  shownColumn,
  writeHidden,
  wrongOfNamed,
  wrongOfNext,
} from './convert-field.ts';
import { type OpenBase, readBase } from './read-base.ts';

type Conversion = Action & { readonly type: 'CONVERT_FIELD_TYPE' };

/**
 * Records converted at a time, while the writers of the base wait. The embedded database has a single connection, so
 * that all wait, also those who read.
 */
const chunkSizes: { readonly [K in Engine['kind']]: number } = { postgres: 2_000, embedded: 500 };

/** Entries of the log looked through at a time. */
const entriesAtOnce = 500;
/** While more records than these were converted late, still more may have changed meanwhile; but not for ever. */
const fewRecords = 100;
const mostRounds = 50;

const stateOf = (base: OpenBase, now: string): WorkingState =>
  new WorkingState({
    metadata: base.metadata,
    deleted: base.deleted,
    records: new Map(),
    deletedRecords: new Map(),
    positions: new Map(),
    now,
  });

/** Finds the conversion in the base as it is; null when it is refused or void there. */
type Find = (base: OpenBase) => FieldTypeChange | null;

const isConversion = (change: Change | null): change is FieldTypeChange => change?.kind === 'field-type';

/** Prepares what an action will convert. */
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

/** Prepares what a person's next step back or forward will convert. */
export async function prepareStep(
  engine: Engine,
  schema: string,
  step: { readonly userId: string; readonly direction: 'undo' | 'redo' },
  now: string,
): Promise<void> {
  for (const conversion of await conversionsOfStep(engine, schema, step))
    await prepare(engine, schema, (base) => {
      const { change } = planStep(conversion, stateOf(base, now));
      return isConversion(change) && !isOfOtherKind(base, change) ? change : null;
    });
}

/** The base as a conversion finds it. */
interface Found {
  readonly base: OpenBase;
  readonly change: FieldTypeChange;
}

/**
 * Converts the cells of a large table before the conversion itself, out of sight and in short transactions, so that it
 * has no more to do than to exchange two columns: others read and write in between. First all cells, unless those out
 * of sight are right up to some entry of the log; then those that the log names since. Whatever happens on the way,
 * the conversion itself looks at what is left; a process that dies leaves a column nobody sees, which is not trusted.
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
  /** As last read under the lock, and where the log ended then. */
  #base: OpenBase | null = null;
  #seq = 0;
  /** What is being prepared, and the column whose cells it starts from. */
  #started: (Found & { readonly beside: string }) | null = null;

  constructor(engine: Engine, schema: string, find: Find) {
    this.#engine = engine;
    this.#schema = schema;
    this.#find = find;
    this.#chunk = chunkSizes[engine.kind];
  }

  /** Whether there is anything to prepare: makes the column for it. */
  async begin(): Promise<boolean> {
    const begun = await this.#locked(async (tx, { base, change }) => {
      if (!(await isLarge(tx, layoutOf(base, change)))) return false;
      await ensureShadow(tx, base, change);
      if (rightUpTo(base, change) === null) {
        await beginAnew(tx, base, change);
        await this.#bump(tx);
      }
      this.#started = { base, change, beside: shownColumn(base, change) };
      return true;
    });
    return begun === true;
  }

  get #begun() {
    return must(this.#started, 'what is being prepared');
  }

  async run(): Promise<void> {
    const { base, change, beside } = this.#begun;
    const known = rightUpTo(base, change);
    const begun = this.#seq;
    const right = known ?? ((await this.#convertAll()) ? begun : null);
    if (right === null) return;
    const upTo = await this.#follow(right);
    if (upTo === known) return;
    await this.#same(async (tx) => {
      await tx.query(`UPDATE ${this.#schema}._fields SET as_of_seq = $2, beside = $3 WHERE id = $1`, [
        change.shadowId,
        upTo,
        beside,
      ]);
      await this.#bump(tx);
    });
  }

  /** False when what is converted has changed on the way. */
  async #convertAll(): Promise<boolean> {
    const { base, change } = this.#begun;
    for (let at: string | null = ''; at !== null; ) {
      const { wrong, next }: NextRecords = await wrongOfNext(this.#engine, base, change, at, this.#chunk);
      if (!(await this.#write(wrong))) return false;
      at = next;
    }
    return true;
  }

  /** Converts what the log names after `right`, until it hardly grows; the answer is the entry up to which it did. */
  async #follow(right: number): Promise<number> {
    let at = right;
    for (let round = 0; round < mostRounds; round++) {
      const [row] = await this.#engine.query(`SELECT seq FROM ${this.#schema}._base`);
      const end = row?.[0] as number;
      let converted = 0;
      while (at < end) {
        const to = Math.min(at + entriesAtOnce, end);
        const ids = await changedRecords(this.#engine, this.#schema, this.#begun.change, at, to);
        if (!(await this.#convertNamed(ids))) return at;
        converted += ids.length;
        at = to;
      }
      if (converted <= fewRecords) break;
    }
    return at;
  }

  /** False when what is converted has changed on the way. */
  async #convertNamed(ids: readonly string[]): Promise<boolean> {
    const { base, change } = this.#begun;
    for (let at = 0; at < ids.length; at += this.#chunk) {
      const chunk = ids.slice(at, at + this.#chunk);
      if (!(await this.#write(await wrongOfNamed(this.#engine, base, change, chunk)))) return false;
    }
    return true;
  }

  /** Leaves out what was edited between its reading and this: the log names it, so that it is converted later. */
  async #write(cells: readonly CellRow[]): Promise<boolean> {
    if (cells.length === 0) return true;
    const read = this.#seq;
    const done = await this.#same(async (tx, { base, change }) => {
      const edited = new Set(
        this.#seq === read ? [] : await changedRecords(tx, this.#schema, change, read, this.#seq),
      );
      await writeHidden(
        tx,
        base,
        change,
        cells.filter(({ id }) => !edited.has(id)),
      );
      return true;
    });
    return done === true;
  }

  /** Under the base's lock, as long as the conversion is the one that was begun; null when it is not. */
  #same<T>(work: (tx: Sql, found: Found) => Promise<T>): Promise<T | null> {
    return this.#locked(async (tx, found) => {
      const { change, beside } = this.#begun;
      const same = deepEqual(found.change, change) && shownColumn(found.base, change) === beside;
      return same ? work(tx, found) : null;
    });
  }

  /** Under the base's lock, with the metadata as it is then; null when there is nothing to convert. */
  #locked<T>(work: (tx: Sql, found: Found) => Promise<T>): Promise<T | null> {
    return this.#engine.transaction(async (tx) => {
      // Nobody is told of these cells before the conversion itself, whose commit brings all before it to the disk.
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
