import type { AccountRows, AiUsage, Usage } from '@weft/db';
import type { Scope } from '@weft/protocol';
import type { OneAtATime } from '@weft/std';
import type { Logger } from 'pino';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { FileDeps } from '../../files/deps.ts';
import type { OpenStreams } from '../../http/open-streams.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Settings } from '../../settings.ts';
import type { FlowAccess } from '../flows/flow-access.ts';
import type { Auth } from './auth.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Sessions } from './sessions.ts';

/** What routes and policies of accounts use: what the module was given, and what it made of that. */
export interface AccountsDeps extends AccountRows<Scope> {
  readonly settings: Pick<Settings, 'signup' | 'csvMaxBytes' | 'feedbackUrl' | 'oidc' | 'fileQuota' | 'ai'>;
  readonly log: Logger;
  /** Public address; known once the server listens. */
  readonly baseUrl: () => string;
  readonly mailer: Pick<Mailer, 'sends' | 'send'>;
  readonly audit: AuditLog;
  readonly streams: OpenStreams;
  readonly flowAccess: FlowAccess;
  /** Where pictures of people are kept. */
  readonly files: FileDeps;
  readonly usage: Usage;
  readonly aiUsage: AiUsage;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly auth: () => Auth;
  readonly sessions: Sessions;
  readonly knownDevices: KnownDevices;
  readonly signUps: OneAtATime;
}
