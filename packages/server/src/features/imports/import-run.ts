import type { ImportEnding, ImportResult, NewFile, Transaction } from '@weft/db';
import type { Action, ActionInputs } from '@weft/history';
import type { ImportEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import { fileUrl } from '../../files/file-address.ts';
import { ImportEvents } from './events.ts';
import type { ImportDeps } from './import-deps.ts';
import type { ImportOrder, ImportProgress, ImportTools, ImportWork } from './import-work.ts';
import { ReportFile } from './report-file.ts';
import { isShown, isUntouched } from './touched-base.ts';

/** What an import that the process did not finish answers. */
const interrupted =
  'The server stopped in the middle of the import, and nothing of it was kept. Resume it to start again from the uploaded file.';

/** Follows what the server lacked: the file itself was in order. */
const nothingKept = 'Nothing of the file was imported';

const importCancelled = () => new AppError('conflict', 'Import cancelled');

const takenOver = () => new AppError('conflict', 'Another server has taken this import over');

/** Ends the transaction of an import that is no longer this server's. */
async function requireHeld(
  { importStates }: Pick<ImportDeps, 'importStates'>,
  importId: string,
  tx: Pick<Transaction, 'query'>,
): Promise<void> {
  if (!(await importStates.isHeld(importId, tx))) throw takenOver();
}

/** Undoes what an import did to tables that were there, as long as it is this server's: whoever resumed it keeps theirs. */
export const takeBackImport = (
  deps: Pick<ImportDeps, 'importStates'>,
  { store, userId, importId }: Pick<ImportOrder, 'store' | 'userId' | 'importId'>,
): Promise<void> => store.takeBack(userId, importId, { alongside: (tx) => requireHeld(deps, importId, tx) });

/** A closed stream may come back for this long before the import is cancelled. */
const graceMs = 10_000;

function reportName(tableName: string): string {
  const called = tableName
    .replace(/[\p{Cc}"\\/]/gu, '_')
    .slice(0, 180)
    .toWellFormed();
  return `${called} - import report.csv`;
}

/** One import on its way: it runs whether or not somebody watches, and ends exactly once. */
export class ImportRun {
  readonly order: ImportOrder;
  readonly ended: Promise<ImportEnding>;
  /** Somebody follows it through another server of this database. */
  watchedElsewhere = false;
  /** Another server has taken it over, and notes its end. */
  isTakenOver = false;
  readonly #deps: ImportDeps;
  readonly #beforeEnd: (ending: ImportEnding) => Promise<void>;
  readonly #events = new ImportEvents();
  readonly #abort = new AbortController();
  readonly #report: ReportFile;
  readonly #reportFile: NewFile;
  readonly #counts = { imported: 0, updated: 0, rejected: 0, unfit: 0, unlinked: 0 };
  #work: ImportWork | null = null;
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
    if (!this.#leftTable && !this.isTakenOver) {
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
    this.#events.publish({ type: 'phase', phase: 'connecting' });
    this.#work = this.order.begin(this.#deps, this.order, this.#tools());
    return this.#work.run();
  }

  #tools(): ImportTools {
    const imported = () => this.#counts.imported;
    return {
      signal: this.#abort.signal,
      publish: (event) => this.#events.publish(event),
      stopIfCancelled: () => this.#stopIfCancelled(),
      submit: (type, input) => this.#submit(type, input),
      takeBack: () => takeBackImport(this.#deps, this.order),
      note: (progress) => this.#note(progress),
      conclude: (how, show) => this.#conclude(how, show),
      get imported() {
        return imported();
      },
    };
  }

  async #submit<T extends Action['type']>(type: T, input: ActionInputs[T]): Promise<void> {
    const { store, userId, importId } = this.order;
    const action = { id: this.#deps.newId('act'), type, input, groupId: importId } as unknown as Action;
    await store.submit(userId, action, (tx) => requireHeld(this.#deps, importId, tx));
  }

  async #note(progress: ImportProgress): Promise<void> {
    await this.#report.add(progress.report ?? '');
    this.#counts.imported += progress.imported ?? 0;
    this.#counts.updated += progress.updated ?? 0;
    this.#counts.unlinked += progress.unlinked ?? 0;
    this.#counts.rejected += progress.rowsRejected ?? 0;
    this.#counts.unfit += progress.valuesNotConverted ?? 0;
  }

  /** All rows are written: the result is kept, and then what is left to do is done. */
  async #conclude(
    { tableName, added }: Parameters<ImportTools['conclude']>[0],
    show?: () => Promise<unknown>,
  ): Promise<ImportResult> {
    const { importId, tableId } = this.order;
    const { imported, updated, rejected, unfit, unlinked } = this.#counts;
    const reportUrl = await this.#keepReport();
    this.#stopIfCancelled();
    const result: ImportResult = {
      tableId,
      recordsImported: imported,
      ...(added && { recordsUpdated: updated, namesNotLinked: unlinked }),
      rowsRejected: rejected,
      valuesNotConverted: unfit,
      reportUrl,
    };
    if (!(await this.#deps.importStates.expect(importId, result))) throw takenOver();
    this.#expected = result;
    await show?.();
    if (tableName !== null)
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
    const { removesBase, store, userId, importId } = this.order;
    if (removesBase && (await isUntouched(store, importId)))
      await this.#deps.removeBase(store.baseId, userId);
  }

  /** Leaves nothing behind, then says why; never throws, for somebody waits for the end. */
  async #undo(error: unknown): Promise<ImportEnding> {
    const cancelled = this.#abort.signal.aborted && !this.#interrupted;
    const { log, importStates } = this.#deps;
    // A database that is away is told of below.
    const isHeld = () => importStates.isHeld(this.order.importId).catch(() => true);
    if (!(await isHeld())) return this.#giveUp();
    const shown = await this.#removeTable().catch(async (fault: unknown) => {
      if (!(await isHeld())) return 'taken over' as const;
      this.#leftTable = true;
      log.error({ err: fault }, 'an import left its table behind for now');
      return null;
    });
    if (shown === 'taken over') return this.#giveUp();
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

  /**
   * Another server has taken the import over, and taken back its rows: those that are there now are of whoever resumed it.
   * Only what is hidden, and was made since, goes.
   */
  async #giveUp(): Promise<ImportEnding> {
    this.isTakenOver = true;
    const { importStates, log } = this.#deps;
    await Promise.all([this.#work?.undo(true), this.#removeReport()]).catch((fault: unknown) =>
      log.error({ err: fault }, 'an import that was taken over left something behind'),
    );
    const known = await importStates.find(this.order.importId).catch(() => null);
    return known?.ending ?? { state: 'failed', message: takenOver().message };
  }

  /** What was imported, when its table was shown and only the word of it was lost; null when nothing is left. */
  async #removeTable(): Promise<ImportResult | null> {
    const { store, tableId } = this.order;
    await this.#work?.undo(this.#expected !== null);
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
