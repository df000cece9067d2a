import type { AccountRows } from '@weft/db';
import type { OutgoingHttp } from '@weft/integrations';
import type { Scope } from '@weft/protocol';
import { OneAtATime } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import type { ControlDatabase } from '../../control.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { mountAccount } from './account-routes.ts';
import { type Auth, createAuth } from './auth.ts';
import { mountAuth } from './auth-routes.ts';
import { Callers } from './callers.ts';
import { mountCollaborators } from './collaborator-routes.ts';
import type { AccountsDeps } from './deps.ts';
import { mountInvitations } from './invitation-routes.ts';
import { KnownDevices } from './known-devices.ts';
import { providerSignUp } from './oidc-routes.ts';
import { mountOrganizations } from './organization-routes.ts';
import { endAllOf, noteVerified } from './passwords.ts';
import { mountPeople } from './people-routes.ts';
import { mountPicture } from './picture-routes.ts';
import { Sessions } from './sessions.ts';
import { mountSettings } from './setting-routes.ts';

interface AccountsNeeds
  extends Pick<
    AccountsDeps,
    | 'settings'
    | 'log'
    | 'baseUrl'
    | 'audit'
    | 'streams'
    | 'flowAccess'
    | 'files'
    | 'usage'
    | 'aiUsage'
    | 'now'
  > {
  readonly control: ControlDatabase;
  readonly rows: AccountRows<Scope>;
  /** Signs cookies and links. */
  readonly secret: string;
  readonly mailer: Mailer;
  /** Asks the providers that people sign in with. */
  readonly providerHttp: Pick<OutgoingHttp, 'request'>;
}

export type AccountsModule = ReturnType<typeof accountsModule>;

/** People, their organizations, and how they and their programs prove who they are. */
export function accountsModule({
  control,
  rows,
  now,
  secret,
  mailer,
  providerHttp,
  ...given
}: AccountsNeeds) {
  let auth: Auth | null = null;
  // Made when it is first used: by then the address is known.
  const theAuth = () =>
    (auth ??= createAuth({
      db: control,
      baseUrl: given.baseUrl(),
      secret,
      log: given.log,
      mailer,
      oidc: {
        providers: given.settings.oidc,
        outgoing: providerHttp,
        log: given.log,
        beforeSignUp: providerSignUp(deps),
      },
      onReset: (user, ip) => endAllOf(deps, user, ip),
      onVerified: (userId, ip) => noteVerified(deps, userId, ip),
    }));
  const deps: AccountsDeps = {
    ...given,
    ...rows,
    now,
    mailer,
    auth: theAuth,
    sessions: new Sessions(theAuth, new Callers(rows), rows.people, now),
    knownDevices: new KnownDevices(secret),
    signUps: new OneAtATime(),
  };
  const { people, organizations, invitations, sessions, sessionRows, signInFailures } = deps;
  return {
    people,
    organizations,
    invitations,
    /** Who sends a request. */
    sessions,
    /** Housekeeping of what is kept for a time only. */
    removeOld: [
      () => organizations.removeOld(),
      () => invitations.removeOld(),
      () => sessionRows.removeOld(),
      () => signInFailures.removeOld(),
    ],
    mount: (app: FastifyInstance) => {
      mountAuth(app, deps);
      mountPeople(app, deps);
      mountOrganizations(app, deps);
      mountInvitations(app, deps);
      mountCollaborators(app, deps);
      mountSettings(app, deps);
      mountAccount(app, deps);
      mountPicture(app, deps);
    },
  };
}
