import type { Invitation } from '@weft/db';
import { textFault } from '@weft/protocol';
import { AppError, invalid } from '@weft/std';
import type { FastifyRequest } from 'fastify';
import type { SignupMode } from '../../settings.ts';
import { type Body, bodyOf, passOn } from './auth-requests.ts';
import type { AccountsDeps } from './deps.ts';
import { isSentTo, requireEmailDomain } from './email-domains.ts';
import { acceptedDetails } from './invitation-routes.ts';
import { rememberDevice } from './sign-in-limit.ts';

/** The code of the invitation a sign-up names, in its body or its address; null when it names none. */
function invitationCodeOf(request: FastifyRequest, body: Body): unknown {
  const query = request.query as Body;
  const code = body.invitationCode ?? query.invitationCode ?? null;
  return code === '' ? null : code;
}

/** The invitation, taken for this person: nobody else can take it until it is given back. */
async function takeInvitation(deps: AccountsDeps, code: unknown): Promise<Invitation> {
  const invitation = typeof code === 'string' ? await deps.invitations.take(code) : null;
  if (invitation !== null) return invitation;
  throw new AppError('invalid', 'This invitation is not valid any more', [
    { path: 'invitationCode', reason: 'Unknown, used or expired' },
  ]);
}

/** Who may sign up now: the first person always may. */
export async function signUpMode({ settings, people }: AccountsDeps): Promise<SignupMode> {
  return settings.signup === 'open' || (await people.isEmpty()) ? 'open' : settings.signup;
}

/** A new person: with an invitation in its organization, without in a new one of their own. */
export async function signUp(deps: AccountsDeps, request: FastifyRequest): Promise<Response> {
  const response = await register(deps, request);
  return response.ok ? rememberDevice(deps, response, String(bodyOf(request).email)) : response;
}

async function register(deps: AccountsDeps, request: FastifyRequest): Promise<Response> {
  const body = bodyOf(request);
  const { name, email, password } = body;
  if (typeof name !== 'string' || name.trim() === '' || name.length > 200)
    throw invalid('name', 'Give a name of at most 200 characters');
  for (const [path, text] of Object.entries({ name, email, password })) {
    const fault = typeof text === 'string' ? textFault(text) : 'Not a text';
    if (fault !== null) throw invalid(path, fault);
  }
  const code = invitationCodeOf(request, body);
  // One at a time, so that "the first person" is one person.
  return deps.signUps.run(async () => {
    const mode = await signUpMode(deps);
    if (mode === 'closed') throw new AppError('forbidden', 'Sign-up is closed on this server');
    if (mode === 'invite' && code === null)
      throw new AppError('forbidden', 'You need an invitation to sign up on this server');
    const account = { name: name.trim(), email, password };
    if (code !== null) return signUpInvited(deps, request, account, code);
    const response = await passOn(deps, request, { body: account });
    if (!response.ok) return response;
    const userId = await idOf(response);
    const organizationId = await deps.organizations.makeFirst(userId, account.name);
    await deps.audit.add({ userId, organizationId, action: 'sign-up', ip: request.ip });
    return response;
  });
}

/** The invitation is taken before the person is made: of several servers asked at once, one makes a person by it. */
async function signUpInvited(
  deps: AccountsDeps,
  request: FastifyRequest,
  account: Body,
  code: unknown,
): Promise<Response> {
  const { invitations, audit } = deps;
  const open = typeof code === 'string' ? await invitations.open(code) : null;
  const email = String(account.email);
  if (open !== null)
    await requireEmailDomain(deps, {
      organizationId: open.organizationId,
      email,
      verified: isSentTo(open, email),
    });
  const invitation = await takeInvitation(deps, code);
  let response: Response | null = null;
  try {
    response = await passOn(deps, request, { body: account });
  } finally {
    if (response === null || !response.ok) await invitations.giveBack(invitation);
  }
  if (!response.ok) return response;
  const userId = await idOf(response);
  await invitations.join(invitation, userId);
  await audit.add({
    userId,
    organizationId: invitation.organizationId,
    action: 'invitation.accepted',
    details: acceptedDetails(invitation),
    ip: request.ip,
  });
  return response;
}

async function idOf(response: Response): Promise<string> {
  const { user } = (await response.clone().json()) as { readonly user: { readonly id: string } };
  return user.id;
}
