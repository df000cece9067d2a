import { AppError, isId, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { readInput } from '../../http/read-input.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { nameText } from '../../http/texts.ts';
import type { AccountsDeps } from './deps.ts';
import { requireMayInvite } from './invite.ts';
import { shownBy } from './sessions.ts';
import { signUpMode } from './sign-up.ts';

/** With an email the link is for one person; without, for everybody who receives it. */
export const inviting = z.object({
  email: z.union([z.email().max(254), z.literal('')]).nullish(),
  role: z.enum(['admin', 'member']).default('member'),
});

export const profile = z.object({ name: nameText.max(200, 'At most 200 characters') });

/** `userId` may name the caller, and nobody else. */
export const switching = z.object({
  userId: z.string().max(64).nullish(),
  organizationId: z.string().max(64),
});

const noPerson = () => notFound('Person not found');
const over = () => notFound('This invitation is not valid any more');

/** Whose invitations somebody sees and ends: an admin everybody's, others their own. */
const makerOf = ({ organizationRole, userId }: Caller): string | null =>
  organizationRole === 'admin' ? null : userId;

const meOf = (caller: Caller, { mailer, settings }: AccountsDeps) => {
  const [firstName = '', ...rest] = caller.name.split(' ');
  return {
    user: {
      id: caller.userId,
      name: caller.name,
      firstName,
      lastName: rest.join(' '),
      email: caller.email,
      emailVerified: caller.emailVerified,
    },
    organization: {
      id: caller.organizationId,
      name: caller.organizationName,
      role: caller.organizationRole,
    },
    isAdmin: caller.organizationRole === 'admin',
    isInstanceAdmin: caller.isInstanceAdmin,
    // Where mails of this server can be read: in one's own mailbox, or by its admin.
    mail: mailer.sends ? 'sent' : 'outbox',
    // What a page refuses before it is uploaded for nothing.
    csvMaxMb: settings.csvMaxBytes / (1024 * 1024),
  };
};

async function removePerson(
  deps: AccountsDeps,
  request: FastifyRequest,
  { userId: by, organizationId, organizationName }: Caller,
  userId: string,
): Promise<void> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(userId)) throw noPerson();
  const leaves = userId === by;
  const open = await deps.sessionList.ofPerson(userId);
  const removed = await deps.people.remove({ organizationId, userId, by });
  if (removed.kind === 'unknown') throw noPerson();
  if (removed.kind === 'forbidden')
    throw new AppError('forbidden', 'Only an admin of the organization can remove people');
  if (removed.kind === 'last-admin')
    throw new AppError(
      'conflict',
      `You are the last admin of ${organizationName}: invite another admin before you leave`,
    );
  const told = `You were removed from ${organizationName}. Your account stays: sign in to work in an organization of yours.`;
  const ended = !leaves && removed.workedHere;
  if (ended) await deps.sessionList.endBecause(userId, told);
  deps.sessions.forget();
  deps.flowAccess.forget();
  // A stream of another organization of theirs comes back by itself.
  const reason = ended ? new AppError('forbidden', told) : undefined;
  for (const { sessionId } of open) deps.streams.endSession(sessionId, reason);
  for (const id of removed.tokenIds) deps.streams.endSession(id, new AppError('forbidden', told));
  await deps.audit.add({
    organizationId,
    userId: by,
    action: leaves ? 'person.left' : 'person.removed',
    details: { name: removed.name, userId },
    ip: request.ip,
  });
}

