import { setTimeout } from 'node:timers/promises';
import type { ImportEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import { endEvent } from './import-run.ts';
import { type ImportState, type ImportStates, isFromService } from './import-states.ts';

/** Milliseconds between two polls of an import that another server of this database runs. */
const pollInterval = 500;
/** Milliseconds that cancelling waits for that server. */
const cancelTimeout = 15_000;

const gone = { state: 'interrupted' } as const;

/** The events of an import that another server runs, polled from its row: the number of records, and its end. */
export async function* followRemoteImport(
  states: ImportStates,
  { id, request }: ImportState,
  signal: AbortSignal,
): AsyncGenerator<ImportEvent> {
  const tableName = request === null || isFromService(request) ? '' : request.config.tableName;
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
    await setTimeout(pollInterval, undefined, { signal }).catch(() => {});
  }
}

/** Asks the server that runs an import to end it. True: that server died, and the import stands still with its base. */
export async function cancelRemoteImport(states: ImportStates, id: string): Promise<boolean> {
  for (let waited = 0; waited < cancelTimeout; waited += pollInterval) {
    const now = await states.watch(id, true);
    if (now?.ending?.state === 'finished')
      throw new AppError('conflict', 'The import is complete: undo it instead');
    if (now === null) return false;
    if (now.ending !== null) return now.ending.state === 'interrupted';
    await setTimeout(pollInterval);
  }
  throw new AppError('unavailable', 'The server that runs the import does not answer: try again in a moment');
}
