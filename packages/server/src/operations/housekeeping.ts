import type { Deliveries, Jobs, SecretRows } from '@weft/db';
import { isId } from '@weft/std';
import type { Logger } from 'pino';
import type { Database } from '../database.ts';
import { type FileStore, unfinished } from '../files/file-store.ts';
import type { Files } from '../files/files.ts';
import { keysOf } from '../files/thumbnails.ts';
import { type AnyJobKind, type JobSchedule, recurringJob } from '../jobs/job-kind.ts';

/** Milliseconds: files without a row are kept this long, as their row may be about to be written. */
const youth = 24 * 60 * 60_000;
/** Days: mails and other deliveries, and jobs that were given up. */
const keptFor = 30;

export interface HousekeepingDeps {
  readonly files: Files;
  readonly fileStore: FileStore;
  readonly deliveries: Deliveries;
  readonly jobs: Jobs;
  readonly secretRows: SecretRows;
  /** What features keep for a time only. */
  readonly removeOld: readonly (() => Promise<void>)[];
  readonly purge: Database['purge'];
  readonly countRecords: Database['countRecords'];
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Removes what is kept for a time only, when that time is over. Any number of servers may do this at once. */
export const housekeepingJob = (deps: HousekeepingDeps): AnyJobKind =>
  recurringJob('housekeeping', 'Remove what is no longer kept', async () => {
    const { files, deliveries, jobs, secretRows, fileStore } = deps;
    await deliveries.makeWeeks(deps.now());
    await deliveries.removeOld(keptFor, deps.now());
    await jobs.removeOld(keptFor);
    await secretRows.removeUnusedKeys();
    const failed: unknown[] = [];
    // What one feature cannot remove keeps no other from removing.
    for (const removeOld of deps.removeOld) await removeOld().catch((error: unknown) => failed.push(error));
    for (const id of await files.takeExpired()) for (const key of keysOf(id)) await fileStore.remove(key);
    await removeUnnamedFiles(deps);
    if (failed.length > 0)
      throw new AggregateError(failed, 'Not everything that is no longer kept was removed');
  });

/** Bases are looked through once a day: each is asked for what it no longer keeps. */
export const purgeJob = ({ purge, log }: Pick<HousekeepingDeps, 'purge' | 'log'>): AnyJobKind =>
  recurringJob('purge', 'Remove deleted tables for good', ({ signal }) =>
    purge(signal, (error) => log.warn({ err: error }, 'a base could not be purged')),
  );

/** Counts the records of bases that changed; in a job, so that no request waits for a large table. */
export const usageJob = ({ countRecords, log }: Pick<HousekeepingDeps, 'countRecords' | 'log'>): AnyJobKind =>
  recurringJob('usage', 'Count the records of databases', ({ signal }) =>
    countRecords(signal, (error) => log.warn({ err: error }, 'the records of a base could not be counted')),
  );

export const housekeepingSchedules: readonly JobSchedule[] = [
  { name: 'housekeeping', cron: '17 * * * *', queue: 'housekeeping' },
  { name: 'usage', cron: '7,37 * * * *', queue: 'usage' },
  { name: 'purge', cron: '41 3 * * *', queue: 'purge' },
];

/** The length of an id, which every key of the store begins with. */
const idLength = 24;
const oldAtOnce = 500;

/** What a server left that ended between the bytes and their row, or between the row and the bytes. */
async function removeUnnamedFiles({ files, fileStore, now }: HousekeepingDeps): Promise<void> {
  let old: string[] = [];
  const removeUnknown = async () => {
    const unknown = new Set(await files.unknown([...new Set(old.map((key) => key.slice(0, idLength)))]));
    for (const key of old)
      if (unknown.has(key.slice(0, idLength)) || key.endsWith(unfinished)) await fileStore.remove(key);
    old = [];
  };
  for await (const { key, modifiedAt } of fileStore.list()) {
    if (isId('fil', key.slice(0, idLength)) && modifiedAt < now() - youth) old.push(key);
    if (old.length >= oldAtOnce) await removeUnknown();
  }
  await removeUnknown();
}
