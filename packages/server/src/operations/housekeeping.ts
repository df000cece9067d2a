import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isId } from '@weft/std';
import type { Services } from '../context.ts';
import { type AnyJobKind, type JobSchedule, recurringJob } from '../jobs/job-kind.ts';

/** Milliseconds: bytes that no row names are left alone this long, for their row may be written the next moment. */
const youth = 24 * 60 * 60_000;
/** Days: mails and other deliveries, and jobs that were given up. */
const keptFor = 30;

type HousekeepingDeps = Pick<
  Services,
  | 'files'
  | 'invitations'
  | 'sessionList'
  | 'signInFailures'
  | 'deliveries'
  | 'jobs'
  | 'secretRows'
  | 'purge'
  | 'settings'
  | 'log'
  | 'now'
>;

/** Removes what is kept for a time only, when that time is over. Any number of servers may do this at once. */
export const housekeepingJob = (deps: HousekeepingDeps): AnyJobKind =>
  recurringJob('housekeeping', 'Remove what is no longer kept', async () => {
    const { files, invitations, sessionList, signInFailures, deliveries, jobs, secretRows, settings } = deps;
    await deliveries.removeOld(keptFor);
    await jobs.removeOld(keptFor);
    await secretRows.removeUnusedKeys();
    await invitations.removeOld();
    await sessionList.removeOld();
    await signInFailures.removeOld();
    for (const id of await files.takeExpired()) await rm(join(settings.filesDir, id), { force: true });
    await removeUnnamedFiles(deps);
  });

/** Bases are looked through once a day: each is asked for what it no longer keeps. */
export const purgeJob = ({ purge, log }: Pick<HousekeepingDeps, 'purge' | 'log'>): AnyJobKind =>
  recurringJob('purge', 'Remove deleted tables for good', ({ signal }) =>
    purge(signal, (error) => log.warn({ err: error }, 'a base could not be purged')),
  );

export const housekeepingSchedules: readonly JobSchedule[] = [
  { name: 'housekeeping', cron: '17 * * * *', queue: 'housekeeping' },
  { name: 'purge', cron: '41 3 * * *', queue: 'purge' },
];

/** What a server left that ended between the bytes and their row, or between the row and the bytes. */
async function removeUnnamedFiles({ files, settings, now }: HousekeepingDeps): Promise<void> {
  const names = await readdir(settings.filesDir).catch((): string[] => []);
  const old: string[] = [];
  for (const name of names.filter((each) => isId('fil', each.replace(/\.part$/, '')))) {
    const found = await stat(join(settings.filesDir, name)).catch(() => null);
    if (found !== null && found.mtimeMs < now() - youth) old.push(name);
  }
  for (const name of await files.unknown(old)) await rm(join(settings.filesDir, name), { force: true });
}
