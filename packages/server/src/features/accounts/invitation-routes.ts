import { type AccessLevel, flowNotFound } from '@weft/core';
import type { Invitation, InvitedTo } from '@weft/db';
import type { HttpAnswer } from '@weft/protocol';
import { AppError, isId, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import { invitationMail } from '../../mail/letters.ts';
import { requireCanDo } from '../flows/flow-policy.ts';
import type { AccountsDeps } from './deps.ts';
import { isSentTo, requireEmailDomain } from './email-domains.ts';

type Role = Caller['organizationRole'];

const over = () => notFound('This invitation is not valid any more');
const unknown = () => notFound('Invitation not found');

/** Members may invite members; only an organization's admin makes another admin. */
function requireMayInvite(person: Caller, role: Role): void {
  if (role === 'admin' && person.organizationRole !== 'admin')
    throw new AppError('forbidden', 'Only an admin of the organization can invite an admin');
}

/** Whose invitations somebody sees and ends: an admin everybody's, others their own. */
const makerOf = ({ organizationRole, userId }: Caller): string | null =>
  organizationRole === 'admin' ? null : userId;

type Inviting = Pick<Caller, 'organizationId' | 'userId'>;

/** What the audit log says of an invitation that was accepted. */
export const acceptedDetails = ({ role, flow }: Invitation): { readonly [name: string]: string } =>
  flow === null
    ? { role }
    : {
        role: 'collaborator',
        flowId: flow.id,
        type: flow.type,
        name: flow.name,
        accessLevel: flow.accessLevel,
      };

const isAddress = (text: string): boolean => z.email().safeParse(text).success;

/** How others join an organization. */
export function mountInvitations(app: FastifyInstance, deps: AccountsDeps): void {
  const urlOf = (code: string): string => new URL(`/invite/${code}`, deps.baseUrl()).href;

  async function invite({ organizationId, userId }: Inviting, email: string | null, to: InvitedTo) {
    if (email !== null) await requireEmailDomain(deps, { organizationId, email, verified: true });
    const made = await deps.invitations.make(organizationId, userId, email, to);
    if (made === null) throw new AppError('forbidden', 'You are no longer in this organization');
    if (email !== null) await deps.mailer.send(invitationMail(email, deps.baseUrl(), made.code));
    return { ...made, url: urlOf(made.code) };
  }

  /** Somebody outside is let in to one flow, as its owner and admins may share it. */
  async function inviteToFlow(
    request: FastifyRequest,
    input: { readonly email: string; readonly flowId: string; readonly accessLevel: AccessLevel },
  ) {
    const caller = requireCaller(request);
    const found = await deps.flowAccess.of(input.flowId, caller.userId);
    if (found === null) throw notFound(flowNotFound);
    requireCanDo(caller, 'share', found);
    const { organizationId, name, type } = found.flow;
    const email = input.email.trim().toLowerCase();
    const { members } = await deps.invitations.known(organizationId, [email]);
    if (members.has(email))
      throw new AppError('conflict', `${email} is a member of the organization: choose them by their name`);
    const { flowId, accessLevel } = input;
    const made = await invite({ organizationId, userId: caller.userId }, email, { flowId, accessLevel });
    await writeAudit(deps, request, {
      organizationId,
      action: 'invitation.made',
      details: { role: 'collaborator', email, flowId, type, name, accessLevel },
    });
    return made;
  }

  serve(app, 'POST /v1/invitations', async ({ request, body }) => {
    const caller = requireCaller(request);
    const input = body();
    const { email: to, flowId, accessLevel } = input;
    if (flowId !== undefined && to) return inviteToFlow(request, { email: to, flowId, accessLevel });
    requireMayInvite(caller, input.role);
    const made = await invite(caller, input.email || null, { role: input.role });
    const details = { role: input.role, email: input.email ?? '' };
    await writeAudit(deps, request, { action: 'invitation.made', details });
    return made;
  });

  serve(app, 'POST /v1/invitations/bulk', async ({ request, body }) => {
    const caller = requireCaller(request);
    const { emails, role } = body();
    requireMayInvite(caller, role);
    const addresses = [...new Set(emails.map((email) => email.trim().toLowerCase()))].filter(Boolean);
    const domains = await deps.organizations.domainsOf(caller.organizationId);
    const { members, invited } = await deps.invitations.known(
      caller.organizationId,
      addresses.filter(isAddress),
    );
    const reasonToSkip = (email: string): string | null => {
      if (!isAddress(email)) return 'Not an email address';
      if (domains?.includes(email.slice(email.lastIndexOf('@') + 1)) === false)
        return 'The organization takes no addresses of this domain';
      if (members.has(email)) return 'Is a member already';
      return invited.has(email) ? 'Has an open invitation' : null;
    };
    const invitations: HttpAnswer<'POST /v1/invitations/bulk'>['invitations'][number][] = [];
    const skipped: { readonly email: string; readonly reason: string }[] = [];
    for (const email of addresses) {
      const reason = reasonToSkip(email);
      if (reason !== null) skipped.push({ email, reason });
      else {
        invitations.push({ ...(await invite(caller, email, { role })), email });
        await writeAudit(deps, request, { action: 'invitation.made', details: { role, email } });
      }
    }
    return { invitations, skipped };
  });

  serve(app, 'GET /v1/invitations', async ({ request }) => {
    const caller = requireCaller(request);
    const listed = await deps.invitations.list(caller.organizationId, makerOf(caller));
    return { invitations: listed.map((one) => ({ ...one, url: urlOf(one.code) })) };
  });

  serve(app, 'POST /v1/invitations/:id/send', async ({ request, path: { id } }) => {
    const caller = requireCaller(request);
    const renewed = isId('inv', id)
      ? await deps.invitations.renew(id, caller.organizationId, makerOf(caller))
      : null;
    if (renewed === null) throw unknown();
    const { email, role, code } = renewed;
    if (email !== null) await deps.mailer.send(invitationMail(email, deps.baseUrl(), code));
    const details = { role, email: email ?? '' };
    await writeAudit(deps, request, { action: 'invitation.sent', details });
    return { id, code, url: urlOf(code) };
  });

  serve(app, 'DELETE /v1/invitations/:id', async ({ request, path: { id } }) => {
    const caller = requireCaller(request);
    const revoked = isId('inv', id)
      ? await deps.invitations.revoke(id, caller.organizationId, makerOf(caller))
      : null;
    if (revoked === null) throw unknown();
    const details = { role: revoked.role, email: revoked.email ?? '' };
    await writeAudit(deps, request, { action: 'invitation.revoked', details });
    return { ok: true } as const;
  });

  // Open to everybody who holds the code: the sign-up page names the organization one joins.
  serve(app, 'GET /v1/invitations/:code', async ({ path }) => {
    const invitation = await deps.invitations.open(path.code);
    if (invitation === null) throw over();
    const { organizationName, role, email, flow } = invitation;
    return { organization: { name: organizationName }, role, email, flow };
  });

  serve(app, 'POST /v1/invitations/:code/accept', async ({ request, path }) => {
    const caller = requireCaller(request);
    const open = await deps.invitations.open(path.code);
    // A membership that says 'read' would take from its owner, or an admin, what they may do with it.
    if (open?.flow && (await deps.organizations.isMember(open.organizationId, caller.userId)))
      throw new AppError(
        'conflict',
        `This invitation is for somebody outside ${open.organizationName}. You are a member: ask for access by your name.`,
      );
    if (open !== null)
      await requireEmailDomain(deps, {
        organizationId: open.organizationId,
        email: caller.email,
        verified: caller.emailVerified || isSentTo(open, caller.email),
      });
    const invitation = await deps.invitations.accept(path.code, caller.userId);
    if (invitation === null) throw over();
    const { organizationId, organizationName, flow } = invitation;
    if (flow === null) await deps.organizations.choose(caller.userId, organizationId);
    const details = acceptedDetails(invitation);
    await writeAudit(deps, request, { organizationId, action: 'invitation.accepted', details });
    deps.sessions.forget();
    deps.flowAccess.forget();
    return { organization: { id: organizationId, name: organizationName }, flow };
  });
}
