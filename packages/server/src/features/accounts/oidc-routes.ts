import { randomBytes } from 'node:crypto';
import type { Invitation } from '@weft/db';
import { httpCalls } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import type { FastifyRequest } from 'fastify';
import { readInput } from '../../http/read-input.ts';
import { sessionCookie } from '../../http/session-cookie.ts';
import { bodyOf, passOn } from './auth-requests.ts';
import type { AccountsDeps } from './deps.ts';
import { isSentTo, requireEmailDomain } from './email-domains.ts';
import { acceptedDetails } from './invitation-routes.ts';
import { type OidcOptions, providerRefusal } from './oidc.ts';
import { rememberDevice } from './sign-in-limit.ts';
import { signUpMode } from './sign-up.ts';

const homePath = '/home';
/** Only pages of our own: an address could lead elsewhere. */
const ownPath = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])/.test(path) ? path : homePath;

const invitationCodeIn = (path: string): string | null =>
  /^\/invite\/([A-Za-z0-9_-]+)$/.exec(path)?.[1] ?? null;

/** What the library answers, which asks the provider; null where the provider does not answer as it must. */
async function askProvider(
  deps: AccountsDeps,
  request: FastifyRequest,
  change?: Parameters<typeof passOn>[2],
): Promise<Response | null> {
  try {
    return await passOn(deps, request, change);
  } catch (error) {
    // Of our own: the database is gone.
    if (error instanceof AppError) throw error;
    deps.log.warn({ err: error }, 'a provider that people sign in with did not answer');
    return null;
  }
}

/** Where a browser goes to sign in with a provider, and come back from. */
export async function beginProviderSignIn(deps: AccountsDeps, request: FastifyRequest): Promise<Response> {
  const { providerId, next } = readInput(httpCalls['POST /api/auth/sign-in/oauth2'].body, bodyOf(request));
  const provider = deps.settings.oidc.find(({ id }) => id === providerId);
  if (provider === undefined) throw notFound('Provider not found');
  const path = ownPath(next);
  const signIn = path === homePath ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: path })}`;
  const response = await askProvider(deps, request, {
    body: {
      providerId,
      callbackURL: path,
      errorCallbackURL: signIn,
      additionalData: { nonce: randomBytes(24).toString('base64url') },
    },
  });
  if (response?.ok === true) return response;
  throw new AppError(
    'unavailable',
    `${provider.name} could not be reached: try again in a moment, or sign in with your password`,
  );
}

/** What is asked before a provider's sign-in makes a new person: as of those who sign up with a password. */
export const providerSignUp =
  (deps: AccountsDeps): OidcOptions['beforeSignUp'] =>
  async ({ email, emailVerified, next }) => {
    const mode = await signUpMode(deps);
    if (mode === 'closed') throw providerRefusal('signup closed');
    const code = invitationCodeIn(next);
    const invitation = code === null ? null : await deps.invitations.open(code);
    if (mode === 'invite' && invitation === null) throw providerRefusal('invitation needed');
    if (invitation === null) return;
    const { organizationId } = invitation;
    const verified = emailVerified || isSentTo(invitation, email);
    await requireEmailDomain(deps, { organizationId, email, verified }).catch(() => {
      throw providerRefusal('domain refused');
    });
  };

/** The invitation that somebody without an organization followed; null where it is over, or not for them. */
async function join(
  deps: AccountsDeps,
  code: string,
  {
    id,
    email,
    emailVerified,
  }: { readonly id: string; readonly email: string; readonly emailVerified: boolean },
): Promise<Invitation | null> {
  const open = await deps.invitations.open(code);
  if (open === null) return null;
  const verified = emailVerified || isSentTo(open, email);
  try {
    await requireEmailDomain(deps, { organizationId: open.organizationId, email, verified });
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden') return null;
    throw error;
  }
  return deps.invitations.accept(code, id);
}

/** The provider sent the browser back: the library signs it in, and whoever is new gets an organization. */
export async function endProviderSignIn(deps: AccountsDeps, request: FastifyRequest): Promise<Response> {
  const response = await askProvider(deps, request);
  if (response === null)
    return new Response(null, { status: 302, headers: { location: '/sign-in?error=provider_unreachable' } });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const isSignedIn = cookies.some((cookie) => cookie.includes(`${sessionCookie}=`));
  const found = isSignedIn
    ? await deps.auth().api.getSession({ headers: new Headers({ cookie: cookies.join('; ') }) })
    : null;
  if (found === null) return response;
  const { id: userId, email, name } = found.user;
  const provider = String((request.params as { readonly providerId?: string }).providerId);
  const details = { provider };
  const worksIn = await deps.organizations.chosenBy(userId);
  if (worksIn !== null) {
    await deps.audit.add({ userId, organizationId: worksIn, action: 'sign-in', details, ip: request.ip });
    return rememberDevice(deps, response, email);
  }
  const code = invitationCodeIn(response.headers.get('location') ?? '');
  const joined = code === null ? null : await join(deps, code, found.user);
  // Who works on a flow from outside has an organization of their own.
  if (joined === null || joined.flow !== null) {
    const organizationId = await deps.organizations.makeFirst(userId, name);
    await deps.audit.add({ userId, organizationId, action: 'sign-up', details, ip: request.ip });
  }
  if (joined !== null)
    await deps.audit.add({
      userId,
      organizationId: joined.organizationId,
      action: 'invitation.accepted',
      details: { ...details, ...acceptedDetails(joined) },
      ip: request.ip,
    });
  const answer = new Response(null, response);
  // The invitation is used: its page would say that it is over.
  if (joined !== null) answer.headers.set('location', joined.flow === null ? homePath : `${homePath}/shared`);
  return rememberDevice(deps, answer, email);
}
