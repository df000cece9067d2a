import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectors } from '../connectors/connectors.ts';
import { type ServiceConfig, ServiceHttp } from '../connectors/service-http.ts';
import { OAuthClient, OAuthFault } from '../oauth/oauth-client.ts';
import type { OAuthProvider } from '../oauth/provider.ts';
import { oauthProviders } from '../oauth/providers.ts';
import { standIns } from './stand-ins.ts';
import { type Route, StrictServer } from './strict-server.ts';

const app = { clientId: 'client 1', clientSecret: 'sëcret:&' };
const redirectUri = 'https://weft.example.org/connect/callback';
const verifier = 'v'.repeat(43);

/** What each provider's own words ask of the token request, and how it answers; by the research of its documentation. */
interface Said {
  readonly secret: 'in a header' | 'in the body';
  readonly pkce: boolean;
  readonly json?: true;
  readonly answer: { readonly [name: string]: unknown };
  readonly refused: { readonly status: number; readonly json: unknown };
}

const standard = { status: 400, json: { error: 'invalid_grant', error_description: 'The code was used' } };
const hour = { access_token: 'access', refresh_token: 'refresh', token_type: 'Bearer', expires_in: 3_600 };
const forever = { access_token: 'access', token_type: 'bearer' };
const said: { readonly [provider: string]: Said } = {
  airtable: { secret: 'in a header', pkce: true, answer: { ...hour, scope: 'a b' }, refused: standard },
  google: {
    ...{ secret: 'in the body', pkce: true, refused: standard },
    answer: { ...hour, scope: 'openid email', id_token: 'not.looked.at' },
  },
  microsoft: {
    ...{ secret: 'in the body', pkce: true, refused: standard },
    answer: { ...hour, ext_expires_in: 3_600, scope: 'User.Read Mail.Send' },
  },
  notion: {
    ...{ secret: 'in a header', pkce: false, json: true, refused: standard },
    answer: { ...forever, refresh_token: null, bot_id: 'b1', workspace_name: 'Ada', owner: { type: 'user' } },
  },
  hubspot: { secret: 'in the body', pkce: false, answer: { ...hour, expires_in: 1_800 }, refused: standard },
  slack: {
    ...{ secret: 'in the body', pkce: false },
    answer: { ok: true, access_token: 'access', token_type: 'bot', scope: 'chat:write,channels:read' },
    refused: { status: 200, json: { ok: false, error: 'invalid_code' } },
  },
  mailchimp: {
    ...{ secret: 'in the body', pkce: false, refused: standard },
    answer: { access_token: 'access', expires_in: 0, scope: null },
  },
  monday: { secret: 'in the body', pkce: false, answer: { ...forever, scope: 'me:read' }, refused: standard },
  discord: {
    ...{ secret: 'in the body', pkce: true, refused: standard },
    answer: { ...hour, scope: 'webhook.incoming', webhook: { url: 'https://discord.com/api/webhooks/1/t' } },
  },
  zendesk: {
    secret: 'in the body',
    pkce: false,
    answer: { ...hour, scope: 'tickets:read' },
    refused: standard,
  },
  clickup: { secret: 'in the body', pkce: false, json: true, answer: forever, refused: standard },
  linear: { secret: 'in the body', pkce: true, answer: { ...hour, scope: 'read' }, refused: standard },
  pipedrive: {
    ...{ secret: 'in a header', pkce: false, refused: standard },
    answer: { ...hour, scope: 'base,deals:full', api_domain: 'https://ada.pipedrive.com' },
  },
  attio: { secret: 'in the body', pkce: false, answer: forever, refused: standard },
  intercom: {
    ...{ secret: 'in the body', pkce: false, refused: standard },
    answer: { token: 'access', access_token: 'access', token_type: 'Bearer' },
  },
  calendly: { secret: 'in a header', pkce: true, answer: { ...hour, owner: 'u1' }, refused: standard },
  salesforce: {
    ...{ secret: 'in the body', pkce: true, refused: standard },
    answer: { ...forever, refresh_token: 'refresh', instance_url: 'https://ada.my.salesforce.com', id: 'u' },
  },
  dropbox: {
    ...{ secret: 'in the body', pkce: true, refused: standard },
    answer: { ...hour, expires_in: 14_400, uid: '1', account_id: 'dbid:1' },
  },
};

