import { anyFieldType, type Field, isLinkField, isLinkKind, takesLinkNames } from '@weft/core';
import { type Action, type Change, planAction } from '@weft/history';
import { deepEqual, must } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { linkPlace, type TableLayout, withColumns } from '../schema/layout.ts';
import { type OpenBase, readBase } from '../schema/read-base.ts';
import { addColumns } from '../schema/schema-changes.ts';
import { isLarge, shadowTaken } from './convert-field.ts';
import { areManyLinks, copyNextLinks, endNextStale, firstPair, type LinkPair } from './copy-links.ts';
import {
  type Fill,
  fillChunk,
  fillOf,
  fillRecords,
  firstPlace,
  linksCopyOf,
  linksFillOf,
  type RecordPlace,
  staleRecords,
} from './fill-field.ts';
import {
  type FindRecords,
  type LinksFill,
  type NamesOfRecord,
  namesInChunk,
  namesNotLinked,
  namesOfRecords,
  recordsToLinkAnew,
  resolveNames,
  writeLinked,
} from './fill-links.ts';
import { dropsText } from './show-links.ts';
import { stateOf } from './working-state.ts';

type FieldChange = Change & { readonly kind: 'field' };

/** Records filled per transaction, during which writers of the base wait; embedded, readers wait too. */
const chunkSizes: { readonly [K in Engine['kind']]: number } = { postgres: 2_000, embedded: 500 };

/** Links that are copied in the transaction that shows their field. */
const fewLinks = 1_000;

/** Records linked per transaction: each link is a row of its own, with two indexes. */
const linkedAtOnce: { readonly [K in Engine['kind']]: number } = { postgres: 1_000, embedded: 500 };

/** Catching up with the log ends once a round finds no more records than this, or after so many rounds. */
const fewRecords = 100;
const maxRounds = 50;

/** Names looked for in one go through the linked table, and characters of them: some MB. */
const namesAtOnce = 50_000;
const charactersAtOnce = 4_000_000;

/** Whether a new field holds something in the records that are there. Others wait for nothing: they join a group. */
export function mayFill(action: Action): boolean {
  if (action.type === 'CONVERT_FIELD_TYPE')
    return takesLinkNames(action.input.type) || isLinkKind(action.input.type);
  if (action.type !== 'CREATE_FIELD') return false;
  const { field, copyOf } = action.input;
  return copyOf !== undefined || anyFieldType(field.type).kept?.counts === true;
}

/**
 * Fills a new field of a large table ahead, in a hidden column and in short transactions between which others read and
 * write; the action itself then only shows it. A process that dies leaves a column that nobody sees.
 */
export async function prepareFill(
  engine: Engine,
  schema: string,
  action: Action,
  now: string,
  find: FindRecords,
): Promise<void> {
  const taken = await engine.query(`SELECT 1 FROM ${schema}._log WHERE action_id = $1`, [action.id]);
  if (taken.length > 0) return;
  const filling = new Filling(engine, schema, find);
  const fill = await filling.begin(action, now);
  if (fill !== null) await filling.run(fill);
}

/** Whether an earlier attempt, here or in another process, has not filled the field to its end: what it filled stays. */
function isHalfFilled(table: TableLayout, { fieldId, after }: FieldChange): boolean {
  const shadow = table.shadows.get(fieldId);
  return (
    shadow?.fieldId === fieldId && shadow.asOf === null && table.columns.get(fieldId)?.type === after?.type
  );
}

/**
 * Both fields of a relation: the links lie under the one whose id is smaller, and go with a record of either table. Null:
 * another kind of field.
 */
function sidesOf(change: FieldChange, planned: readonly Change[]): readonly FieldChange[] | null {
  if (!isLinkField(change.after ?? undefined)) return null;
  return planned.filter(
    (one) => one.kind === 'field' && one.after !== null && isLinkField(one.after),
  ) as FieldChange[];
}

class Filling {
  readonly #engine: Engine;
  readonly #schema: string;
  /** Looks through a table in steps, between which others read and write. */
  readonly #find: FindRecords;
  /** The base as last read under the lock, and the log's seq then. */
  #base: OpenBase | null = null;
  #seq = 0;
  /** Whether an earlier attempt has filled some of it, from what may have changed since. */
  #resumed = false;
  /** Whether the texts go when the links are shown. */
  #dropsText = false;

  constructor(engine: Engine, schema: string, find: FindRecords) {
    this.#engine = engine;
    this.#schema = schema;
    this.#find = find;
  }

