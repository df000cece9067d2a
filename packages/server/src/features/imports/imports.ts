import { setTimeout } from 'node:timers/promises';
import type { BaseStore, ImportEnding } from '@weft/db';
import type { ImportEvent } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import { tableIdPrefix } from './from-service/table-ids.ts';
import type { ImportDeps } from './import-deps.ts';
import { endEvent, ImportRun, takeBackImport } from './import-run.ts';
import { type ImportRequest, type ImportState, isFromService } from './import-states.ts';
import type { ImportOrder } from './import-work.ts';
import { cancelRemoteImport, followRemoteImport } from './remote-imports.ts';
import { isShown, isUntouched } from './touched-base.ts';

/** Ended imports stay attachable from memory for this long; later from their row. */
const rememberedFor = 60_000;

/** Milliseconds that interrupted imports get to remove what they wrote, once everything else has ended. */
const endWithin = 1_500;

/** Milliseconds between two notes that an import still runs. */
const beatEvery = 1_000;
/** Seconds without a note after which a server is taken for dead. */
const silence = 30;

/** Throws unless whoever asks may see to the import. */
type MaySeeTo = (known: ImportState) => Promise<void>;

/** Imports of this process: begun once each, attached to as often as asked by whoever may edit the base. */
export class Imports {
  readonly #deps: ImportDeps;
  readonly #runs = new Map<string, ImportRun>();
  readonly #beginning = new Map<string, Promise<ImportRun | null>>();
  /** Imports of servers that ended, while what they left is removed here. */
  readonly #cleaning = new Set<string>();
  #running = 0;
  #closing = false;
  #beat: NodeJS.Timeout | null = null;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  /** The events of the base's import of this id: the running one, the ended one, or a new one made by `order`. */
  async attach(
    importId: string,
    baseId: string,
    order: () => Promise<ImportOrder>,
    signal: AbortSignal,
  ): Promise<AsyncIterable<ImportEvent>> {
    const running = this.#runs.get(importId);
    if (running !== undefined) return into(baseId, running).read(signal);
    const deps = this.#deps;
    const known = await deps.importStates.find(importId);
    if (known !== null) {
      if (known.baseId !== baseId) throw notFound('Import not found');
      if (known.ending === null) return followRemoteImport(deps.importStates, known, signal);
      return once(endEvent(known.ending ?? { state: 'interrupted' }));
    }
    const given = await order();
    // Two streams of one id may arrive together: the second finds the first one's run.
    const meanwhile = this.#runs.get(importId);
    if (meanwhile !== undefined) return into(baseId, meanwhile).read(signal);
    const run = await this.#begin(given, () => deps.importStates.begin(rowOf(given)));
    return run === null ? this.attach(importId, baseId, order, signal) : into(baseId, run).read(signal);
  }

  /** How many run in this process. */
  get running(): number {
    return this.#running;
  }

