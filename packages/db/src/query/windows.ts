import type { BaseRecord } from '@weft/core';
import type { Change } from '@weft/history';
import { fragment } from '../fields/sql-field-type.ts';
import { recordReader, selectList } from '../records/read.ts';
import { partName, type TableLayout } from '../schema/layout.ts';
import { readFirstRecords, readIndexed } from './list-records.ts';
import type { Milestones, PlacedRow } from './milestones.ts';
import { packedIds } from './ordered-ids.ts';
import { OrderedIdsCache } from './ordered-ids-cache.ts';
import { readMilestones } from './read-milestones.ts';
import { whereOf } from './read-query.ts';
import type { ReadyQuery } from './ready-query.ts';
import type { Groups, RunScan } from './record-query.ts';
import type { Scan } from './scan.ts';
import { statement } from './statement.ts';
import { type Stamp, TableChanges } from './table-changes.ts';

/** Queries whose first window was read by itself, of which the last are remembered. */
const maxBegun = 200;

export interface Window {
  readonly records: readonly BaseRecord[];
  readonly total: number;
}

const countKey = ({ layout, where }: ReadyQuery): string => JSON.stringify([layout.id, where]);

/** How windows read: pages that everybody waits for, and lists that take their turn. */
export interface WindowReads {
  readonly page: () => Scan;
  readonly scan: (signal: AbortSignal) => Scan;
}

/** Rows by number, in constant time at any start: along milestones in the table's own order, else from a list of ids. */
export class Windows {
  readonly #reads: WindowReads;
  readonly #milestones = new Map<string, Promise<Milestones>>();
  readonly #settled = new Map<string, Milestones>();
  /** Of tables that were filled and are about to appear. */
  readonly #filled = new Map<string, Milestones>();
  readonly #lists: OrderedIdsCache;
  readonly #changes = new Map<string, TableChanges>();
  readonly #begun = new Set<string>();
  readonly #counting = new Map<string, () => Promise<number | null>>();

  constructor(reads: WindowReads) {
    this.#reads = reads;
    this.#lists = new OrderedIdsCache(reads.scan);
  }

  async read(ready: ReadyQuery, start: number, count: number, runScan: RunScan): Promise<Window> {
    return ready.plain ? this.#along(ready, start, count) : this.#listed(ready, start, count, runScan);
  }

  /** The milestones of a table, when they have been read. */
  known(tableId: string): Milestones | undefined {
    return this.#settled.get(tableId);
  }

