import type { HttpRoute } from '@weft/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { maxAnonymousBody } from '../../http/admission.ts';
import { networkOf } from '../../http/network.ts';
import { serveReply } from '../../http/serve.ts';
import { answer, bodyOf, passOn } from './auth-requests.ts';
import { changeEmail } from './change-email.ts';
import { deleteAccount } from './delete-account.ts';
import type { AccountsDeps } from './deps.ts';
import { beginProviderSignIn, endProviderSignIn } from './oidc-routes.ts';
import {
  changePassword,
  requestReset,
  requestVerification,
  resetPassword,
  verifyEmail,
} from './passwords.ts';
import { limitPasswordAttempts, rememberDevice } from './sign-in-limit.ts';
import { signUp } from './sign-up.ts';
import { disableTwoFactor, enableTwoFactor, renewRecoveryCodes, verifySecondFactor } from './two-factor.ts';
import { workingAt } from './working-at.ts';

async function signIn(deps: AccountsDeps, request: FastifyRequest, reply: FastifyReply): Promise<Response> {
  const { email, password, rememberMe } = bodyOf(request);
  // Nothing else: the library would send people on to any address it was given.
  const look = () => passOn(deps, request, { body: { email, password, rememberMe } });
  const response =
    typeof email === 'string'
      ? await limitPasswordAttempts(deps, deps.knownDevices.keyOf(request, email), reply, look)
      : await look();
  if (response.ok) {
    const { user } = (await response.clone().json()) as { readonly user?: { readonly email: string } };
    // The password was right, and a second factor is asked for.
    if (user === undefined) return response;
    const person = await workingAt(deps, user.email);
    if (person !== null) await deps.audit.add({ ...person, action: 'sign-in', ip: request.ip });
    return rememberDevice(deps, response, user.email);
  } else if (response.status === 401) {
    const person = typeof email === 'string' ? await workingAt(deps, email) : null;
    // Not awaited: the time of the answer must not tell whether the address is known.
    if (person !== null)
      deps.audit
        .add({ ...person, action: 'sign-in.failed', ip: request.ip })
        .catch((error: unknown) => deps.log.error({ err: error }, 'an audit entry was not written'));
  }
  return response;
}

async function signOut(deps: AccountsDeps, request: FastifyRequest): Promise<Response> {
  const response = await passOn(deps, request);
  const { caller } = request;
  // The library ends the cookie's session; one named by its id is ended here. An access token is no session.
  if (caller !== null && caller.scope === null) {
    await deps.sessionRows.end(caller.sessionId);
    deps.streams.endSession(caller.sessionId);
    await writeAudit(deps, request, { action: 'sign-out' });
  }
  deps.sessions.forget();
  return response;
}

/** Rate limit by network address, signed in or not: sessions are free, and must not allow more guesses. */
const perMinute = (max: number) => ({
  rateLimit: { max, timeWindow: 60_000, keyGenerator: (request: FastifyRequest) => networkOf(request.ip) },
});

interface AuthRoute {
  readonly route: HttpRoute;
  /** Requests per minute and address. */
  readonly most?: number;
  readonly run: (deps: AccountsDeps, request: FastifyRequest, reply: FastifyReply) => Promise<Response>;
}

/** The library's routes that are part of the contract; its others answer 404. */
const routes: readonly AuthRoute[] = [
  { route: 'POST /api/auth/sign-up/email', most: 60, run: signUp },
  { route: 'POST /api/auth/sign-in/email', most: 30, run: signIn },
  { route: 'POST /api/auth/sign-in/oauth2', most: 30, run: beginProviderSignIn },
  { route: 'GET /api/auth/oauth2/callback/:providerId', most: 30, run: endProviderSignIn },
  { route: 'POST /api/auth/sign-out', run: signOut },
  { route: 'GET /api/auth/get-session', run: (deps, request) => passOn(deps, request) },
  { route: 'POST /api/auth/request-password-reset', most: 20, run: requestReset },
  { route: 'POST /api/auth/reset-password', most: 20, run: resetPassword },
  { route: 'POST /api/auth/send-verification-email', most: 20, run: requestVerification },
  { route: 'GET /api/auth/verify-email', most: 60, run: verifyEmail },
  { route: 'POST /api/auth/change-password', most: 20, run: changePassword },
  { route: 'POST /api/auth/two-factor/enable', most: 20, run: enableTwoFactor },
  { route: 'POST /api/auth/two-factor/disable', most: 20, run: disableTwoFactor },
  { route: 'POST /api/auth/two-factor/generate-backup-codes', most: 20, run: renewRecoveryCodes },
  { route: 'POST /api/auth/two-factor/verify-totp', most: 20, run: verifySecondFactor },
  { route: 'POST /api/auth/two-factor/verify-backup-code', most: 20, run: verifySecondFactor },
  { route: 'POST /api/auth/change-email', most: 20, run: changeEmail },
  { route: 'POST /api/auth/delete-user', most: 20, run: deleteAccount },
];

/** Signing up, in and out, the session, and what mails are for, under /api/auth. */
export function mountAuth(app: FastifyInstance, deps: AccountsDeps): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: maxAnonymousBody },
      (_request, body, done) => done(null, body),
    );
    for (const { route, most, run } of routes)
      serveReply(
        scope,
        route,
        async ({ request, reply }) => answer(reply, await run(deps, request, reply)),
        most === undefined ? {} : { config: perMinute(most) },
      );
  });
}
