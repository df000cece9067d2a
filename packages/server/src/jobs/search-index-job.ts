import type { Alongside, NewJob } from '@weft/db';
import type { Logger } from 'pino';
import { z } from 'zod';
import { askOncePerPause } from './ask-once.ts';
import { type AnyJobKind, insideRetries, jobKind } from './job-kind.ts';

const queue = 'search-index';
/** Milliseconds: searches of one table ask for its index at most this often. */
const pause = 60_000;

interface SearchIndexDeps {
  readonly fillSearchIndex: (baseId: string, tableId: string, signal: AbortSignal) => Promise<boolean>;
  readonly log: Logger;
}

/** Builds the index that searches of a large table missed, or brings it up to date. */
export const searchIndexJob = ({ fillSearchIndex, log }: SearchIndexDeps): AnyJobKind =>
  jobKind({
    queue,
    label: 'Build search indexes',
    payload: z.strictObject({ baseId: z.string(), tableId: z.string() }),
    concurrency: 1,
    retry: insideRetries,
    run: async ({ baseId, tableId }, { signal }): Promise<Alongside | undefined> => {
      if (!(await fillSearchIndex(baseId, tableId, signal)))
        log.info('searches have no index: the extension pg_trgm is not available to the database role');
      return undefined;
    },
  });

/** Enqueues the job for a table, which many searches may ask for at once. */
export function askForSearchIndex(
  enqueue: (job: NewJob) => Promise<void>,
  now: () => number,
): (baseId: string, tableId: string) => void {
  const ask = askOncePerPause(enqueue, now, pause);
  // The tables of a duplicated database have the ids of those they were copied from.
  return (baseId, tableId) =>
    ask({ id: `search-index-${baseId}-${tableId}`, queue, payload: { baseId, tableId } });
}
