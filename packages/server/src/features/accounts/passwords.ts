import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { type Body, bodyOf, passOn, textOf } from './auth-requests.ts';
import type { AccountsDeps } from './deps.ts';
import { accountKey } from './known-devices.ts';
import { limitPasswordAttempts } from './sign-in-limit.ts';

/** Least milliseconds of an answer that must not tell, by its timing, whether an address is known. */
const floor = 400;

const atLeast = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  const waited = new Promise((resolve) => setTimeout(resolve, milliseconds));
  const [result] = await Promise.allSettled([work, waited]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
};

/** The same answer for every address: where its mail, if any, can be read. */
const onItsWay = (deps: AccountsDeps): Response =>
  Response.json({ status: true, delivery: deps.mailer.sends ? 'mail' : 'outbox' });

/** A mail with a link to a new password, when the address is known. */
export async function requestReset(deps: AccountsDeps, request: FastifyRequest): Promise<Response> {
  const email = textOf(bodyOf(request), 'email');
  const response = await atLeast(floor, passOn(deps, request, { body: { email } }));
  return response.ok ? onItsWay(deps) : response;
}

/** A new password by the code of such a mail; the library calls `onReset`, which ends all that was open. */
export function resetPassword(deps: AccountsDeps, request: FastifyRequest): Promise<Response> {
  const body = bodyOf(request);
  return passOn(deps, request, {
    body: { token: textOf(body, 'token'), newPassword: textOf(body, 'newPassword') },
  });
}

/**
 * What a reset ends: every session and every token of the person, for it is how an account is recovered, and the
 * other links to a new password, which may be in the hands of whoever had the account.
 */
export async function endAllOf(
  deps: AccountsDeps,
  { id: userId, email }: { readonly id: string; readonly email: string },
  ip: string | null,
): Promise<void> {
  await deps.people.endResetCodes(userId);
  await deps.signInFailures.clear(accountKey(email));
  const ended = await deps.sessionRows.endAll(userId, null);
  const revoked = await deps.tokens.revokeAll(userId);
  deps.sessions.forget();
  for (const id of [...ended, ...revoked.map((token) => token.id)]) deps.streams.endSession(id);
  const organizationId = await deps.organizations.chosenBy(userId);
  if (organizationId !== null) await deps.audit.add({ organizationId, userId, action: 'password.reset', ip });
}

/** A mail that verifies the address; signed in, only one's own. */
export async function requestVerification(deps: AccountsDeps, request: FastifyRequest): Promise<Response> {
  const email = textOf(bodyOf(request), 'email');
  const response = await passOn(deps, request, { body: { email } });
  return response.ok ? onItsWay(deps) : response;
}

export async function noteVerified(deps: AccountsDeps, userId: string, ip: string | null): Promise<void> {
  const organizationId = await deps.organizations.chosenBy(userId);
  if (organizationId !== null) await deps.audit.add({ organizationId, userId, action: 'email.verified', ip });
}

/** Verifies an address by the code of such a mail. Nothing else of the search is passed on: it could lead elsewhere. */
export async function verifyEmail(deps: AccountsDeps, request: FastifyRequest): Promise<Response> {
  const token = textOf(request.query as Body, 'token');
  const response = await passOn(deps, request, { search: { token } });
  deps.sessions.forget();
  // The mail proves an address, and signs nobody in.
  return response.ok ? Response.json({ status: true }) : response;
}

/** A new password by the current one; every other session of the person and every link to a new password end. */
export async function changePassword(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const caller = requireCaller(request);
  const body = bodyOf(request);
  const before = await deps.sessionRows.ofPerson(caller.userId);
  const given = {
    currentPassword: textOf(body, 'currentPassword'),
    newPassword: textOf(body, 'newPassword'),
    revokeOtherSessions: true,
  };
  // Counted apart from signing in, which whoever has the session must not hold up.
  const key = { kind: 'account', key: `change:${caller.userId}` } as const;
  const response = await limitPasswordAttempts(deps, key, reply, () =>
    passOn(deps, request, { body: given }),
  );
  if (!response.ok) return response;
  await deps.people.endResetCodes(caller.userId);
  deps.sessions.forget();
  for (const { sessionId } of before) deps.streams.endSession(sessionId);
  await writeAudit(deps, request, { action: 'password.changed' });
  return response;
}
