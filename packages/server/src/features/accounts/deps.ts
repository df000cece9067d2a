import type { OneAtATime } from '@weft/std';
import type { Logger } from 'pino';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { FileDeps } from '../../files/deps.ts';
import type { OpenStreams } from '../../http/open-streams.ts';
import type { Settings } from '../../settings.ts';
import type { FlowAccess } from '../flows/flow-access.ts';
import type { Auth } from './auth.ts';
import type { Invitations } from './invitations.ts';
import type { KnownDevices } from './known-devices.ts';
import type { People } from './people.ts';
import type { SessionList } from './session-list.ts';
import type { Sessions } from './sessions.ts';
import type { SignInFailures } from './sign-in-failures.ts';
import type { Tokens } from './tokens.ts';

/** What routes and policies of accounts use: what the module was given, and what it made of that. */
export interface AccountsDeps {
  readonly settings: Pick<Settings, 'signup' | 'csvMaxBytes'>;
  readonly log: Logger;
  /** Public address; known once the server listens. */
  readonly baseUrl: () => string;
  readonly mailer: { readonly sends: boolean };
  readonly audit: AuditLog;
  readonly streams: OpenStreams;
  readonly flowAccess: FlowAccess;
  /** Where pictures of people are kept. */
  readonly files: FileDeps;
  readonly auth: () => Auth;
  readonly sessions: Sessions;
  readonly sessionList: SessionList;
  readonly tokens: Tokens;
  readonly signInFailures: SignInFailures;
  readonly knownDevices: KnownDevices;
  readonly signUps: OneAtATime;
  readonly people: People;
  readonly invitations: Invitations;
}
