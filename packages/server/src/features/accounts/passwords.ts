import { textFault } from '@weft/protocol';
import { invalid } from '@weft/std';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Services } from '../../context.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { type Body, bodyOf, passOn } from './auth-requests.ts';
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

function textOf(body: Body, name: string): string {
  const text = body[name];
  if (typeof text !== 'string' || text === '') throw invalid(name, 'Not a text');
  const fault = textFault(text);
  if (fault !== null) throw invalid(name, fault);
  return text;
}

/** The same answer for every address: where its mail, if any, can be read. */
const onItsWay = (services: Services): Response =>
  Response.json({ status: true, delivery: services.mailer.sends ? 'mail' : 'outbox' });

/** A mail with a link to a new password, when the address is known. */
export async function requestReset(services: Services, request: FastifyRequest): Promise<Response> {
  const email = textOf(bodyOf(request), 'email');
  const response = await atLeast(floor, passOn(services, request, { body: { email } }));
  return response.ok ? onItsWay(services) : response;
}

/** A new password by the code of such a mail; the library calls `onReset`, which ends all that was open. */
export function resetPassword(services: Services, request: FastifyRequest): Promise<Response> {
  const body = bodyOf(request);
  return passOn(services, request, {
    body: { token: textOf(body, 'token'), newPassword: textOf(body, 'newPassword') },
  });
}

/**
 * What a reset ends: every session and every token of the person, for it is how an account is recovered, and the
 * other links to a new password, which may be in the hands of whoever had the account.
 */
export async function endAllOf(
  services: Services,
  { id: userId, email }: { readonly id: string; readonly email: string },
  ip: string | null,
): Promise<void> {
  await services.people.endResetCodes(userId);
  await services.signInFailures.clear(accountKey(email));
  const ended = await services.sessionList.endAll(userId, null);
  const revoked = await services.tokens.revokeAll(userId);
  services.sessions.forget();
  for (const id of [...ended, ...revoked.map((token) => token.id)]) services.streams.endSession(id);
  const organizationId = await services.people.organizationOf(userId);
  if (organizationId !== null)
    await services.audit.add({ organizationId, userId, action: 'password.reset', ip });
}

/** A mail that verifies the address; signed in, only one's own. */
export async function requestVerification(services: Services, request: FastifyRequest): Promise<Response> {
  const email = textOf(bodyOf(request), 'email');
  const response = await passOn(services, request, { body: { email } });
  return response.ok ? onItsWay(services) : response;
}

export async function noteVerified(services: Services, userId: string, ip: string | null): Promise<void> {
  const organizationId = await services.people.organizationOf(userId);
  if (organizationId !== null)
    await services.audit.add({ organizationId, userId, action: 'email.verified', ip });
}

/** Verifies an address by the code of such a mail. Nothing else of the search is passed on: it could lead elsewhere. */
export async function verifyEmail(services: Services, request: FastifyRequest): Promise<Response> {
  const token = textOf(request.query as Body, 'token');
  const response = await passOn(services, request, { search: { token } });
  services.sessions.forget();
  return response;
}

/** A new password by the current one; every other session of the person and every link to a new password end. */
export async function changePassword(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const caller = requireCaller(request);
  const body = bodyOf(request);
  const before = await services.sessionList.ofPerson(caller.userId);
  const given = {
    currentPassword: textOf(body, 'currentPassword'),
    newPassword: textOf(body, 'newPassword'),
    revokeOtherSessions: true,
  };
  // Counted apart from signing in, which whoever has the session must not hold up.
  const key = { kind: 'account', key: `change:${caller.userId}` } as const;
  const response = await limitPasswordAttempts(services, key, reply, () =>
    passOn(services, request, { body: given }),
  );
  if (!response.ok) return response;
  await services.people.endResetCodes(caller.userId);
  services.sessions.forget();
  for (const { sessionId } of before) services.streams.endSession(sessionId);
  await writeAudit(services, request, { action: 'password.changed' });
  return response;
}