  /** Takes note of a reading that counts the records of a query in groups; their total serves windows of the query too. */
  counting(ready: ReadyQuery, read: () => Promise<Groups>): Promise<Groups> {
    const key = countKey(ready);
    const stamp = this.#stampOf(ready);
    const groups = read();
    const total = groups.then(
      (found) => (found.tooMany ? null : found.groups.reduce((sum, { count }) => sum + count, 0)),
      () => null,
    );
    // What was counted before a change is nobody's total.
    const counted = async () => {
      const now = this.#stampOf(ready);
      return now.rows === stamp.rows && now.cells === stamp.cells ? total : null;
    };
    this.#counting.set(key, counted);
    void total.then(() => {
      if (this.#counting.get(key) === counted) this.#counting.delete(key);
    });
    return groups;
  }

  /** Takes note of committed changes. */
  changed(changes: readonly Change[]): void {
    for (const [tableId, of] of Map.groupBy(changes, (change) => change.tableId)) {
      this.#changesOf(tableId).add(of);
      const records = of.filter((change) => change.kind === 'record' || change.kind === 'move');
      if (records.length === 0) continue;
      const rows = (side: 'before' | 'after'): PlacedRow[] =>
        records.flatMap((change) => {
          const id = change.recordId;
          if (change.kind === 'move') return [{ position: change[side], id }];
          const shape = change[side];
          return shape === null ? [] : [{ position: shape.position, id }];
        });
      const settled = this.#settled.get(tableId);
      // One still being read is read again, this change included.
      settled?.deleted(rows('before'));
      settled?.inserted(rows('after'));
    }
  }

  /**
   * Takes note of what another process committed a moment ago. A reading in between may know of it already, so
   * rows that came or went are not counted: they are read again.
   */
  changedElsewhere(changes: readonly Change[]): void {
    for (const [tableId, of] of Map.groupBy(changes, (change) => change.tableId))
      if (of.some((change) => change.kind === 'record')) this.forget(tableId);
      else this.#changesOf(tableId).add(of);
  }

  /** Takes note of a table filled from outside the log, before it appears; null: it will not. */
  filled(tableId: string, milestones: Milestones | null): void {
    if (milestones === null) this.#filled.delete(tableId);
    else this.#filled.set(tableId, milestones);
  }

  /** Forgets everything of a table that came or went; what its filling told is what stands when it appears. */
  forget(tableId: string): void {
    const filled = this.#filled.get(tableId);
    this.#filled.delete(tableId);
    if (filled === undefined) {
      this.#milestones.delete(tableId);
      this.#settled.delete(tableId);
    } else {
      this.#milestones.set(tableId, Promise.resolve(filled));
      this.#settled.set(tableId, filled);
    }
    this.#changesOf(tableId).forget();
  }

  #changesOf(tableId: string): TableChanges {
    const known = this.#changes.get(tableId) ?? new TableChanges();
    this.#changes.set(tableId, known);
    return known;
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
    const rows = await this.#reads.page().sql.query(text, params);
    return { records: rows.map(recordReader(ready.layout, ready.places)), total: milestones.total };
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
      const before = this.#changesOf(table.id).stamp([]).rows;
      const milestones = await readMilestones(this.#reads.page(), table);
      if (this.#changesOf(table.id).stamp([]).rows !== before && tries < 3) continue;
      this.#settled.set(table.id, milestones);
      return milestones;
    }
  }

  async #listed(ready: ReadyQuery, start: number, count: number, runScan: RunScan): Promise<Window> {
    const stampNow = () => this.#stampOf(ready);
    if (start === 0 && this.#isNew(ready)) return this.#first(ready, count, stampNow(), runScan);
    // A list that has to be read anew takes as long as the table is large.
    if (start === 0 && ready.saved !== null && !this.#lists.isFresh(ready, stampNow())) {
      const indexed = await readIndexed(this.#reads.page(), ready, count);
      if (indexed !== null)
        return { records: indexed.rows.map(({ record }) => record), total: indexed.total };
    }
    const ids = await this.#lists.read(ready, stampNow, runScan);
    const wanted = ids.slice(start, count);
    if (wanted.length === 0) return { records: [], total: ids.length };
    const where = whereOf({ ...ready, where: null }, fragment('t.id = ANY(?::text[])', wanted));
    const { text, params } = statement({
      text: `SELECT ${selectList(ready.places)} FROM ${ready.from}${where.text}`,
      values: where.values,
    });
    const rows = await this.#reads.page().sql.query(text, params);
    const byId = new Map(rows.map((row) => [row[0] as string, row]));
    const toRecord = recordReader(ready.layout, ready.places);
    const records = wanted.flatMap((id) => {
      const row = byId.get(id);
      return row === undefined ? [] : [toRecord(row)];
    });
    return { records, total: ids.length };
  }

  #stampOf(ready: ReadyQuery): Stamp {
    const stamps = [
      this.#changesOf(ready.layout.id).stamp(ready.looksAt),
      ...ready.looksThrough.map(({ tableId, fieldId }) => this.#changesOf(tableId).stamp([fieldId])),
    ];
    const sum = (of: keyof Stamp) => stamps.reduce((total, stamp) => total + stamp[of], 0);
    return { rows: sum('rows'), cells: sum('cells') };
  }

  #isNew(ready: ReadyQuery): boolean {
    if (this.#lists.holds(ready) || this.#begun.has(ready.identity)) return false;
    for (const oldest of this.#begun) {
      if (this.#begun.size < maxBegun) break;
      this.#begun.delete(oldest);
    }
    this.#begun.add(ready.identity);
    return true;
  }

  /** What is shown first of a query needs no list; the list is read for the windows after it. */
  async #first(ready: ReadyQuery, count: number, stamp: Stamp, runScan: RunScan): Promise<Window> {
    const counted = async () => (await this.#counting.get(countKey(ready))?.()) ?? null;
    const first = await runScan((signal) =>
      readFirstRecords(this.#reads.scan(signal), ready, count, counted),
    );
    if (first.total === first.records.length)
      this.#lists.keep(ready, packedIds(first.records.map(({ id }) => id)), stamp);
    return first;
  }
}
