import { textFault } from '@weft/protocol';
import { AppError, invalid } from '@weft/std';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import type { Invitation } from '../directory/invitations.ts';
import { type Body, bodyOf, passOn } from './auth-requests.ts';

/** The invitation a sign-up names, in its body or its address; null when it names none. */
async function invitationOf(
  services: Services,
  request: FastifyRequest,
  body: Body,
): Promise<Invitation | null> {
  const query = request.query as Body;
  const code = body.invitationCode ?? query.invitationCode ?? null;
  if (code === null || code === '') return null;
  const invitation = typeof code === 'string' ? await services.invitations.open(code) : null;
  if (invitation === null)
    throw new AppError('invalid', 'This invitation is not valid any more', [
      { path: 'invitationCode', reason: 'Unknown, used or expired' },
    ]);
  return invitation;
}

/** A new person: with an invitation in its organization, without in a new one of their own. */
export async function signUp(services: Services, request: FastifyRequest): Promise<Response> {
  const body = bodyOf(request);
  const { name, email, password } = body;
  if (typeof name !== 'string' || name.trim() === '' || name.length > 200)
    throw invalid('name', 'Give a name of at most 200 characters');
  const fault = [name, email, password]
    .map((text) => (typeof text === 'string' ? textFault(text) : 'Not a text'))
    .find((found) => found !== null);
  if (fault !== undefined) throw invalid('email', fault);
  const invitation = await invitationOf(services, request, body);
  // One at a time, so that "the first person" is one person.
  return services.signUps.run(async () => {
    const first = await services.people.isEmpty();
    const { signup } = services.settings;
    if (!first && signup === 'closed') throw new AppError('forbidden', 'Sign-up is closed on this server');
    if (!first && signup === 'invite' && invitation === null)
      throw new AppError('forbidden', 'You need an invitation to sign up on this server');
    const response = await passOn(services, request, { body: { name: name.trim(), email, password } });
    if (!response.ok) return response;
    const { user } = (await response.clone().json()) as { readonly user: { readonly id: string } };
    const by = { userId: user.id, ip: request.ip };
    if (invitation === null) {
      const organizationId = await services.people.makeOrganization(user.id, name.trim());
      await services.audit.add({ ...by, organizationId, action: 'sign-up' });
    } else {
      await services.invitations.accept(invitation, user.id);
      const { organizationId, role } = invitation;
      await services.audit.add({ ...by, organizationId, action: 'invitation.accepted', details: { role } });
    }
    return response;
  });
}
