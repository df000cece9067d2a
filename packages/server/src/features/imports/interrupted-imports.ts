import { type AnyJobKind, type JobSchedule, recurringJob } from '../../jobs/job-kind.ts';
import type { Imports } from './imports.ts';

const queue = 'interrupted-imports';

/** Removes what imports left whose server died, so that they can be resumed elsewhere. */
export const interruptedImportsJob = (imports: Pick<Imports, 'cleanUp'>): AnyJobKind =>
  recurringJob(queue, 'Look for interrupted imports', () => imports.cleanUp());

export const interruptedImportsSchedule: JobSchedule = { name: queue, cron: '*/10 * * * * *', queue };
