import type { BaseRecord, CellValue, Table } from '@weft/core';
import { type Action, type Conflict, positionGap, type Stepped } from '@weft/history';
import { AppError, invalid, notFound } from '@weft/std';
import type { Engine, Scanner, Sql } from '../engine/engine.ts';
import { follow } from '../feed.ts';
import { copyPlan } from '../import/copy-writer.ts';
import { fillTable } from '../import/fill-table.ts';
import type { TableLoad } from '../import/table-load.ts';
import { type FoundByValue, findByValue } from '../query/find-by-value.ts';
import { mayHoldLinks, readLinked } from '../query/linked.ts';
import { listRecords, streamRecords } from '../query/list-records.ts';
import { mayHoldText } from '../query/long-texts.ts';
import { readGroups } from '../query/read-groups.ts';
import { mayScan, readQuery } from '../query/read-query.ts';
import {
  type Linked,
  type RecordPage,
  type RecordQuery,
  type RunScan,
  runScanNow,
} from '../query/record-query.ts';
import type { SavedView } from '../query/saved-view.ts';
import { Pace, type Queries, type Scan } from '../query/scan.ts';
import { SearchIndex } from '../query/search-index.ts';
import { ViewIndex } from '../query/view-index.ts';
import { Windows } from '../query/windows.ts';
import { type RecordAuthors, readAuthors, readRecordsById } from '../records/read.ts';
import type { TableLayout } from '../schema/layout.ts';
import { schemaOf } from '../schema/names.ts';
import { type OpenBase, readBase } from '../schema/read-base.ts';
import { createPositionIndex, createTable, dropTable } from '../schema/schema-changes.ts';
import { BaseWriter } from '../writer/base-writer.ts';
import { entriesAfter, isFiltered, listEntries, recordEntries } from '../writer/log.ts';
import type { LogEntry, Submitted } from '../writer/log-entry.ts';
import type { AlongsideAction } from '../writer/plan-group.ts';
import { Preparations } from '../writer/preparations.ts';
import { BaseReader } from './base-reader.ts';
import type { BaseStore, TakenBack } from './base-store.ts';
import { eraseRecords } from './erase-records.ts';
import { heldFiles } from './held-files.ts';
import { type LoggedTexts, recordsLoggedWith } from './logged-texts.ts';

export interface StoreDeps {
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly newActionId: () => string;
  /** Called when a base was changed here. */
  readonly onChanged?: (baseId: string) => void;
  /** Called after each commit made here with the number of the last entry of the base's log. */
  readonly onHead?: (baseId: string, seq: number) => void;
  /** Called when a search went through a large table for want of an index, or its index has fallen behind. */
  readonly onSearchUnindexed?: (baseId: string, tableId: string) => void;
  /** Called when a saved view of a large table wants its index, made or brought up to date. */
  readonly onViewUnindexed?: (baseId: string, tableId: string, view: SavedView, key: string) => void;
  /** Rows of each step of a read, for a test; usually they follow the engine and the time a step takes. */
  readonly stepRows?: number;
}

/** Entries of one answer while a reader catches up. */
const pageOfLog = 500;

/** A base on an engine. One object per base and process, for its writer commits in groups. */
export class PgBaseStore implements BaseStore {
  readonly baseId: string;
  readonly #engine: Engine;
  readonly #schema: string;
  readonly #deps: StoreDeps;
  readonly #windows: Windows;
  readonly #searchIndex: SearchIndex;
  readonly #viewIndex: ViewIndex;
  readonly #preparations: Preparations;
  readonly #writer: BaseWriter;
  readonly #reader: BaseReader;

