import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { emailChangeNotice } from '../../mail/letters.ts';
import { bodyOf, passOn, textOf } from './auth-requests.ts';
import type { AccountsDeps } from './deps.ts';
import { requireTakenEverywhere } from './email-domains.ts';
import { requirePassword } from './require-password.ts';

/** Sends a mail to a new address, by which it becomes the person's; the old one is told at once. */
export async function changeEmail(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const caller = requireCaller(request);
  const body = bodyOf(request);
  const newEmail = textOf(body, 'newEmail').trim();
  const refused = await requirePassword(deps, request, reply, textOf(body, 'password'));
  if (refused !== null) return refused;
  await requireTakenEverywhere(deps, caller.userId, newEmail);
  const response = await passOn(deps, request, { body: { newEmail } });
  if (!response.ok) return response;
  await deps.mailer.send(emailChangeNotice(caller.email, deps.baseUrl()));
  await writeAudit(deps, request, { action: 'email.changed', details: { to: newEmail } });
  return Response.json({ status: true, delivery: deps.mailer.sends ? 'mail' : 'outbox' });
}