  /** Makes the hidden column, unless an earlier attempt has; null where there is nothing to fill ahead. */
  begin(action: Action, now: string): Promise<Fill | null> {
    return this.#locked(async (tx, base) => {
      const planned = planAction(stateOf(base, now), action);
      const change = planned.ok ? planned.value.find((one) => fillOf(one) !== null) : undefined;
      if (change?.kind !== 'field' || change.after === null) return null;
      const table = must(base.layout.tables.get(change.tableId), 'the table of a field');
      const sides = sidesOf(change, planned.ok ? planned.value : []);
      if (sides === null && sqlFieldType(change.after.type).columnType === null) return null;
      const tables = [change, ...(sides ?? [])].map(({ tableId }) => tableId);
      const copied = table.columns.get(change.copyOf ?? '')?.link;
      const isMuch =
        sides !== null && copied !== undefined
          ? await areManyLinks(tx, copied, fewLinks)
          : await this.#anyLarge(tx, base, tables);
      if (!isMuch) return null;
      const known = table.columns.get(change.fieldId);
      // An earlier attempt that was to link to another table.
      if (sides !== null && known && !deepEqual(known.link, linkPlace(this.#schema, change.after).link))
        throw shadowTaken();
      this.#resumed = known !== undefined;
      this.#dropsText = planned.ok && dropsText(planned.value, { source: change.copyOf ?? '' });
      if (known !== undefined) return isHalfFilled(table, change) ? fillOf(change) : null;
      for (const { tableId, after } of sides ?? [change])
        if (after !== null) await this.#hide(tx, base, tableId, after);
      await this.#bump(tx);
      return fillOf(change);
    });
  }

  async #anyLarge(tx: Sql, { layout }: OpenBase, tableIds: readonly string[]): Promise<boolean> {
    for (const id of tableIds) if (await isLarge(tx, must(layout.tables.get(id), 'a table'))) return true;
    return false;
  }

