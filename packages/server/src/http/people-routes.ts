import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireCaller } from '../auth/request-caller.ts';
import type { Services } from '../context.ts';
import type { Invitation } from '../directory/invitations.ts';
import { requireMayInvite } from '../policies/invite.ts';
import { readInput } from './read-input.ts';
import { nameText } from './texts.ts';

/** Without an email the link is for whoever receives it. */
export const inviting = z.object({
  email: z.union([z.email().max(254), z.literal('')]).nullish(),
  role: z.enum(['admin', 'member']).default('member'),
});

export const profile = z.object({ name: nameText.max(200, 'At most 200 characters') });

async function openInvitation(services: Services, code: string): Promise<Invitation> {
  const invitation = await services.invitations.open(code);
  if (invitation === null) throw notFound('This invitation is not valid any more');
  return invitation;
}

/** Who I am, who my colleagues are, and how others join. */
export function mountPeople(app: FastifyInstance, services: Services): void {
  app.get('/v1/me', async (request) => {
    const caller = requireCaller(request);
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
      mail: services.mailer.sends ? 'sent' : 'outbox',
    };
  });

  app.patch('/v1/me', async (request) => {
    const caller = requireCaller(request);
    const { name } = readInput(profile, request.body);
    await services.people.rename(caller.userId, name);
    services.sessions.forget();
    const { organizationId, userId } = caller;
    if (name !== caller.name)
      await services.audit.add({
        organizationId,
        userId,
        action: 'person.renamed',
        details: { from: caller.name, to: name },
        ip: request.ip,
      });
    return { ok: true };
  });

  app.get('/v1/people', async (request) => {
    const caller = requireCaller(request);
    return { people: await services.people.ofOrganization(caller.organizationId) };
  });

  app.post('/v1/invitations', async (request) => {
    const caller = requireCaller(request);
    const input = readInput(inviting, request.body);
    requireMayInvite(caller, input.role);
    const { id, code } = await services.invitations.make(
      caller.organizationId,
      caller.userId,
      input.email || null,
      input.role,
    );
    const { organizationId, userId } = caller;
    const details = { role: input.role, email: input.email ?? '' };
    await services.audit.add({ organizationId, userId, action: 'invitation.made', details, ip: request.ip });
    return { id, code, url: new URL(`/invite/${code}`, services.baseUrl()).href };
  });

  // Open to everybody who holds the code: the sign-up page names the organization one joins.
  app.get<{ Params: { code: string } }>('/v1/invitations/:code', async (request) => {
    const invitation = await openInvitation(services, request.params.code);
    return { organization: { name: invitation.organizationName }, role: invitation.role };
  });

  app.post<{ Params: { code: string } }>('/v1/invitations/:code/accept', async (request) => {
    const caller = requireCaller(request);
    const invitation = await openInvitation(services, request.params.code);
    await services.invitations.accept(invitation, caller.userId);
    await services.audit.add({
      organizationId: invitation.organizationId,
      userId: caller.userId,
      action: 'invitation.accepted',
      details: { role: invitation.role },
      ip: request.ip,
    });
    services.sessions.forget();
    services.flowAccess.forget();
    return { organization: { id: invitation.organizationId, name: invitation.organizationName } };
  });
}
