import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Connection } from '@weft/db';
import {
  CalendarFault,
  OAuthClient,
  OAuthFault,
  type OAuthProvider,
  type OAuthWay,
  oauthWayOf,
  ServiceFault,
} from '@weft/integrations';
import { AppError, invalid, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import { callerOf, requireCaller } from '../../http/request-caller.ts';
import { serveReply } from '../../http/serve.ts';
import { scopesOf } from './catalogue.ts';
import { connectionNotFound, requireOwnConnection } from './connection-access.ts';
import type { OwnDeps } from './deps.ts';
import { writeServiceAudit } from './service-audit.ts';

/** Where people come back to who did not say. */
const usualPath = '/home/integrations';

/** The path of a page of ours; throws for one of others. */
export function ownPage(page: string | undefined, baseUrl: string, name: string): string {
  if (page === undefined || page === '') return usualPath;
  const url = URL.canParse(page, baseUrl) ? new URL(page, baseUrl) : null;
  // A path that begins with two slashes leads to another host in a browser, also once its dots are resolved.
  const isOwn = url !== null && url.origin === new URL(baseUrl).origin && !url.pathname.startsWith('//');
  if (!isOwn || page.startsWith('\\')) throw invalid(name, 'Not a page of this application');
  return `${url.pathname}${url.search}${url.hash}`;
}

export const callbackUrl = (provider: string, baseUrl: string): string =>
  new URL(`/connect/${provider}/callback`, baseUrl).href;

/** Where a browser begins the sign-in of a connection. */
export function signInPath(
  connection: Pick<Connection, 'id' | 'provider' | 'config'>,
  provider: OAuthProvider | undefined,
  pages: { readonly redirectUri?: string | undefined; readonly failureRedirectUri?: string | undefined },
): string {
  const query = new URLSearchParams({ serviceId: connection.id });
  for (const name of ['redirectUri', 'failureRedirectUri'] as const)
    if (pages[name] !== undefined) query.set(name, pages[name]);
  // Where the sign-in is not the same for everybody it is said; the server goes by the connection.
  for (const [name, url] of [
    ['authorize_url', provider?.authorizeUrl],
    ['access_url', provider?.tokenUrl],
  ] as const)
    if (typeof url === 'function') query.set(name, url(connection.config));
  return `/connect/${connection.provider}?${query}`;
}

const hashOf = (state: string): string => createHash('sha256').update(state).digest('base64url');

/** What proves that whoever brings the code began the sign-in (PKCE); it is made again from the state, and kept nowhere. */
const verifierOf = ({ secret }: Pick<OwnDeps, 'secret'>, state: string): string =>
  createHmac('sha256', secret).update(`sign-in of a connection ${state}`).digest('base64url');

function withResult(page: string, result: { readonly [name: string]: string }): string {
  const url = new URL(page, 'http://own.invalid');
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Throws where the operator has not set up what a sign-in needs. */
export async function requireSetUp({ http }: Pick<OwnDeps, 'http'>, way: OAuthWay): Promise<void> {
  const app = await http.appOf(way.provider);
  const label = http.providerOf(way.provider)?.label ?? way.provider;
  if (app === null)
    throw new AppError('conflict', `Ask an administrator to set up the sign-in with ${label} first`);
  if (way.picksFiles === true && app.pickerKey === null)
    throw new AppError('conflict', `Ask an administrator to set up the file picker of ${label} first`);
}

async function begin(
  deps: OwnDeps,
  caller: Caller,
  providerName: string,
  {
    serviceId,
    redirectUri,
    failureRedirectUri,
  }: {
    readonly serviceId: string;
    readonly redirectUri?: string | undefined;
    readonly failureRedirectUri?: string | undefined;
  },
): Promise<string> {
  const provider = deps.http.providerOf(providerName);
  if (provider === undefined) throw notFound('Provider not found');
  const baseUrl = deps.baseUrl();
  const pages = {
    redirectUri: ownPage(redirectUri, baseUrl, 'redirectUri'),
    failureRedirectUri: ownPage(failureRedirectUri ?? redirectUri, baseUrl, 'failureRedirectUri'),
  };
  const connection = await requireOwnConnection(deps, caller, serviceId);
  const connector = deps.http.builtInConnector(connection.type);
  const way = connector && oauthWayOf(connector, connection.config);
  if (!way || connection.provider !== providerName || way.provider !== providerName)
    throw connectionNotFound();
  const app = await deps.http.appOf(providerName);
  if (app === null)
    throw new AppError('conflict', `Ask an administrator to set up the sign-in with ${provider.label} first`);
  const state = randomBytes(32).toString('base64url');
  await deps.oauthSignIns.begin(hashOf(state), {
    ...{ serviceId, provider: providerName, userId: caller.userId, sessionId: caller.sessionId },
    ...pages,
  });
  return OAuthClient.authorizeUrl(provider, connection.config, {
    ...{ clientId: app.clientId, redirectUri: callbackUrl(providerName, baseUrl) },
    ...{ scopes: scopesOf(way, connection.config), state, verifier: verifierOf(deps, state) },
  });
}

/** Takes what a provider sent a browser back with; the page to go on to. */
async function end(
  deps: OwnDeps,
  request: FastifyRequest,
  providerName: string,
  returned: URLSearchParams,
): Promise<string> {
  const provider = deps.http.providerOf(providerName);
  if (provider === undefined) throw notFound('Provider not found');
  const state = returned.get('state') ?? '';
  // Taken out first: whatever comes of it, nobody comes back with it again.
  const signIn = await deps.oauthSignIns.take(hashOf(state));
  const caller = callerOf(request);
  const isTheirs =
    signIn !== null &&
    caller !== null &&
    signIn.provider === providerName &&
    signIn.userId === caller.userId &&
    signIn.sessionId === caller.sessionId;
  if (!isTheirs)
    return withResult(usualPath, {
      connectError: 'This sign-in is over, or was begun elsewhere: connect once more',
    });
  const refused = (why: string) => withResult(signIn.failureRedirectUri, { connectError: why });
  const connection = await deps.connections.find(signIn.serviceId);
  // They may have gone to work in another organization meanwhile.
  if (connection === null || connection.organizationId !== caller.organizationId)
    return refused('The connection is not there any more');
  const connector = deps.http.builtInConnector(connection.type);
  const app = await deps.http.appOf(providerName);
  if (connector === undefined || app === null) return refused('The sign-in is not set up any more');
  try {
    const tokens = await deps.http.client.exchange(provider, connection.config, app, {
      ...{ returned, state, redirectUri: callbackUrl(providerName, deps.baseUrl()) },
      verifier: verifierOf(deps, state),
    });
    const known = { ...connection.config, ...tokens.kept };
    const learned = (await connector.learn?.(deps.http.trying(connector, known, tokens, connection))) ?? {};
    const config = { ...known, ...learned };
    const account = await connector.check(deps.http.trying(connector, config, tokens, connection));
    // What a provider tells may open something (the address of a webhook), so it is sealed.
    const secret = await deps.http.seal(connection, { ...tokens.kept, ...learned }, tokens);
    const way = oauthWayOf(connector, config);
    const asked = way === null ? [] : scopesOf(way, config);
    const isThere = await deps.connections.letIn(connection, secret, {
      ...{ accountId: account.id.slice(0, 500), accountLabel: account.label.slice(0, 500) },
      scopes: tokens.scopes ?? asked,
      expiresAt:
        tokens.expiresIn === null ? null : new Date(deps.now() + tokens.expiresIn * 1_000).toISOString(),
    });
    if (!isThere) {
      await deps.http.revoke(
        { ...connection, accountLabel: account.label.slice(0, 500) },
        { config, tokens },
      );
      return refused('The connection is not there any more');
    }
    await writeServiceAudit(deps, caller, connection, 'service.connected');
    const { id, organizationId, userId, type } = connection;
    await deps.signedIn({ id, organizationId, userId, type, label: connector.label, account: account.label });
    const isOther = connection.accountId !== null && connection.accountId !== account.id;
    return withResult(signIn.redirectUri, {
      connected: connection.id,
      ...(isOther && { otherAccount: connection.accountLabel ?? connection.accountId ?? '' }),
    });
  } catch (error) {
    const isTold =
      error instanceof OAuthFault || error instanceof ServiceFault || error instanceof CalendarFault;
    if (isTold || (error instanceof AppError && error.kind === 'conflict')) return refused(error.message);
    // What the library refuses before it asks: an error of the provider's page, a state that is not ours.
    deps.log.warn({ err: error, provider: providerName }, 'a sign-in of a connection failed');
    return refused(`${provider.label} did not sign you in: connect once more`);
  }
}

/** Signing connections in at providers: `/connect/{provider}` and back. */
export function mountSignIns(app: FastifyInstance, deps: OwnDeps): void {
  serveReply(app, 'GET /connect/:provider', async ({ request, reply, path, query }) => {
    if (callerOf(request) === null) {
      if (deps.http.providerOf(path.provider) === undefined) throw notFound('Provider not found');
      return reply.redirect(`/sign-in?${new URLSearchParams({ next: request.url })}`, 302);
    }
    return reply.redirect(await begin(deps, requireCaller(request), path.provider, query()), 302);
  });

  serveReply(app, 'GET /connect/:provider/callback', async ({ request, reply, path }) => {
    const returned = new URL(request.url, deps.baseUrl()).searchParams;
    return reply
      .header('referrer-policy', 'no-referrer')
      .redirect(await end(deps, request, path.provider, returned), 302);
  });
}