  /** Null when another server has begun it; throws when too many run already. Asked twice, it is begun once. */
  #begin(order: ImportOrder, claim: () => Promise<boolean>): Promise<ImportRun | null> {
    const { importId } = order;
    const begun =
      this.#beginning.get(importId) ??
      this.#claimAndRun(order, claim).finally(() => this.#beginning.delete(importId));
    this.#beginning.set(importId, begun);
    return begun;
  }

  async #claimAndRun(order: ImportOrder, claim: () => Promise<boolean>): Promise<ImportRun | null> {
    const release = await this.#deps.concurrency.takeEverywhere('import', order);
    let claimed = false;
    try {
      if (this.#closing)
        throw new AppError(
          'unavailable',
          'The server is stopping, nothing was changed: try again in a moment',
        );
      claimed = await claim();
    } finally {
      if (!claimed) release();
    }
    if (!claimed) return null;
    return this.#start(order, release);
  }

  /** Runs one, and then the sheets after it, in one place of `ConcurrencyLimit`, which `release` gives back. */
  #start(order: ImportOrder, release: () => void): ImportRun {
    let next: ImportOrder | null = null;
    const run = new ImportRun(this.#deps, order, async (ending) => {
      next = await this.#claimNext(order, ending);
    });
    this.#runs.set(order.importId, run);
    this.#running++;
    this.#keepBeating();
    void run.ended.then(({ state }) => {
      this.#running--;
      this.#stopIfIdle();
      if (next === null) release();
      else this.#start(next, release);
      const forget = () => {
        if (this.#runs.get(order.importId) === run) this.#runs.delete(order.importId);
      };
      // Its row says all there is to say, until somebody resumes it.
      if (state === 'interrupted' || run.isTakenOver) forget();
      else void setTimeout(rememberedFor, undefined, { ref: false }).then(forget);
    });
    return run;
  }

  /**
   * Notes the import of the next sheet as running before this one's end is noted: at no moment would a killed server
   * forget the sheets that are left. A server that is stopping notes it as interrupted instead, to be resumed. Null:
   * nothing is to be run here.
   */
  async #claimNext(ended: ImportOrder, { state }: ImportEnding): Promise<ImportOrder | null> {
    if (ended.next === null || (state !== 'finished' && state !== 'failed')) return null;
    const { importStates, log } = this.#deps;
    try {
      const order = await ended.next();
      if (!(await importStates.begin(rowOf(order)))) return null;
      if (!this.#closing) return order;
      await importStates.end(order.importId, { state: 'interrupted' });
    } catch (error) {
      log.warn({ err: error }, 'the next sheet of an import could not be begun');
      await this.#failRest(ended, error).catch((fault: unknown) =>
        log.error({ err: fault }, 'the sheets that were not imported could not be noted'),
      );
    }
    return null;
  }

  /** Notes the sheets that follow one as failed, and why: whoever asks for them is told. */
  async #failRest(ended: ImportOrder, error: unknown): Promise<void> {
    const { importStates } = this.#deps;
    const known = error instanceof AppError && error.kind !== 'internal';
    const reason = known ? error.message : 'The sheet could not be read again';
    const message = `${reason}. Nothing of this sheet was imported: import the file again to add it.`;
    if (isFromService(ended.request)) return;
    for (const { importId } of ended.request.moreSheets ?? []) {
      const row = { ...rowOf(ended), id: importId, removesBase: false };
      if (await importStates.begin(row)) await importStates.end(importId, { state: 'failed', message });
    }
  }

  /**
   * Starts an interrupted import again, under its own id, from the file that was uploaded: streams of this id attach
   * to it. Started once however often and by however many it is asked for; `order` makes the order of what had been
   * asked for.
   */
  async resume(
    importId: string,
    userId: string,
    maySeeTo: MaySeeTo,
    order: (request: ImportRequest) => Promise<ImportOrder>,
  ): Promise<void> {
    const known = await this.#known(importId, maySeeTo);
    if (known.ending?.state === 'cancelled') throw new AppError('conflict', 'The import was removed');
    if (known.ending?.state !== 'interrupted') return;
    if (known.request === null) throw new AppError('conflict', 'The import can no longer be resumed');
    // It was taken from this server while that was frozen: what goes on here must have ended before it is its own again.
    if (this.#cleaning.has(importId))
      throw new AppError(
        'conflict',
        'What the import left is still being removed: resume it again in a moment',
      );
    await this.#runs.get(importId)?.interrupt();
    const given = await order(known.request);
    await this.#begin(given, () => this.#deps.importStates.take(importId, userId, given.tableId));
  }

  async #known(importId: string, maySeeTo: MaySeeTo): Promise<ImportState> {
    const known = await this.#deps.importStates.find(importId);
    if (known === null) throw notFound('Import not found');
    await maySeeTo(known);
    return known;
  }

  /** Resolves when nothing of the import is left. */
  async cancel(importId: string, userId: string, maySeeTo: MaySeeTo): Promise<void> {
    const known = await this.#known(importId, maySeeTo);
    const run = this.#runs.get(importId);
    if (run !== undefined) {
      const ending = await run.cancel();
      if (ending.state === 'finished') throw isComplete();
      return;
    }
    if (known.ending?.state === 'finished') throw isComplete();
    const { importStates } = this.#deps;
    // The server that ran it may have died meanwhile: then it stands still, and is removed like any other.
    if (known.ending === null && !(await cancelRemoteImport(importStates, importId))) return;
    if (await importStates.take(importId, userId, null)) await this.#removeTaken(known, userId);
  }

  /** What cannot be removed now stands still again: it is offered once more. */
  async #removeTaken({ id, baseId, removesBase }: ImportState, userId: string): Promise<void> {
    const { importStates, removeBase, base } = this.#deps;
    try {
      if (removesBase && (await isUntouched(base(baseId), id))) await removeBase(baseId, userId);
    } catch (error) {
      await importStates.end(id, { state: 'interrupted' });
      throw error;
    }
  }

  /** The same for an import that stands still: one that a colleague resumed meanwhile goes on. */
  async discard(importId: string, userId: string, maySeeTo: MaySeeTo): Promise<void> {
    const known = await this.#known(importId, maySeeTo);
    if (known.ending === null && known.userId !== userId)
      throw new AppError('conflict', 'Somebody else has resumed this import');
    await this.cancel(importId, userId, maySeeTo);
  }

  /** Removes what this server left behind when it was killed. */
  async start(): Promise<void> {
    this.#closing = false;
    await this.#cleanUp(true);
  }

  /** The same for what other servers left that have noted nothing for a time. */
  async cleanUp(): Promise<void> {
    await this.#cleanUp(false);
  }

  /** The tables were never shown, so nobody misses them. */
  async #cleanUp(starting: boolean): Promise<void> {
    const { importStates, log } = this.#deps;
    const own = [...this.#runs.keys(), ...this.#cleaning];
    for (const state of await importStates.takeLeft(own, silence, starting)) {
      if (this.#closing) return;
      try {
        // While others were cleaned up it may have become another server's, or have been resumed here.
        if (!(await importStates.isHeld(state.id)) || this.#isHere(state.id)) continue;
        this.#cleaning.add(state.id);
        this.#keepBeating();
        await importStates.end(state.id, await this.#endingOf(state));
      } catch (error) {
        log.error({ err: error, importId: state.id }, 'an interrupted import could not be removed');
      }
      this.#cleaning.delete(state.id);
      this.#stopIfIdle();
    }
  }

  #isHere(id: string): boolean {
    return this.#runs.has(id) || this.#beginning.has(id) || this.#cleaning.has(id);
  }

  /** While imports run or are cleaned up here, their rows say so: another server takes one over whose row falls silent. */
  #keepBeating(): void {
    if (this.#beat !== null) return;
    this.#beat = setInterval(() => void this.#heartbeat(), beatEvery);
    this.#beat.unref();
  }

  #stopIfIdle(): void {
    if (this.#running === 0 && this.#cleaning.size === 0) this.#stopBeating();
  }

  #stopBeating(): void {
    if (this.#beat !== null) clearInterval(this.#beat);
    this.#beat = null;
  }

  async #heartbeat(): Promise<void> {
    const { importStates, log } = this.#deps;
    try {
      const running = [...this.#runs].map(([id, run]) => ({ id, imported: run.recordsImported }));
      const cleaning = [...this.#cleaning].map((id) => ({ id, imported: 0 }));
      for (const { id, cancelAsked, watched } of await importStates.heartbeat([...running, ...cleaning])) {
        const run = this.#runs.get(id);
        if (run === undefined) continue;
        run.watchedElsewhere = watched;
        if (cancelAsked) void run.cancel();
      }
    } catch (error) {
      log.warn({ err: error }, 'the imports that run here could not be noted');
    }
  }

  async #endingOf({ id, baseId, tableId, userId, expected, request }: ImportState): Promise<ImportEnding> {
    const store = this.#deps.base(baseId);
    // The table was shown, and the process ended before it could say so.
    if (expected !== null && (await isShown(store, tableId))) return { state: 'finished', result: expected };
    if (isFromService(request))
      for (const hidden of await hiddenTables(store, tableId)) await store.discardLoad(hidden);
    // A column that goes into a field says that the table was there before.
    else if (!request?.fieldMappings.some(({ targetFieldId }) => targetFieldId !== undefined))
      await store.discardLoad(tableId);
    // Rows that were added to a table that was there.
    await takeBackImport(this.#deps, { store, userId, importId: id });
    return { state: 'interrupted' };
  }

  /** Interrupts all that run and begins no others: the process is about to end. */
  interrupt(): void {
    this.#closing = true;
    for (const run of this.#runs.values()) void run.interrupt();
  }

  /** Waits for those that were interrupted; the next start cleans up after one that does not end in time. */
  async close(limit = endWithin): Promise<void> {
    this.interrupt();
    const ended = Promise.all([...this.#runs.values()].map((run) => run.ended));
    await Promise.race([ended, setTimeout(limit, undefined, { ref: false })]);
    this.#stopBeating();
  }
}

/** An import as its row begins. */
const rowOf = (order: ImportOrder) => ({
  id: order.importId,
  organizationId: order.organizationId,
  removesBase: order.removesBase,
  userId: order.userId,
  baseId: order.store.baseId,
  tableId: order.tableId,
  fileId: order.fileId,
  request: order.request,
});

/** The tables that an import from a service was filling, if it was filling new ones. */
const hiddenTables = (store: BaseStore, tableId: string): Promise<readonly string[]> =>
  store.hiddenTables(tableIdPrefix(tableId));

const isComplete = () => new AppError('conflict', 'The import is complete: undo it instead');

function into(baseId: string, run: ImportRun): ImportRun {
  if (run.order.store.baseId !== baseId) throw notFound('Import not found');
  return run;
}

async function* once(event: ImportEvent): AsyncGenerator<ImportEvent> {
  yield event;
}
