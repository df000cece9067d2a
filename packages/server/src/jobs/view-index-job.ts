import type { Alongside, NewJob } from '@weft/db';
import { z } from 'zod';
import { askOncePerPause } from './ask-once.ts';
import { type AnyJobKind, insideRetries, jobKind } from './job-kind.ts';

const queue = 'view-index';
/** Milliseconds: readers of one view ask for its index at most this often; a busy table leaves it behind in seconds. */
const pause = 10_000;

const savedView = z.strictObject({
  viewId: z.string(),
  timeZone: z.string(),
  locale: z.string(),
  now: z.string(),
});
export type SavedView = z.output<typeof savedView>;

interface ViewIndexDeps {
  readonly fillViewIndex: (
    baseId: string,
    tableId: string,
    view: SavedView,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** Builds the index of a saved view of a large table, or brings it up to date. */
export const viewIndexJob = ({ fillViewIndex }: ViewIndexDeps): AnyJobKind =>
  jobKind({
    queue,
    label: 'Build indexes of views',
    payload: z.strictObject({ baseId: z.string(), tableId: z.string(), view: savedView }),
    concurrency: 1,
    retry: insideRetries,
    run: async ({ baseId, tableId, view }, { signal }): Promise<Alongside | undefined> => {
      await fillViewIndex(baseId, tableId, view, signal);
      return undefined;
    },
  });

/** Enqueues the job for a view, which many readers may ask for at once; `key` tells the indexes of a table apart. */
export function askForViewIndex(
  enqueue: (job: NewJob) => Promise<void>,
  now: () => number,
): (baseId: string, tableId: string, view: SavedView, key: string) => void {
  const ask = askOncePerPause(enqueue, now, pause);
  return (baseId, tableId, view, key) =>
    // Tables of a duplicated database have the ids of those they were copied from. Views, and readers of several time
    // zones, whose index is the same have one job: two would build one table at once.
    ask({ id: `${queue}-${baseId}-${tableId}-${key}`, queue, payload: { baseId, tableId, view } });
}
