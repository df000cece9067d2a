import type { BaseStore, Deliveries, Jobs, SecretRows } from '@weft/db';
import type { IdKind, OneAtATime } from '@weft/std';
import type { Logger } from 'pino';
import type { Auth } from './auth/auth.ts';
import type { KnownDevices } from './auth/known-devices.ts';
import type { OpenStreams } from './auth/open-streams.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Database } from './database.ts';
import type { AuditLog } from './directory/audit-log.ts';
import type { Files } from './directory/files.ts';
import type { FlowAccess } from './directory/flow-access.ts';
import type { Flows } from './directory/flows.ts';
import type { ImportStates } from './directory/import-states.ts';
import type { Invitations } from './directory/invitations.ts';
import type { People } from './directory/people.ts';
import type { SessionList } from './directory/session-list.ts';
import type { SignInFailures } from './directory/sign-in-failures.ts';
import type { Tokens } from './directory/tokens.ts';
import type { Imports } from './imports/imports.ts';
import type { Profiles } from './imports/profiles.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { AtOnce } from './policies/at-once.ts';
import type { ScanSlots } from './reads/scan-slots.ts';
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
  readonly atOnce: AtOnce;
  readonly people: People;
  readonly invitations: Invitations;
  readonly flows: Flows;
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
