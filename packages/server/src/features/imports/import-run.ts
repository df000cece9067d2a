import type { Field, Table } from '@weft/core';
import type { BaseStore, ImportEnding, ImportResult, NewFile, StoredFile, TableLoad } from '@weft/db';
import type { ImportChoices, Parsing } from '@weft/imports';
import type { ImportEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import { fileUrl } from '../../files/file-address.ts';
import { newTable } from '../bases/methods/new-table.ts';
import { ImportEvents } from './events.ts';
import type { ImportDeps } from './import-deps.ts';
import type { ImportRequest } from './import-states.ts';
import { patientScans } from './patient-scans.ts';
import { localUpload } from './profiles.ts';
import { ReportFile } from './report-file.ts';
import { runWorker } from './run-worker.ts';
import { type AdditionOrder, TableAddition } from './table-addition.ts';
import { isShown, isUntouched } from './touched-base.ts';
import type { WorkerAnswer } from './worker-messages.ts';

/** What an import is told. */
export interface ImportOrder {
  readonly importId: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly store: BaseStore;
  readonly tableId: string;
  readonly tableName: string;
  /** The rows go into a table that is there; null: into a new one. */
  readonly addition: AdditionOrder | null;
  readonly file: StoredFile;
  readonly parse: Partial<Parsing>;
  readonly choices: ImportChoices;
  readonly timeZone: string;
  /** The base was made for this import: it goes with its cancellation while nothing else was done in it. */
  readonly removesBase: boolean;
  /** Makes the order of the sheet that is imported after this one. */
  readonly next: (() => Promise<ImportOrder>) | null;
  /** What was asked for: kept, so that the import can be started again. */
  readonly request: ImportRequest;
}

/** What an import that the process did not finish answers. */
const interrupted =
  'The server stopped in the middle of the import, and nothing of it was kept. Resume it to start again from the uploaded file.';

/** Follows what the server lacked: the file itself was in order. */
const nothingKept = 'Nothing of the file was imported';

const importCancelled = () => new AppError('conflict', 'Import cancelled');

/** A closed stream may come back for this long before the import is cancelled. */
const graceMs = 10_000;

function reportName(tableName: string): string {
  const called = tableName
    .replace(/[\p{Cc}"\\/]/gu, '_')
    .slice(0, 180)
    .toWellFormed();
  return `${called} - import report.csv`;
}

type Rows = Extract<WorkerAnswer, { kind: 'rows' }>;
type CellBatch = Extract<WorkerAnswer, { kind: 'cells' }>;

/** One import on its way: it runs whether or not somebody watches, and ends exactly once. */
export class ImportRun {
  readonly order: ImportOrder;
  readonly ended: Promise<ImportEnding>;
  /** Somebody follows it through another server of this database. */
  watchedElsewhere = false;
  readonly #deps: ImportDeps;
  readonly #beforeEnd: (ending: ImportEnding) => Promise<void>;
  readonly #events = new ImportEvents();
  readonly #abort = new AbortController();
  readonly #report: ReportFile;
  readonly #reportFile: NewFile;
  readonly #counts = { imported: 0, updated: 0, rejected: 0, unfit: 0, unlinked: 0 };
  #load: TableLoad | null = null;
  #addition: TableAddition | null = null;
  /** Known just before the table is shown. */
  #expected: ImportResult | null = null;
  #grace: NodeJS.Timeout | null = null;
  #over = false;
  #interrupted = false;
  /** Its table could not be removed: it is left noted as running, and so is cleaned up like one whose server died. */
  #leftTable = false;

  /** `beforeEnd` is awaited before the end is noted, with nothing of the import left to do. */
  constructor(deps: ImportDeps, order: ImportOrder, beforeEnd: (ending: ImportEnding) => Promise<void>) {
    this.#deps = deps;
    this.order = order;
    this.#beforeEnd = beforeEnd;
    const { organizationId, userId, tableName } = order;
    this.#reportFile = {
      id: deps.newId('fil'),
      organizationId,
      userId,
      name: reportName(tableName),
      purpose: 'report',
    };
    this.#report = new ReportFile({
      claim: (bytes) => deps.files.claim(this.#reportFile, bytes),
      put: (content) => deps.fileStore.put(this.#reportFile.id, content),
      remove: () => deps.fileStore.remove(this.#reportFile.id),
    });
    this.#events.whenAlone(() => this.#waitForReader());
    this.ended = this.#run();
  }

  get recordsImported(): number {
    return this.#counts.imported;
  }

  async *read(signal: AbortSignal): AsyncGenerator<ImportEvent> {
    if (this.#grace !== null) clearTimeout(this.#grace);
    this.#grace = null;
    yield* this.#events.read(signal);
  }

  /** Resolves when nothing of the import is left, or with its end when that came first. */
  cancel(): Promise<ImportEnding> {
    this.#abort.abort();
    return this.ended;
  }

  /** The process is about to end: like a cancellation, but nobody asked for it and the base stays. */
  interrupt(): Promise<ImportEnding> {
    this.#interrupted = true;
    return this.cancel();
  }

  #waitForReader(): void {
    if (this.#over) return;
    this.#grace = setTimeout(() => {
      if (this.watchedElsewhere) this.#waitForReader();
      else void this.cancel();
    }, graceMs);
  }

  async #run(): Promise<ImportEnding> {
    const ending = await this.#import().then(
      (result): ImportEnding => ({ state: 'finished', result }),
      (error: unknown) => this.#undo(error),
    );
    if (!this.#leftTable) {
      await this.#beforeEnd(ending);
      await this.#noteEnd(ending);
    }
    this.#over = true;
    this.#publishEnd(ending);
    return ending;
  }

  #noteEnd(ending: ImportEnding): Promise<void> {
    return this.#deps.importStates.end(this.order.importId, ending).catch((error: unknown) => {
      this.#deps.log.error({ err: error }, 'the end of an import could not be noted');
    });
  }

  #publishEnd(ending: ImportEnding): void {
    this.#events.publish(endEvent(ending));
    this.#events.end();
    if (this.#grace !== null) clearTimeout(this.#grace);
  }

  #stopIfCancelled(): void {
    if (this.#abort.signal.aborted) throw importCancelled();
  }

  async #import(): Promise<ImportResult> {
    const { order } = this;
    const deps = this.#deps;
    this.#events.publish({ type: 'phase', phase: 'connecting' });
    const profile = await deps.profiles.of(order.file.id, order.parse, this.#abort.signal);
    if (profile.refusal !== null) throw new AppError('invalid', profile.refusal);
    this.#stopIfCancelled();
    this.#events.publish({ type: 'phase', phase: 'structure' });
    const { parsing, columns } = profile;
    const { choices, timeZone } = order;
    let table: Omit<Table, 'order'> | null = null;
    await using file = await localUpload(deps.fileStore, order.file.id);
    const worker = runWorker(
      { kind: 'convert', path: file.path, parsing, columns, choices, timeZone },
      this.#abort.signal,
    );
    for await (const answer of worker.answers) {
      if (answer.kind === 'refused')
        throw new AppError(
          'invalid',
          answer.faults[0]?.reason ?? 'The columns cannot be imported',
          answer.faults,
        );
      if (answer.kind === 'planned' && order.addition !== null) {
        this.#addition = new TableAddition(this.#additionDeps(), order.addition);
        this.#events.publish({ type: 'phase', phase: 'importing' });
        await this.#addition.begin(answer.fields, profile.rows);
      } else if (answer.kind === 'planned') {
        table = this.#tableOf(answer.fields, answer.primaryFieldId);
        this.#load = await order.store.beginLoad(table, order.userId);
        worker.tell({ kind: 'write', plan: this.#load.plan });
        this.#events.publish({ type: 'phase', phase: 'importing' });
      }
      if (answer.kind === 'rows') await this.#take(answer, profile.rows);
      if (answer.kind === 'cells') await this.#add(answer, profile.rows);
      if (answer.kind === 'ended' && table !== null) table = { ...table, fields: answer.fields };
      this.#stopIfCancelled();
    }
    this.#stopIfCancelled();
    if (this.#addition !== null) return this.#conclude(order.tableName);
    if (table === null || this.#load === null)
      throw new AppError('internal', 'The import ended before it began');
    return this.#show(table, this.#load);
  }

  #tableOf(fields: readonly Field[], primaryFieldId: string): Omit<Table, 'order'> {
    return newTable(this.order.tableName, fields, this.#deps.newId, {
      id: this.order.tableId,
      primaryFieldId,
    });
  }

  async #take(batch: Rows, totalRows: number): Promise<void> {
    await this.#load?.append(batch.rows);
    // Freed now and not when the collector comes by, which waits for 64 MB of them.
    for (const { buffer } of batch.rows.parts) if (!buffer.detached) buffer.transfer(0);
    this.#counts.imported += batch.rows.count;
    await this.#note(batch, totalRows);
  }

  #additionDeps() {
    const { store, userId, organizationId, importId } = this.order;
    const { newId, scanSlots } = this.#deps;
    const owner = { userId, organizationId };
    const runScan = patientScans(scanSlots, owner, this.#abort.signal);
    return { store, userId, groupId: importId, newId, runScan };
  }

  async #add(batch: CellBatch, totalRows: number): Promise<void> {
    const added = await this.#addition?.write(batch);
    if (added === undefined) return;
    this.#counts.imported += added.created + added.updated;
    this.#counts.updated += added.updated;
    this.#counts.unlinked += added.unlinked;
    await this.#note(
      {
        report: batch.report + added.report,
        rowsRejected: batch.rowsRejected + added.rejected,
        valuesNotConverted: batch.valuesNotConverted + added.unlinked,
      },
      totalRows,
    );
  }

  async #note(
    batch: Pick<Rows, 'report' | 'rowsRejected' | 'valuesNotConverted'>,
    totalRows: number,
  ): Promise<void> {
    await this.#report.add(batch.report);
    this.#counts.rejected += batch.rowsRejected;
    this.#counts.unfit += batch.valuesNotConverted;
    const { tableName } = this.order;
    this.#events.publish({
      type: 'records',
      recordsImported: this.#counts.imported,
      totalRecordsImported: this.#counts.imported,
      totalRows,
      currentTable: tableName,
      tableName,
    });
  }

  /** The rows are all there: the table appears, as one action of the person. */
  async #show(table: Omit<Table, 'order'>, load: TableLoad): Promise<ImportResult> {
    const { order } = this;
    await load.finish();
    return this.#conclude(table.name, () =>
      order.store.submit(order.userId, {
        id: this.#deps.newId('act'),
        type: 'IMPORT_RECORDS',
        input: { table, recordsImported: this.#counts.imported },
      }),
    );
  }

  /** All rows are written: the result is kept, and then what is left to do is done. */
  async #conclude(tableName: string, show?: () => Promise<unknown>): Promise<ImportResult> {
    const { importId, tableId } = this.order;
    const { imported, updated, rejected, unfit, unlinked } = this.#counts;
    const reportUrl = await this.#keepReport();
    const result: ImportResult = {
      tableId,
      recordsImported: imported,
      ...(this.#addition !== null && { recordsUpdated: updated, namesNotLinked: unlinked }),
      rowsRejected: rejected,
      valuesNotConverted: unfit,
      reportUrl,
    };
    if (!(await this.#deps.importStates.expect(importId, result)))
      throw new AppError('conflict', 'Another server has taken this import over');
    this.#expected = result;
    await show?.();
    this.#events.publish({ type: 'phase', phase: 'complete' });
    this.#events.publish({ type: 'table_complete', tableName, recordsImported: imported });
    return result;
  }

  async #keepReport(): Promise<string | null> {
    const written = await this.#report.close();
    if (written === null) return null;
    await this.#deps.files.keep(this.#reportFile, { ...written, mimeType: 'text/csv' });
    return fileUrl(this.#deps.baseUrl(), this.#reportFile.id, this.#reportFile.name);
  }

  async #removeReport(): Promise<void> {
    await this.#report.remove();
    await this.#deps.files.release(this.#reportFile.id);
  }

  async #removeBase(): Promise<void> {
    const { removesBase, store, userId } = this.order;
    if (removesBase && (await isUntouched(store))) await this.#deps.removeBase(store.baseId, userId);
  }

  /** Leaves nothing behind, then says why; never throws, for somebody waits for the end. */
  async #undo(error: unknown): Promise<ImportEnding> {
    const cancelled = this.#abort.signal.aborted && !this.#interrupted;
    const { log } = this.#deps;
    const shown = await this.#removeTable().catch((fault: unknown) => {
      this.#leftTable = true;
      log.error({ err: fault }, 'an import left its table behind for now');
      return null;
    });
    if (shown !== null) return { state: 'finished', result: shown };
    await this.#removeReport().catch((fault: unknown) =>
      log.error({ err: fault }, 'an import left its report behind'),
    );
    if (cancelled)
      await this.#removeBase().catch((fault: unknown) =>
        log.error({ err: fault }, 'an import left its base behind'),
      );
    if (cancelled) return { state: 'cancelled' };
    if (this.#interrupted) return { state: 'interrupted' };
    if (error instanceof AppError && error.kind === 'unavailable')
      return { state: 'failed', message: `${error.message}. ${nothingKept}` };
    if (error instanceof AppError && error.kind !== 'internal')
      return { state: 'failed', message: error.message };
    log.error({ err: error, importId: this.order.importId }, 'import failed');
    return { state: 'failed', message: 'Import failed. Please try again or contact support.' };
  }

  /** What was imported, when its table was shown and only the word of it was lost; null when nothing is left. */
  async #removeTable(): Promise<ImportResult | null> {
    const { store, tableId } = this.order;
    await this.#load?.discard();
    if (this.#expected === null) await this.#addition?.takeBack();
    return this.#expected !== null && (await isShown(store, tableId)) ? this.#expected : null;
  }
}

/** The last event of an import that ended so. */
export function endEvent(ending: ImportEnding): ImportEvent {
  if (ending.state === 'finished') return { type: 'finished', ...ending.result };
  if (ending.state === 'cancelled') return { type: 'cancelled' };
  if (ending.state === 'interrupted') return { type: 'error', message: interrupted, interrupted: true };
  return { type: 'error', message: ending.message };
}
