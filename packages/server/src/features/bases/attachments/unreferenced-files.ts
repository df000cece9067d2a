import { keysOf } from '../../../files/thumbnails.ts';
import { type AnyJobKind, type JobSchedule, recurringJob } from '../../../jobs/job-kind.ts';
import type { BasesDeps } from '../deps.ts';

const queue = 'unreferenced-files';

type Deps = Pick<BasesDeps, 'files' | 'fileStore' | 'base' | 'documents' | 'log'>;

/**
 * Removes attachments that no cell and no document has held for 30 days: so long whatever took the last can be undone. A base that
 * cannot be looked through keeps all of its files.
 */
export const unreferencedFilesJob = ({ files, fileStore, base, documents, log }: Deps): AnyJobKind =>
  recurringJob(queue, 'Remove files that no cell holds', async ({ signal }) => {
    for (const flowId of await files.flowsWithAttachments()) {
      if (signal.aborted) return;
      try {
        const held = [...(await base(flowId).heldFiles()), ...(await documents.heldFiles(flowId))];
        for (const id of await files.takeUnreferenced(flowId, held))
          for (const key of keysOf(id)) await fileStore.remove(key);
      } catch (error) {
        log.warn({ err: error }, 'the files of a base could not be looked through');
      }
    }
  });

export const unreferencedFilesSchedule: JobSchedule = { name: queue, cron: '53 3 * * *', queue };
