import type { ImportEvent } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import { endEvent, type ImportOrder, ImportRun, interrupted } from './import-run.ts';
import type { ImportWorld } from './import-world.ts';

/** Ended imports stay attachable from memory for this long; later from their row. */
const rememberedFor = 60_000;

/** Imports of this process: begun once each, attached to as often as asked. */
export class Imports {
  readonly #world: () => ImportWorld;
  readonly #runs = new Map<string, ImportRun>();

  constructor(world: () => ImportWorld) {
    this.#world = world;
  }

  /** The events of the import of this id: the running one, the ended one, or a new one made by `order`. */
  async attach(
    importId: string,
    userId: string,
    order: () => Promise<ImportOrder>,
    signal: AbortSignal,
  ): Promise<AsyncIterable<ImportEvent>> {
    const running = this.#runs.get(importId);
    if (running !== undefined) return own(running, userId).read(signal);
    const world = this.#world();
    const known = await world.importStates.find(importId);
    if (known !== null) {
      if (known.userId !== userId) throw notFound('Import not found');
      return once(endEvent(known.ending ?? { state: 'failed', message: interrupted }));
    }
    const given = await order();
    // Two streams of one id may arrive together: the second finds the first one's run.
    const meanwhile = this.#runs.get(importId);
    if (meanwhile !== undefined) return own(meanwhile, userId).read(signal);
    const begun = world.importStates.begin({
      id: importId,
      organizationId: given.organizationId,
      removesBase: given.removesBase,
      userId,
      baseId: given.store.baseId,
      tableId: given.tableId,
      fileId: given.file.id,
    });
    if (!(await begun)) return this.attach(importId, userId, order, signal);
    const run = new ImportRun(world, given);
    this.#runs.set(importId, run);
    void run.ended.finally(() => setTimeout(() => this.#runs.delete(importId), rememberedFor).unref());
    return run.read(signal);
  }

  /** Resolves when nothing of the import is left. */
  async cancel(importId: string, userId: string): Promise<void> {
    const run = this.#runs.get(importId);
    if (run !== undefined) {
      const ending = await own(run, userId).cancel();
      if (ending.state === 'finished')
        throw new AppError('conflict', 'The import is complete: undo it instead');
      return;
    }
    const known = await this.#world().importStates.find(importId);
    if (known === null || known.userId !== userId) throw notFound('Import not found');
    if (known.ending?.state === 'finished')
      throw new AppError('conflict', 'The import is complete: undo it instead');
  }

  /** Removes what a killed process left behind: the tables were never shown, so nobody misses them. */
  async cleanUp(): Promise<void> {
    const { importStates, base, log } = this.#world();
    for (const { id, baseId, tableId } of await importStates.running()) {
      try {
        await base(baseId).discardLoad(tableId);
        await importStates.end(id, {
          state: 'failed',
          message: interrupted,
        });
      } catch (error) {
        log.error({ err: error, importId: id }, 'an interrupted import could not be removed');
      }
    }
  }

  /** Interrupts all that run: the process is about to end. */
  async close(): Promise<void> {
    await Promise.all([...this.#runs.values()].map((run) => run.interrupt()));
  }
}

function own(run: ImportRun, userId: string): ImportRun {
  if (run.order.userId !== userId) throw notFound('Import not found');
  return run;
}

async function* once(event: ImportEvent): AsyncGenerator<ImportEvent> {
  yield event;
}
