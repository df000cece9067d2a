import type { Notifications } from '@weft/db';

/** What routes of notifications use. */
export interface NotificationsDeps {
  readonly notifications: Notifications;
  /** What a queue of jobs is called for people. */
  readonly labelOf: (queue: string) => string;
}
