import type { Notifications } from '@weft/db';

/** What routes of notifications use. */
export interface NotificationsDeps {
  readonly notifications: Notifications;
  /** How many duplicates, imports and exports of theirs are under way. */
  readonly countFlowJobs: (userId: string) => Promise<number>;
  /** What a queue of jobs is called for people. */
  readonly labelOf: (queue: string) => string;
}