  /** Makes a field that nobody sees. */
  async #hide(tx: Sql, base: OpenBase, tableId: string, field: Field): Promise<void> {
    const table = must(base.layout.tables.get(tableId), 'the table of a field');
    const placed = withColumns(table, [field]);
    await addColumns(tx, table, placed);
    const { id, type, template } = field;
    await tx.query(
      `INSERT INTO ${this.#schema}._fields (id, table_id, name, type, template, ord, part, place, deleted_at, shadow_of)
       VALUES ($1, $2, '', $3, $4::jsonb, 0, $5, $6, now(), $1)`,
      [
        ...[id, tableId, type, JSON.stringify(template)],
        ...[must(placed.columns.get(id)).part, placed.columns.size - 1],
      ],
    );
    base.layout.tables.set(tableId, placed);
  }

  async run(fill: Fill): Promise<void> {
    const begun = this.#seq;
    const isLinked = this.#linksOf(fill) !== null;
    const count = (isLinked ? linkedAtOnce : chunkSizes)[this.#engine.kind];
    if (isLinked) await this.#linkAll(fill, count);
    else if (linksCopyOf(must(this.#base, 'the base that is being filled'), fill) !== null)
      await this.#copyLinks(fill, count);
    else
      for (let at: RecordPlace | null = firstPlace; at !== null; ) {
        const from: RecordPlace = at;
        at = await this.#whileHidden(fill, (tx, base) => fillChunk(tx, base, fill, from, count));
      }
    const upTo = await this.#catchUp(fill, begun, count);
    if (upTo === null) return;
    await this.#whileHidden(fill, async (tx) => {
      await tx.query(`UPDATE ${this.#schema}._fields SET as_of_seq = $2, beside = id WHERE id = $1`, [
        fill.fieldId,
        upTo,
      ]);
      await this.#bump(tx);
      return null;
    });
  }

  #linksOf(fill: Fill): LinksFill | null {
    return linksFillOf(must(this.#base, 'the base that is being filled'), fill);
  }

  async #copyLinks(fill: Fill, count: number): Promise<void> {
    for (const step of this.#resumed ? [endNextStale, copyNextLinks] : [copyNextLinks])
      for (let at: LinkPair | null = firstPair; at !== null; ) {
        const from: LinkPair = at;
        at = await this.#whileHidden(fill, async (tx, base) => {
          const copy = linksCopyOf(base, fill);
          return copy && step(tx, copy, from, count);
        });
      }
  }

  /** Links all records to those that their texts name. */
  async #linkAll(fill: Fill, count: number): Promise<void> {
    let waiting: NamesOfRecord[] = [];
    let names = 0;
    let characters = 0;
    for (let at: string | null = ''; at !== null; ) {
      const links = this.#linksOf(fill);
      if (links === null) return;
      const { rows, next }: Awaited<ReturnType<typeof namesInChunk>> = await namesInChunk(
        this.#engine,
        links,
        at,
      );
      for (const row of rows) {
        if (row.names.length === 0 && !this.#resumed) continue;
        waiting.push(row);
        // A row without names takes memory too.
        names += Math.max(1, row.names.length);
        for (const name of row.names) characters += name.length;
      }
      at = next;
      if (at !== null && names < namesAtOnce && characters < charactersAtOnce) continue;
      await this.#link(fill, waiting, count);
      waiting = [];
      names = 0;
      characters = 0;
    }
  }

  /** Looks for the names without holding the base: whoever is renamed meanwhile is in the log. */
  async #link(fill: Fill, rows: readonly NamesOfRecord[], count: number): Promise<void> {
    const links = this.#linksOf(fill);
    if (links === null) return;
    const { rows: linked, unlinked } = await resolveNames(this.#find, must(this.#base), links, rows);
    if (unlinked !== null && this.#dropsText) throw namesNotLinked(unlinked);
    for (let i = 0; i < linked.length; i += count)
      await this.#whileHidden(fill, async (tx, base) => {
        await writeLinked(tx, base, links, linked.slice(i, i + count));
        return null;
      });
  }

  /** The records to be filled again for what the log tells of entries after `from`, up to `to`; null: all. */
  #stale(fill: Fill, from: number, to: number): Promise<readonly string[] | null> {
    const links = this.#linksOf(fill);
    if (links === null) return this.#whileHidden(fill, (tx, base) => staleRecords(tx, base, fill, from, to));
    return recordsToLinkAnew(this.#engine, must(this.#base), links, { from, to });
  }

  async #refill(fill: Fill, ids: readonly string[], count: number): Promise<void> {
    for (let i = 0; i < ids.length; i += count) {
      const some = ids.slice(i, i + count);
      const links = this.#linksOf(fill);
      if (links !== null) await this.#link(fill, await namesOfRecords(this.#engine, links, some), count);
      else
        await this.#whileHidden(fill, async (tx, base) => {
          await fillRecords(tx, base, fill, some);
          return null;
        });
    }
  }

  /** Fills the records that the log makes stale since, until few are left; returns the seq reached, null: all are stale. */
  async #catchUp(fill: Fill, begun: number, count: number): Promise<number | null> {
    let at = begun;
    for (let round = 0; round < maxRounds; round++) {
      const [row] = await this.#engine.query(`SELECT seq FROM ${this.#schema}._base`);
      const end = row?.[0] as number;
      const ids = await this.#stale(fill, at, end);
      if (ids === null) return null;
      await this.#refill(fill, ids, count);
      at = end;
      if (ids.length <= fewRecords) break;
    }
    return at;
  }

  /** Null when the field, its table or what it copies is gone. */
  #whileHidden<T>(fill: Fill, work: (tx: Sql, base: OpenBase) => Promise<T | null>): Promise<T | null> {
    return this.#locked(async (tx, base) => {
      const table = base.layout.tables.get(fill.tableId);
      const source = fill.source === null ? undefined : table?.columns.get(fill.source);
      const hidden = table?.shadows.get(fill.fieldId)?.fieldId === fill.fieldId;
      return hidden && (fill.source === null || source !== undefined) ? work(tx, base) : null;
    });
  }

  #locked<T>(work: (tx: Sql, base: OpenBase) => Promise<T | null>): Promise<T | null> {
    return this.#engine.transaction(async (tx) => {
      // Nobody sees these cells before the field is shown, and that commit flushes all before it to the disk.
      await tx.query('SET LOCAL synchronous_commit = off');
      const [row] = await tx.query(`SELECT seq, meta_version FROM ${this.#schema}._base FOR UPDATE`);
      const [seq, metaVersion] = must(row, 'the row of a base') as readonly [number, number];
      if (this.#base?.metaVersion !== metaVersion) this.#base = await readBase(tx, this.#schema);
      this.#seq = seq;
      return work(tx, this.#base);
    });
  }

  #bump(tx: Sql): Promise<unknown> {
    return tx.query(`UPDATE ${this.#schema}._base SET meta_version = meta_version + 1`);
  }
}
