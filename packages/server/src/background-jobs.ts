import type { IdKind } from '@weft/std';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import type { FileDeps } from './files/deps.ts';
import { thumbnailJob } from './files/thumbnails.ts';
import { type DeliveryKind, deliveryJob } from './jobs/delivery-kind.ts';
import type { AnyJobKind, JobSchedule } from './jobs/job-kind.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { searchIndexJob } from './jobs/search-index-job.ts';
import { viewIndexJob } from './jobs/view-index-job.ts';
import {
  type HousekeepingDeps,
  housekeepingJob,
  housekeepingSchedules,
  purgeJob,
  usageJob,
} from './operations/housekeeping.ts';

interface Background {
  readonly database: Database;
  readonly housekeeping: HousekeepingDeps;
  readonly fileDeps: FileDeps;
  readonly log: Logger;
  readonly newId: (kind: IdKind) => string;
  /** What is told to other addresses: mails, webhooks, records of databases. */
  readonly deliveryKinds: readonly DeliveryKind[];
  /** Writes answers to third-party services. */
  readonly answersElsewhere: AnyJobKind;
  readonly features: readonly {
    readonly jobs: readonly AnyJobKind[];
    readonly schedules?: readonly JobSchedule[];
  }[];
}

/** Everything that a server does besides answering: the jobs of its features and its own. */
export const backgroundJobs = ({ database, housekeeping, fileDeps, log, ...given }: Background): JobRunner =>
  new JobRunner({
    jobs: database.jobs,
    kinds: [
      deliveryJob(database.deliveries, given.deliveryKinds),
      given.answersElsewhere,
      housekeepingJob(housekeeping),
      purgeJob(housekeeping),
      usageJob(housekeeping),
      ...given.features.flatMap(({ jobs }) => jobs),
      thumbnailJob(fileDeps),
      searchIndexJob({ fillSearchIndex: database.fillSearchIndex, log }),
      viewIndexJob(database),
    ],
    schedules: [...housekeepingSchedules, ...given.features.flatMap(({ schedules = [] }) => schedules)],
    newJobId: () => given.newId('job'),
    now: Date.now,
    random: Math.random,
    log,
    severalServers: database.severalServers,
  });
