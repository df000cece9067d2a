import { httpCalls } from '@weft/protocol';
import { AppError, invalid } from '@weft/std';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import { readInput } from '../../http/read-input.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { accountDeletedMail } from '../../mail/letters.ts';
import { bodyOf } from './auth-requests.ts';
import type { AccountsDeps } from './deps.ts';
import { accountKey } from './known-devices.ts';
import { forgetPicture } from './picture-routes.ts';
import { requirePassword } from './require-password.ts';

/** What the browsers are told in which the person was signed in. */
const told = 'Your account was deleted.';

/** What deleting the caller's account would come to, as their dialog shows it before. */
export async function deletionOf({ people }: AccountsDeps, { userId }: Caller) {
  const { organizations, handsServerOver, possibleHeirs } = await people.planDeletion(userId);
  const heirs = Map.groupBy(possibleHeirs, ({ organizationId }) => organizationId);
  return {
    organizations: organizations.map(({ isAlone, isLastAdmin, ...organization }) => ({
      ...organization,
      outcome: isAlone ? ('deleted' as const) : isLastAdmin ? ('last-admin' as const) : ('left' as const),
      heirs: (heirs.get(organization.id) ?? []).map(({ id, name, email, role }) => ({
        id,
        name,
        email,
        role,
      })),
    })),
    handsServerOver,
  };
}

/** Deletes the caller's account: asked for with the password and the typed words, and told by a mail. */
export async function deleteAccount(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const { userId, email, picture } = requireCaller(request);
  const { password, confirmation, heirs, serverHeirEmail } = readInput(
    httpCalls['POST /api/auth/delete-user'].body,
    bodyOf(request),
  );
  if (confirmation !== `DELETE ${email}`) throw invalid('confirmation', `Type DELETE ${email}`);
  const refused = await requirePassword(deps, request, reply, password);
  if (refused !== null) return refused;
  const deleted = await deps.people.deleteAccount({ userId, heirs, serverHeirEmail, reason: told });
  if (deleted.kind === 'unknown') throw new AppError('unauthenticated', 'User not found');
  if (deleted.kind === 'last-admin')
    throw new AppError(
      'conflict',
      `You are the last admin of ${deleted.organizationName}: make somebody else an admin before you delete your account`,
    );
  if (deleted.kind === 'unknown-heir')
    throw invalid('heirs', `Choose another member of ${deleted.organizationName}, to whom what you own goes`);
  if (deleted.kind === 'unknown-server-heir')
    throw invalid('serverHeirEmail', 'Nobody else has an account with this address');
  deps.sessions.forget();
  deps.flowAccess.forget();
  for (const id of [...deleted.sessionIds, ...deleted.tokenIds])
    deps.streams.endSession(id, new AppError('unauthenticated', told));
  await forgetPicture(deps, picture);
  await deps.signInFailures.clear(accountKey(email));
  for (const organizationId of deleted.organizationIds)
    await deps.audit.add({ organizationId, userId, action: 'account.deleted', ip: request.ip });
  await deps.mailer.send(accountDeletedMail(email, deps.baseUrl()));
  return Response.json({ status: true });
}