it('a sandbox of Salesforce signs in at the test host, and everybody else at the other', () => {
  const salesforce = oauthProviders.find(({ name }) => name === 'salesforce');
  const hostsOf = (config: { readonly isSandbox: boolean }) =>
    [salesforce?.authorizeUrl, salesforce?.tokenUrl].map((url) =>
      typeof url === 'function' ? new URL(url(config)).host : url,
    );
  expect(hostsOf({ isSandbox: true })).toEqual(['test.salesforce.com', 'test.salesforce.com']);
  expect(hostsOf({ isSandbox: false })).toEqual(['login.salesforce.com', 'login.salesforce.com']);
});

const urlOf = (url: OAuthProvider['tokenUrl']) => (typeof url === 'string' ? url : url({}));

/** The token endpoint of a provider, which takes both grants and nothing beside what they need. */
function endpoint(provider: OAuthProvider, words: Said, refuses: () => boolean): Route {
  const secret =
    words.secret === 'in the body'
      ? { client_id: z.literal(app.clientId), client_secret: z.literal(app.clientSecret) }
      : {};
  const basic = `Basic ${Buffer.from('client%201:s%C3%ABcret%3A%26').toString('base64')}`;
  return {
    ...{ method: 'POST', url: urlOf(provider.tokenUrl), open: true },
    headers: z.looseObject({
      'content-type': z.literal(words.json ? 'application/json' : 'application/x-www-form-urlencoded'),
      ...(words.secret === 'in a header' && { authorization: z.literal(basic) }),
    }),
    body: z.union([
      z.strictObject({
        ...{ grant_type: z.literal('authorization_code'), code: z.literal('code/1') },
        ...{ redirect_uri: z.literal(redirectUri), ...secret },
        ...(words.pkce && { code_verifier: z.literal(verifier) }),
      }),
      z.strictObject({
        ...{ grant_type: z.literal('refresh_token'), refresh_token: z.literal('refresh'), ...secret },
      }),
    ]),
    answer: () => (refuses() ? words.refused : { json: words.answer }),
  };
}

describe.each(oauthProviders.filter(({ name }) => name in said))('signing in at $name', (provider) => {
  const words = said[provider.name];
  if (words === undefined) throw new Error('It is filtered');
  let refuses = false;
  const server = new StrictServer([endpoint(provider, words, () => refuses)]);
  beforeAll(() => server.listen());
  beforeEach(() => {
    refuses = false;
    server.reset();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const exchange = () =>
    new OAuthClient(server.outgoing).exchange(provider, {}, app, {
      ...{
        returned: new URLSearchParams({ code: 'code/1', state: 's1' }),
        state: 's1',
        redirectUri,
        verifier,
      },
    });
  const refresh = () => new OAuthClient(server.outgoing).refresh(provider, {}, app, 'refresh');

  it('asks a browser with the scopes of the services', async () => {
    const asked = { clientId: app.clientId, redirectUri, scopes: ['a', 'b'], state: 's1', verifier };
    const url = new URL(await OAuthClient.authorizeUrl(provider, {}, asked));
    const { searchParams } = url;
    expect(url.protocol).toBe('https:');
    expect(searchParams.get('redirect_uri')).toBe(redirectUri);
    expect(searchParams.get('state')).toBe('s1');
    expect(searchParams.get('scope')?.split(/[ ,]/)).toEqual(['a', 'b']);
    expect(searchParams.has('code_challenge')).toBe(words.pkce);
    expect(url.href).not.toContain('secret');
  });

  it('takes the tokens for a code, and newer ones', async () => {
    for (const tokens of [await exchange(), await refresh()]) {
      expect(tokens.accessToken).toBe('access');
      expect(tokens.refreshToken).toBe(words.answer.refresh_token ?? null);
      expect(tokens.expiresIn).toBe(words.answer.expires_in || null);
    }
    expect(server.violations).toEqual([]);
  });

  it('says that a grant is refused, and whose answer it is', async () => {
    refuses = true;
    for (const ask of [exchange, refresh]) {
      const fault = await ask().catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(OAuthFault);
      expect(fault).toMatchObject({ kind: 'refused', message: expect.stringContaining(provider.label) });
      expect((fault as Error).message).not.toMatch(/sëcret|refresh$|code\/1/);
    }
  });

  it('comes back later where the provider is away', async () => {
    server.faults.set(0, { kind: 'status', status: 503 });
    expect(await refresh().catch((error: unknown) => error)).toMatchObject({ kind: 'away' });
  });
});

it('knows what every provider of the services said', () => {
  const used = connectors.flatMap(({ auth }) =>
    auth.flatMap((way) => (way.kind === 'oauth' ? [way.provider] : [])),
  );
  const names = oauthProviders.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...new Set(used)]));
  expect(new Set(names).size).toBe(names.length);
});

