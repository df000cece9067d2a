import { type IdKind, OneAtATime } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import type { ControlDatabase } from '../../control.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { mountAccount } from './account-routes.ts';
import { type Auth, createAuth } from './auth.ts';
import { mountAuth } from './auth-routes.ts';
import type { AccountsDeps } from './deps.ts';
import { Invitations } from './invitations.ts';
import { KnownDevices } from './known-devices.ts';
import { endAllOf, noteVerified } from './passwords.ts';
import { People } from './people.ts';
import { mountPeople } from './people-routes.ts';
import { mountPicture } from './picture-routes.ts';
import { SessionList } from './session-list.ts';
import { Sessions } from './sessions.ts';
import { SignInFailures } from './sign-in-failures.ts';
import { Tokens } from './tokens.ts';

interface AccountsNeeds
  extends Pick<AccountsDeps, 'settings' | 'log' | 'baseUrl' | 'audit' | 'streams' | 'flowAccess' | 'files'> {
  readonly control: ControlDatabase;
  readonly newId: (kind: IdKind) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Signs cookies and links. */
  readonly secret: string;
  readonly mailer: Mailer;
}

export type AccountsModule = ReturnType<typeof accountsModule>;

/** People, their organizations, and how they and their programs prove who they are. */
export function accountsModule({ control, newId, now, secret, mailer, ...given }: AccountsNeeds) {
  let auth: Auth | null = null;
  // Made when it is first used: by then the address is known.
  const theAuth = () =>
    (auth ??= createAuth({
      db: control,
      baseUrl: given.baseUrl(),
      secret,
      log: given.log,
      mailer,
      onReset: (user, ip) => endAllOf(deps, user, ip),
      onVerified: (userId, ip) => noteVerified(deps, userId, ip),
    }));
  const people = new People(control, newId);
  const deps: AccountsDeps = {
    ...given,
    mailer,
    auth: theAuth,
    people,
    sessions: new Sessions(theAuth, people, now),
    sessionList: new SessionList(control),
    tokens: new Tokens(control, newId),
    signInFailures: new SignInFailures(control),
    knownDevices: new KnownDevices(secret),
    signUps: new OneAtATime(),
    invitations: new Invitations(control, newId),
  };
  const { sessions, sessionList, signInFailures, invitations } = deps;
  return {
    people,
    invitations,
    /** Who sends a request. */
    sessions,
    /** Housekeeping of what is kept for a time only. */
    removeOld: [
      () => invitations.removeOld(),
      () => sessionList.removeOld(),
      () => signInFailures.removeOld(),
    ],
    mount: (app: FastifyInstance) => {
      mountAuth(app, deps);
      mountPeople(app, deps);
      mountAccount(app, deps);
      mountPicture(app, deps);
    },
  };
}