/** Who I am, who my colleagues are, and how others join. */
export function mountPeople(app: FastifyInstance, deps: AccountsDeps): void {
  app.get('/v1/me', async (request) => meOf(requireCaller(request), deps));

  // What a page asks before it knows who looks at it: there a stranger is no fault.
  app.get('/v1/visitor', async (request) => {
    const { caller } = request;
    const shown = caller === null ? shownBy(request) : null;
    const notice = shown === null ? null : await deps.sessionList.whyEnded(shown);
    return {
      me: caller && meOf(caller, deps),
      signUp: await signUpMode(deps),
      ...(notice !== null && { notice }),
    };
  });

  app.patch('/v1/me', async (request) => {
    const caller = requireCaller(request);
    const { name } = readInput(profile, request.body);
    await deps.people.rename(caller.userId, name);
    deps.sessions.forget();
    if (name !== caller.name)
      await writeAudit(deps, request, {
        action: 'person.renamed',
        details: { from: caller.name, to: name },
      });
    return { ok: true };
  });

  app.get('/v1/organizations', async (request) => {
    const { userId, organizationId, scope } = requireCaller(request);
    const all = await deps.people.organizationsOf(userId);
    // A token knows of no organization but its own.
    const known = scope === null ? all : all.filter(({ id }) => id === organizationId);
    return { organizations: known.map((one) => ({ ...one, current: one.id === organizationId })) };
  });

  app.post('/admin/organizations/switchOrganization', async (request) => {
    const caller = requireCaller(request);
    const { userId, organizationId } = readInput(switching, request.body);
    if (userId != null && userId !== caller.userId)
      throw new AppError('forbidden', 'Everybody chooses their own organization');
    const chosen =
      isId('org', organizationId) && (await deps.people.chooseOrganization(caller.userId, organizationId));
    if (!chosen) throw notFound('Organization not found');
    // Written down where they come to; where they come from is nothing to its admins.
    if (organizationId !== caller.organizationId)
      await writeAudit(deps, request, { organizationId, action: 'organization.chosen' });
    deps.sessions.forget();
    deps.flowAccess.forget();
    return { redirectPath: '/home' };
  });

  app.get('/v1/people', async (request) => {
    const caller = requireCaller(request);
    return { people: await deps.people.ofOrganization(caller.organizationId) };
  });

  // By an admin; by anybody for themselves, who leave so.
  app.delete<{ Params: { id: string } }>('/v1/people/:id', async (request) => {
    const caller = requireCaller(request);
    await removePerson(deps, request, caller, request.params.id);
    return { ok: true };
  });

  app.post('/v1/invitations', async (request) => {
    const caller = requireCaller(request);
    const input = readInput(inviting, request.body);
    requireMayInvite(caller, input.role);
    const { id, code } = await deps.invitations.make(
      caller.organizationId,
      caller.userId,
      input.email || null,
      input.role,
    );
    const details = { role: input.role, email: input.email ?? '' };
    await writeAudit(deps, request, { action: 'invitation.made', details });
    return { id, code, url: new URL(`/invite/${code}`, deps.baseUrl()).href };
  });

  app.get('/v1/invitations', async (request) => {
    const caller = requireCaller(request);
    return { invitations: await deps.invitations.list(caller.organizationId, makerOf(caller)) };
  });

  app.delete<{ Params: { id: string } }>('/v1/invitations/:id', async (request) => {
    const caller = requireCaller(request);
    const { id } = request.params;
    const revoked = isId('inv', id)
      ? await deps.invitations.revoke(id, caller.organizationId, makerOf(caller))
      : null;
    if (revoked === null) throw notFound('Invitation not found');
    const details = { role: revoked.role, email: revoked.email ?? '' };
    await writeAudit(deps, request, { action: 'invitation.revoked', details });
    return { ok: true };
  });

  // Open to everybody who holds the code: the sign-up page names the organization one joins.
  app.get<{ Params: { code: string } }>('/v1/invitations/:code', async (request) => {
    const invitation = await deps.invitations.open(request.params.code);
    if (invitation === null) throw over();
    return { organization: { name: invitation.organizationName }, role: invitation.role };
  });

  app.post<{ Params: { code: string } }>('/v1/invitations/:code/accept', async (request) => {
    const caller = requireCaller(request);
    const invitation = await deps.invitations.accept(request.params.code, caller.userId);
    if (invitation === null) throw over();
    const { organizationId, role } = invitation;
    await deps.people.chooseOrganization(caller.userId, organizationId);
    await writeAudit(deps, request, { organizationId, action: 'invitation.accepted', details: { role } });
    deps.sessions.forget();
    deps.flowAccess.forget();
    return { organization: { id: invitation.organizationId, name: invitation.organizationName } };
  });
}
