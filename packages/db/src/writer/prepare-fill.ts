import { anyFieldType, takesLinkNames } from '@weft/core';
import { type Action, type Change, planAction } from '@weft/history';
import { must } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { type TableLayout, withColumns } from '../schema/layout.ts';
import { type OpenBase, readBase } from '../schema/read-base.ts';
import { addColumns } from '../schema/schema-changes.ts';
import { isLarge } from './convert-field.ts';
import {
  type Fill,
  fillChunk,
  fillOf,
  fillRecords,
  firstPlace,
  type RecordPlace,
  staleRecords,
} from './fill-field.ts';
import { stateOf } from './working-state.ts';

type FieldChange = Change & { readonly kind: 'field' };

/** Records filled per transaction, during which writers of the base wait; embedded, readers wait too. */
const chunkSizes: { readonly [K in Engine['kind']]: number } = { postgres: 2_000, embedded: 500 };

/** Catching up with the log ends once a round finds no more records than this, or after so many rounds. */
const fewRecords = 100;
const maxRounds = 50;

/** Whether a new field holds something in the records that are there. Others wait for nothing: they join a group. */
export function mayFill(action: Action): boolean {
  if (action.type === 'CONVERT_FIELD_TYPE') return takesLinkNames(action.input.type);
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
): Promise<void> {
  const taken = await engine.query(`SELECT 1 FROM ${schema}._log WHERE action_id = $1`, [action.id]);
  if (taken.length > 0) return;
  const filling = new Filling(engine, schema);
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

class Filling {
  readonly #engine: Engine;
  readonly #schema: string;
  /** The base as last read under the lock, and the log's seq then. */
  #base: OpenBase | null = null;
  #seq = 0;

  constructor(engine: Engine, schema: string) {
    this.#engine = engine;
    this.#schema = schema;
  }

  /** Makes the hidden column, unless an earlier attempt has; null where there is nothing to fill ahead. */
  begin(action: Action, now: string): Promise<Fill | null> {
    return this.#locked(async (tx, base) => {
      const planned = planAction(stateOf(base, now), action);
      const change = planned.ok ? planned.value.find((one) => fillOf(one) !== null) : undefined;
      if (change?.kind !== 'field' || change.after === null) return null;
      const table = must(base.layout.tables.get(change.tableId), 'the table of a field');
      const { columnType } = sqlFieldType(change.after.type);
      if (columnType === null || !(await isLarge(tx, table))) return null;
      if (table.columns.has(change.fieldId)) return isHalfFilled(table, change) ? fillOf(change) : null;
      const placed = withColumns(table, [change.after]);
      await addColumns(tx, table, placed);
      const { id, type, template } = change.after;
      await tx.query(
        `INSERT INTO ${this.#schema}._fields (id, table_id, name, type, template, ord, part, place, deleted_at, shadow_of)
         VALUES ($1, $2, '', $3, $4::jsonb, 0, $5, $6, now(), $1)`,
        [
          ...[id, change.tableId, type, JSON.stringify(template)],
          ...[must(placed.columns.get(id)).part, placed.columns.size - 1],
        ],
      );
      await this.#bump(tx);
      return fillOf(change);
    });
  }

  async run(fill: Fill): Promise<void> {
    const begun = this.#seq;
    const count = chunkSizes[this.#engine.kind];
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

  /** Fills the records that the log makes stale since, until few are left; returns the seq reached, null: all are stale. */
  async #catchUp(fill: Fill, begun: number, count: number): Promise<number | null> {
    let at = begun;
    for (let round = 0; round < maxRounds; round++) {
      const [row] = await this.#engine.query(`SELECT seq FROM ${this.#schema}._base`);
      const end = row?.[0] as number;
      const from = at;
      const ids = await this.#whileHidden(fill, (tx, base) => staleRecords(tx, base, fill, from, end));
      if (ids === null) return null;
      for (let i = 0; i < ids.length; i += count)
        await this.#whileHidden(fill, async (tx, base) => {
          await fillRecords(tx, base, fill, ids.slice(i, i + count));
          return null;
        });
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