describe('what a sign-in brings is all that requests need', () => {
  /** What the provider answers, beside the token, that leads to the vendor. */
  const brought: { readonly [type: string]: { readonly [name: string]: unknown } } = {
    mailchimp: { access_token: 'new', expires_in: 0, scope: null },
    discord: {
      ...hour,
      access_token: 'new',
      webhook: { url: standIns.discord?.().ways[0]?.config.webhookUrl },
    },
    salesforce: {
      ...{ ...forever, access_token: 'new', refresh_token: 'refresh', id: 'u' },
      instance_url: standIns.salesforce?.().ways[0]?.config.instance_url,
    },
  };

  it.each(Object.entries(brought))('of %s: it is checked, and an answer is written', async (type, answer) => {
    const connector = must(connectors.find((one) => one.type === type));
    const provider = must(oauthProviders.find(({ name }) => name === type));
    const words = { ...must(said[type]), answer };
    const vendor = must(standIns[type])();
    await using server = await new StrictServer([
      endpoint(provider, words, () => false),
      ...vendor.routes,
    ]).listen();
    server.credentials = [{ authorization: 'Bearer new' }, { authorization: 'OAuth new' }];
    const tokens = await new OAuthClient(server.outgoing).exchange(provider, {}, app, {
      ...{
        returned: new URLSearchParams({ code: 'code/1', state: 's1' }),
        state: 's1',
        redirectUri,
        verifier,
      },
    });
    const way = must(connector.auth.find(({ kind }) => kind === 'oauth'));
    const marks = way.kind === 'oauth' ? way.marks : {};
    const headersOf = (config: ServiceConfig) =>
      (way.kind === 'oauth' ? way.headers?.(tokens.accessToken, config) : undefined) ?? {
        authorization: `Bearer ${tokens.accessToken}`,
      };
    const httpOf = (config: ServiceConfig) =>
      new ServiceHttp(server.outgoing, connector, {
        ...{ config, headers: async () => headersOf(config), refresh: async () => false },
      });
    const known = { ...marks, ...tokens.kept };
    const config = { ...known, ...(await connector.learn?.(httpOf(known))) };
    expect(await connector.check(httpOf(config))).toEqual(vendor.ways[0]?.account);
    const item = { key: 'key 1', fields: vendor.fields, values: new Map(Object.entries(vendor.values)) };
    const written = await must(connector.write).run(httpOf(config), vendor.target, item);
    expect(written.said).not.toBe('');
    expect(server.violations).toEqual([]);
  });
});
