import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { bodyOf, passOn, textOf } from './auth-requests.ts';
import type { AccountsDeps } from './deps.ts';
import { limitPasswordAttempts, rememberDevice } from './sign-in-limit.ts';
import { workingAt } from './working-at.ts';

/** What is changed of the second factor needs the password, counted as when that is changed. */
async function withPassword(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const { userId } = requireCaller(request);
  const password = textOf(bodyOf(request), 'password');
  const key = { kind: 'account', key: `change:${userId}` } as const;
  const response = await limitPasswordAttempts(deps, key, reply, () =>
    passOn(deps, request, { body: { password } }),
  );
  deps.sessions.forget();
  return response;
}

/** A new secret and new recovery codes; the second factor is on once a code of the secret is given. */
export const enableTwoFactor = withPassword;

/** New recovery codes; those of before end. */
export const renewRecoveryCodes = withPassword;

export async function disableTwoFactor(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const response = await withPassword(deps, request, reply);
  if (response.ok) await writeAudit(deps, request, { action: 'two-factor.disabled' });
  return response;
}

/** A code, of the app or for recovery: the second step of signing in or, signed in, the first use of a new secret. */
export async function verifySecondFactor(deps: AccountsDeps, request: FastifyRequest): Promise<Response> {
  const { caller } = request;
  const code = textOf(bodyOf(request), 'code').replaceAll(/\s/g, '');
  // Nothing else: the library would trust the device for a month.
  const response = await passOn(deps, request, { body: { code } });
  if (!response.ok) return response;
  // The library makes a new session of the one that turned it on.
  deps.sessions.forget();
  if (caller !== null) {
    if (!caller.twoFactorEnabled) await writeAudit(deps, request, { action: 'two-factor.enabled' });
    return response;
  }
  const { user } = (await response.clone().json()) as { readonly user: { readonly email: string } };
  const person = await workingAt(deps, user.email);
  if (person !== null) await deps.audit.add({ ...person, action: 'sign-in', ip: request.ip });
  return rememberDevice(deps, response, user.email);
}
