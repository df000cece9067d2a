import type { BaseRecord } from '@weft/core';
import type { Change } from '@weft/history';
import { partName, type TableLayout } from '../base/layout.ts';
import type { Sql } from '../engine/engine.ts';
import { fragment } from '../fields/sql-field-type.ts';
import { selectList, toRecord } from '../records/read.ts';
import { type Milestones, type PlacedRow, readMilestones } from './milestones.ts';
import { type OrderedIds, readOrderedIds } from './ordered-ids.ts';
import { type ReadyQuery, whereOf } from './read-query.ts';
import { statement } from './statement.ts';

/** Bytes of ordered ids kept per base; the least recently used go first. */
const mostBytes = 96 * 1024 * 1024;

interface Kept {
  readonly ids: Promise<OrderedIds>;
  readonly tableId: string;
  /** The table's change count the list is true for. */
  readonly at: number;
}

export interface Window {
  readonly records: readonly BaseRecord[];
  readonly total: number;
}

/** Rows by number, in constant time at any start: along milestones in the table's own order, else from a list of ids. */
export class Windows {
  readonly #sql: Sql;
  readonly #milestones = new Map<string, Promise<Milestones>>();
  readonly #settled = new Map<string, Milestones>();
  readonly #lists = new Map<string, Kept>();
  /** How often each table's rows have changed since this process opened the base. */
  readonly #changes = new Map<string, number>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async read(ready: ReadyQuery, start: number, count: number): Promise<Window> {
    return ready.plain ? this.#along(ready, start, count) : this.#listed(ready, start, count);
  }

  /** Takes note of committed changes. */
  changed(changes: readonly Change[]): void {
    for (const [tableId, of] of Map.groupBy(changes, (change) => change.tableId)) {
      this.#changes.set(tableId, (this.#changes.get(tableId) ?? 0) + 1);
      const records = of.filter((change) => change.kind === 'record');
      if (records.length === 0) continue;
      const rows = (side: 'before' | 'after'): PlacedRow[] =>
        records.flatMap((change) => {
          const shape = change[side];
          return shape === null ? [] : [{ position: shape.position, id: change.recordId }];
        });
      const settled = this.#settled.get(tableId);
      // One still being read is read again, this change included.
      settled?.deleted(rows('before'));
      settled?.inserted(rows('after'));
    }
  }

  /** Forgets everything of a table: it was filled from outside the log. */
  forget(tableId: string): void {
    this.#milestones.delete(tableId);
    this.#settled.delete(tableId);
    this.#changes.set(tableId, (this.#changes.get(tableId) ?? 0) + 1);
  }

  async #along(ready: ReadyQuery, start: number, count: number): Promise<Window> {
    const milestones = await this.#milestonesOf(ready);
    const { after, skip } = milestones.find(start);
    const { text, params } = statement({
      // The rows to pass are passed along the index alone; whole rows are read only for those shown.
      text: `SELECT ${selectList(ready.places)} FROM ${ready.from}
             WHERE t.id IN (SELECT id FROM (
               SELECT id, row_number() OVER (ORDER BY position, id) AS n FROM (
                 SELECT t.id, t.position FROM ${partName(ready.layout)} t
                 WHERE (t.position, t.id) > (?::bigint, ?) ORDER BY t.position, t.id LIMIT ?) AS near
             ) AS numbered WHERE n > ?) ORDER BY t.position, t.id`,
      values: [after.position, after.id, skip + count, skip],
    });
    const rows = await this.#sql.query(text, params);
    return { records: rows.map((row) => toRecord(row, ready.places)), total: milestones.total };
  }

  #milestonesOf(ready: ReadyQuery): Promise<Milestones> {
    const { id } = ready.layout;
    const known = this.#milestones.get(id);
    if (known !== undefined) return known;
    const reading = this.#readSteady(ready.layout).catch((error: unknown) => {
      this.#milestones.delete(id);
      throw error;
    });
    this.#milestones.set(id, reading);
    return reading;
  }

  /**
   * Reads until no change of the table fell into the reading: what was counted is then what stands.
   * Under steady writing the third reading is taken as it is; its counts may be off by the rows of that moment.
   */
  async #readSteady(table: TableLayout): Promise<Milestones> {
    for (let tries = 1; ; tries++) {
      const before = this.#changes.get(table.id);
      const milestones = await readMilestones(this.#sql, table);
      if (this.#changes.get(table.id) !== before && tries < 3) continue;
      this.#settled.set(table.id, milestones);
      return milestones;
    }
  }

  async #listed(ready: ReadyQuery, start: number, count: number): Promise<Window> {
    const ids = await this.#listOf(ready);
    const wanted = ids.slice(start, count);
    if (wanted.length === 0) return { records: [], total: ids.length };
    const where = whereOf({ ...ready, where: null }, fragment('t.id = ANY(?::text[])', wanted));
    const { text, params } = statement({
      text: `SELECT ${selectList(ready.places)} FROM ${ready.from}${where.text}`,
      values: where.values,
    });
    const rows = await this.#sql.query(text, params);
    const byId = new Map(rows.map((row) => [row[0] as string, row]));
    const records = wanted.flatMap((id) => {
      const row = byId.get(id);
      return row === undefined ? [] : [toRecord(row, ready.places)];
    });
    return { records, total: ids.length };
  }

  #listOf(ready: ReadyQuery): Promise<OrderedIds> {
    const tableId = ready.layout.id;
    const at = this.#changes.get(tableId) ?? 0;
    const kept = this.#lists.get(ready.identity);
    this.#lists.delete(ready.identity);
    if (kept !== undefined && kept.at === at) {
      this.#lists.set(ready.identity, kept);
      return kept.ids;
    }
    const ids = readOrderedIds(this.#sql, ready);
    this.#lists.set(ready.identity, { ids, tableId, at });
    void ids.then(
      () => this.#trim(),
      () => this.#lists.delete(ready.identity),
    );
    return ids;
  }

  async #trim(): Promise<void> {
    let bytes = 0;
    for (const [identity, kept] of [...this.#lists].toReversed()) {
      const ids = await kept.ids.catch(() => null);
      bytes += ids?.bytes ?? 0;
      if (bytes > mostBytes) this.#lists.delete(identity);
    }
  }
}
