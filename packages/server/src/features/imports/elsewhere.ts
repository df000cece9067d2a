import { setTimeout } from 'node:timers/promises';
import type { ImportEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import { endEvent } from './import-run.ts';
import type { ImportState, ImportStates } from './import-states.ts';

/** Milliseconds between two looks at an import that another server of this database runs. */
const lookEvery = 500;
/** How long cancelling waits for that server. */
const patience = 15_000;

const gone = { state: 'interrupted' } as const;

/** The events of an import that another server runs, as far as its row tells them: how many records, and its end. */
export async function* followElsewhere(
  states: ImportStates,
  { id, request }: ImportState,
  signal: AbortSignal,
): AsyncGenerator<ImportEvent> {
  const tableName = request?.config.tableName ?? '';
  yield { type: 'phase', phase: 'importing' };
  for (let told = 0; !signal.aborted; ) {
    const now = await states.watch(id, false);
    if (now === null || now.ending !== null) return yield endEvent(now?.ending ?? gone);
    if (now.imported > told) {
      told = now.imported;
      yield {
        type: 'records',
        recordsImported: told,
        totalRecordsImported: told,
        currentTable: tableName,
        tableName,
      };
    }
    await setTimeout(lookEvery, undefined, { signal }).catch(() => {});
  }
}

/** Resolves when nothing is left of an import that another server runs. */
export async function cancelElsewhere(states: ImportStates, id: string): Promise<void> {
  for (let waited = 0; waited < patience; waited += lookEvery) {
    const now = await states.watch(id, true);
    if (now?.ending?.state === 'finished')
      throw new AppError('conflict', 'The import is complete: undo it instead');
    if (now === null || now.ending !== null) return;
    await setTimeout(lookEvery);
  }
  throw new AppError('unavailable', 'The server that runs the import does not answer: try again in a moment');
}
