import type { BaseStore, Deliveries, FlowFeed, Flows, Jobs, SecretRows } from '@weft/db';
import type { IdKind, OneAtATime } from '@weft/std';
import type { Logger } from 'pino';
import type { AuditLog } from './audit/audit-log.ts';
import type { Database } from './database.ts';
import type { Auth } from './features/accounts/auth.ts';
import type { Invitations } from './features/accounts/invitations.ts';
import type { KnownDevices } from './features/accounts/known-devices.ts';
import type { People } from './features/accounts/people.ts';
import type { SessionList } from './features/accounts/session-list.ts';
import type { Sessions } from './features/accounts/sessions.ts';
import type { SignInFailures } from './features/accounts/sign-in-failures.ts';
import type { Tokens } from './features/accounts/tokens.ts';
import type { ScanSlots } from './features/bases/reads/scan-slots.ts';
import type { FlowAccess } from './features/flows/flow-access.ts';
import type { ImportStates } from './features/imports/import-states.ts';
import type { Imports } from './features/imports/imports.ts';
import type { Profiles } from './features/imports/profiles.ts';
import type { Files } from './files/files.ts';
import type { ConcurrencyLimit } from './http/concurrency-limit.ts';
import type { OpenStreams } from './http/open-streams.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Settings } from './settings.ts';

/** Dependencies of handlers: everything with a lifetime, and the clock and randomness. */
export interface Services {
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Public address; known once the server listens. */
  readonly baseUrl: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: (kind: IdKind) => string;
  readonly auth: () => Auth;
  readonly sessions: Sessions;
  readonly sessionList: SessionList;
  readonly tokens: Tokens;
  readonly jobs: Jobs;
  readonly runner: () => JobRunner;
  readonly deliveries: Deliveries;
  readonly secrets: Secrets;
  /** The sealed rows behind them. */
  readonly secretRows: SecretRows;
  /** One transaction of the control schema; whatever the work throws rolls everything back. */
  readonly transaction: Database['transaction'];
  readonly signInFailures: SignInFailures;
  readonly knownDevices: KnownDevices;
  readonly mailer: Mailer;
  readonly audit: AuditLog;
  readonly signUps: OneAtATime;
  readonly streams: OpenStreams;
  readonly concurrency: ConcurrencyLimit;
  readonly people: People;
  readonly invitations: Invitations;
  readonly flows: Flows;
  readonly flowFeed: FlowFeed;
  readonly flowAccess: FlowAccess;
  readonly files: Files;
  readonly importStates: ImportStates;
  readonly imports: Imports;
  readonly profiles: Profiles;
  /** Limits simultaneous reads that scan whole tables. */
  readonly scanSlots: ScanSlots;
  readonly base: (baseId: string) => BaseStore;
  /** Makes a flow of type base with an empty base behind it; its id. */
  readonly createBase: Database['createBase'];
  /** Removes a base and its flow for good, in the name of a person. */
  readonly removeBase: (baseId: string, userId: string) => Promise<void>;
  /** Drops deleted tables that nobody can restore any more. */
  readonly purge: Database['purge'];
  /** Resolves when the database answers. */
  readonly pingDatabase: () => Promise<void>;
}