  constructor(engine: Engine, baseId: string, deps: StoreDeps) {
    this.baseId = baseId;
    this.#engine = engine;
    this.#schema = schemaOf(baseId);
    this.#deps = deps;
    this.#windows = new Windows({
      page: () => this.#scan(engine.pages()),
      scan: (signal) => this.#scan(engine.scanner(signal)),
    });
    this.#searchIndex = new SearchIndex({
      onMissed: (tableId) => deps.onSearchUnindexed?.(baseId, tableId),
    });
    this.#viewIndex = new ViewIndex({
      onWanted: (tableId, view, key) => deps.onViewUnindexed?.(baseId, tableId, view, key),
    });
    this.#preparations = new Preparations(engine, this.#schema, deps.now, (table, fieldId, values) =>
      findByValue(this.#scan(engine.scanner(new AbortController().signal)), table, fieldId, values),
    );
    this.#writer = new BaseWriter(engine, this.#schema, {
      ...deps,
      onCommitted: (changes) => {
        this.#windows.changed(changes);
        const imported = changes.filter((change) => change.kind === 'table');
        for (const { tableId } of imported) this.#windows.forget(tableId);
        deps.onChanged?.(baseId);
      },
      onHead: (seq) => deps.onHead?.(baseId, seq),
      onOthers: (entries) => {
        for (const { changes, reload = [] } of entries) {
          for (const tableId of reload) this.#windows.forget(tableId);
          if (changes !== null) this.#windows.changedElsewhere(changes);
        }
      },
    });
    this.#reader = new BaseReader(engine, this.#schema, this.#writer);
  }

  async metadata(): Promise<{ metadata: OpenBase['metadata']; version: number }> {
    const { base, seq } = await this.#reader.open();
    return { metadata: base.metadata, version: seq };
  }

  async submit(userId: string, action: Action, alongside?: AlongsideAction): Promise<Submitted> {
    await this.#preparations.action(action);
    return this.#writer.submit(userId, action, alongside);
  }

  async submitAll(
    userId: string,
    actions: readonly Action[],
    options: Parameters<BaseStore['submitAll']>[2],
  ): Promise<boolean> {
    for (const action of actions) await this.#preparations.action(action);
    return this.#writer.submitAll({ userId, actions, ...options });
  }

  undo(userId: string, count: number, actionId?: string): Promise<Stepped> {
    return this.#steps(userId, 'undo', count, actionId);
  }

  redo(userId: string, count: number, actionId?: string): Promise<Stepped> {
    return this.#steps(userId, 'redo', count, actionId);
  }

  async undoStep(userId: string, entryId: string, actionId?: string): Promise<Stepped> {
    await this.#preparations.step({ userId, direction: 'undo', entryId });
    const call = actionId === undefined ? {} : { call: { id: actionId, isFirst: true } };
    const done = await this.#writer.step(userId, 'undo', { entryId, ...call });
    return done?.stepped ?? { actions: [], changes: [], conflicts: [] };
  }

  async takeBack(userId: string, groupId: string, of: TakenBack = {}): Promise<void> {
    await this.#writer.step(userId, 'undo', { groupId, ...of });
  }

  async history(
    query: Parameters<BaseStore['history']>[0],
    runScan = runScanNow,
  ): ReturnType<BaseStore['history']> {
    const { cursor, limit, recordId, ...of } = query;
    const before = cursor === undefined ? null : Number(cursor);
    if (before !== null && !Number.isSafeInteger(before))
      throw invalid('cursor', 'The cursor belongs to another list');
    if (recordId !== undefined) {
      const ofRecord = { ...of, recordId, before, limit };
      const page = await runScan((signal) =>
        recordEntries(this.#engine.scanner(signal), this.#schema, ofRecord),
      );
      return { entries: page.entries, nextCursor: page.next === null ? null : String(page.next) };
    }
    const wanted = { ...of, before, limit: limit + 1 };
    const list = (sql: Scanner) => listEntries(sql, this.#schema, wanted);
    const entries = isFiltered(wanted)
      ? await runScan((signal) => list(this.#engine.scanner(signal)))
      : await list(this.#engine.pages());
    const shown = entries.slice(0, limit);
    return { entries: shown, nextCursor: entries.length > limit ? String(shown.at(-1)?.seq) : null };
  }

  changes(sinceSeq: number, signal: AbortSignal): AsyncIterable<LogEntry> {
    const readAfter = (seq: number) => entriesAfter(this.#engine, this.#schema, seq, pageOfLog);
    return follow(this.#writer.feed, sinceSeq, readAfter, signal);
  }

  async list(query: Parameters<BaseStore['list']>[0], runScan = runScanNow): Promise<RecordPage> {
    const read = async (scanner: Scanner): Promise<RecordPage> => {
      const { found, seq } = await this.#reader.read(scanner, (sql, base) =>
        listRecords(this.#scan(scanner, sql), base, query),
      );
      return { ...found, version: seq };
    };
    if (!mayScan(query) && query.includeTotal !== true) return read(this.#engine.pages());
    return runScan((signal) => read(this.#engine.scanner(signal)));
  }

  async window(
    query: Parameters<BaseStore['window']>[0],
    runScan = runScanNow,
  ): ReturnType<BaseStore['window']> {
    const { base, seq } = await this.#reader.open();
    const window = await this.#windows.read(readQuery(base, query), query.start, query.count, runScan);
    return { ...window, version: seq };
  }

  async groups(
    query: Parameters<BaseStore['groups']>[0],
    runScan = runScanNow,
  ): ReturnType<BaseStore['groups']> {
    return runScan(async (signal) => {
      const { base, seq } = await this.#reader.open();
      const { sort: _, ...unordered } = query;
      const ready = readQuery(base, unordered);
      const groups = await this.#windows.counting(ready, () =>
        readGroups(this.#scan(this.#engine.scanner(signal)), base, ready, query),
      );
      return { ...groups, version: seq };
    });
  }

  async get(tableId: string, recordIds: readonly string[]): Promise<readonly BaseRecord[]> {
    const { found } = await this.#reader.read(this.#engine.pages(), async (sql, base) => {
      const table = base.metadata.tables.find((candidate) => candidate.id === tableId);
      const layout = base.layout.tables.get(tableId);
      if (!table || !layout) throw notFound(`Table with id ${tableId} not found`);
      return readRecordsById(sql, layout, recordIds, new Set(table.fields.map((field) => field.id)));
    });
    return found;
  }

  async authors(tableId: string, recordIds: readonly string[]): Promise<ReadonlyMap<string, RecordAuthors>> {
    const { found } = await this.#reader.read(this.#engine.pages(), async (sql, base) => {
      const layout = base.layout.tables.get(tableId);
      if (layout === undefined) throw notFound(`Table with id ${tableId} not found`);
      return readAuthors(sql, layout, recordIds);
    });
    return found;
  }

  async findByValue(
    tableId: string,
    fieldId: string,
    values: readonly NonNullable<CellValue>[],
    runScan = runScanNow,
  ): Promise<readonly (FoundByValue | undefined)[]> {
    const layout = await this.#layout(tableId);
    return runScan((signal) =>
      findByValue(this.#scan(this.#engine.scanner(signal)), layout, fieldId, values),
    );
  }

  async linked(tableId: string, records: readonly BaseRecord[]): Promise<Linked> {
    // Most tables have no links, and need no statement to know it.
    if (!records.some(mayHoldLinks)) return { named: new Map(), records };
    const { found } = await this.#reader.read(this.#engine.pages(), (sql, base) =>
      readLinked(sql, base, tableId, records),
    );
    return found;
  }

  async mayHoldText(tableId: string, length: number, runScan = runScanNow): Promise<boolean> {
    const layout = await this.#layout(tableId);
    return runScan((signal) => mayHoldText(this.#scan(this.#engine.scanner(signal)), layout, length));
  }

  async *recordsLoggedWith(
    tableId: string,
    text: string,
    runScan = runScanNow,
  ): AsyncGenerator<readonly LoggedTexts[]> {
    yield* recordsLoggedWith(this.#engine, await this.#layout(tableId), text, runScan);
  }

  async erase(tableId: string, recordIds: readonly string[]): Promise<void> {
    await eraseRecords(this.#engine, await this.#layout(tableId), recordIds);
  }

  async heldFiles(): Promise<readonly string[]> {
    const { base } = await this.#reader.open();
    return heldFiles(this.#engine, schemaOf(this.baseId), base);
  }

  async *stream(
    query: RecordQuery,
    chunk: number,
    runScan: RunScan = runScanNow,
  ): AsyncGenerator<readonly BaseRecord[]> {
    const { base } = await this.#reader.open();
    const inTurn = <T>(work: (scan: Scan) => Promise<T>) =>
      runScan((signal) => work(this.#scan(this.#engine.scanner(signal))));
    yield* streamRecords(inTurn, base, query, chunk);
  }

  async beginLoad(table: Omit<Table, 'order'>, userId?: string): Promise<TableLoad> {
    const layout = await this.#locked(async (tx, base) => {
      if (base.deleted.ids.has(table.id)) throw new AppError('conflict', 'This table is there already');
      const made = await createTable(tx, base, { ...table, order: 0 }, true);
      // A server updates the index while the rows are still being parsed on another thread; the embedded database shares
      // the processor with that, and builds the index faster at the end.
      if (this.#engine.kind === 'postgres') await createPositionIndex(tx, made);
      await this.#bump(tx);
      return made;
    });
    const fieldIds = table.fields.map((field) => field.id);
    const plan = copyPlan(layout, fieldIds, {
      ...{ gap: positionGap, createdAt: this.#deps.now() },
      createdBy: userId ?? null,
    });
    return fillTable(this.#engine, layout, plan, {
      filled: (milestones) => this.#windows.filled(table.id, milestones),
      discard: () => this.discardLoad(table.id),
    });
  }

  async discardLoad(tableId: string): Promise<void> {
    await this.#locked(async (tx, base) => {
      const layout = base.layout.tables.get(tableId);
      // The log alone does not tell: that of a copied or imported base begins empty, with all its tables shown. A table
      // that people deleted is hidden too, and the log names it.
      const [loading] = await tx.query(
        `SELECT 1 FROM ${this.#schema}._tables WHERE id = $1 AND deleted_at IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM ${this.#schema}._log WHERE $1 = ANY(table_ids))`,
        [tableId],
      );
      if (layout === undefined || loading === undefined) return;
      await dropTable(tx, this.#schema, layout);
      await this.#bump(tx);
    });
  }

  async hiddenTables(idPrefix: string): Promise<readonly string[]> {
    const rows = await this.#engine.query(
      `SELECT id FROM ${this.#schema}._tables WHERE deleted_at IS NOT NULL AND starts_with(id, $1) ORDER BY id`,
      [idPrefix],
    );
    return rows.map(([id]) => String(id));
  }

  /** Whether anybody here follows the base's changes. */
  get followed(): boolean {
    return this.#writer.feed.readers > 0;
  }

  /** The log was seen to end at `seq`: followers here are told what other processes wrote. */
  seen(seq: number): Promise<void> {
    return this.#writer.tail.upTo(seq);
  }

  /** Resolves when everything submitted has been written. */
  idle(): Promise<void> {
    return this.#writer.idle();
  }

  /** Works on the base while nobody else changes it. */
  #locked<T>(work: (tx: Sql, base: OpenBase) => Promise<T>): Promise<T> {
    return this.#engine.transaction(async (tx) => {
      await tx.query(`SELECT 1 FROM ${this.#schema}._base FOR UPDATE`);
      return work(tx, await readBase(tx, this.#schema));
    });
  }

  async #bump(tx: Sql): Promise<void> {
    await tx.query(`UPDATE ${this.#schema}._base SET meta_version = meta_version + 1`);
  }

  async #steps(
    userId: string,
    direction: 'undo' | 'redo',
    count: number,
    actionId: string | undefined,
  ): Promise<Stepped> {
    const actions: Stepped['actions'][number][] = [];
    let changes: Stepped['changes'] = [];
    const conflicts: Conflict[] = [];
    for (let i = 0; i < count; i++) {
      await this.#preparations.step({ userId, direction });
      const call = actionId === undefined ? {} : { call: { id: actionId, isFirst: i === 0 } };
      const done = await this.#writer.step(userId, direction, call);
      if (done === null) break;
      const { stepped, repeated } = done;
      if (repeated) return stepped;
      actions.push(...stepped.actions);
      changes = changes && stepped.changes && [...changes, ...stepped.changes];
      conflicts.push(...stepped.conflicts);
    }
    return { actions, changes, conflicts };
  }

  #scan(scanner: Scanner, sql: Queries = scanner): Scan {
    const { stepRows } = this.#deps;
    const indexes = {
      findFew: this.#searchIndex.find.bind(this.#searchIndex),
      firstOfView: this.#viewIndex.first.bind(this.#viewIndex),
    };
    if (!scanner.inSteps && stepRows === undefined) return { ...indexes, sql, pace: null };
    return { ...indexes, sql, pace: new Pace(scanner, (tableId) => this.#windows.known(tableId), stepRows) };
  }

  async #layout(tableId: string): Promise<TableLayout> {
    const { base } = await this.#reader.open();
    const layout = base.layout.tables.get(tableId);
    if (layout === undefined) throw notFound(`Table with id ${tableId} not found`);
    return layout;
  }
}
