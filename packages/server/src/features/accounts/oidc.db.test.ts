import { type OidcPerson, type OidcServer, startOidcServer } from '@weft/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callAs, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

let provider: OidcServer;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  provider = await startOidcServer(() => new URL('/api/auth/oauth2/callback/oidc', server.url).href);
  server = await startTestServer({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Acme',
    // Nobody answers there.
    OIDC_2_ISSUER: 'http://127.0.0.1:9',
    OIDC_2_CLIENT_ID: 'weft',
    OIDC_2_CLIENT_SECRET: 'secret',
    OIDC_2_NAME: 'Gone',
  });
  ann = await server.signUp('Ann');
});
afterAll(async () => {
  await server.close();
  await provider[Symbol.asyncDispose]();
});
beforeEach(() => {
  provider.claimedIssuer = null;
});

/** A browser: it keeps the cookies it is given, and follows redirects only when told. */
function browser() {
  const jar = new Map<string, string>();
  const go = async (url: string, method = 'GET', body?: object): Promise<Response> => {
    const response = await fetch(new URL(url, server.url), {
      method,
      redirect: 'manual',
      headers: {
        ...(new URL(url, server.url).origin === new URL(server.url).origin && {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          origin: server.url,
        }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  /** Presses the provider's button; where the browser came to at last, a path of ours. */
  const signIn = async (
    person: OidcPerson,
    next?: string,
    change = (url: string) => url,
  ): Promise<string> => {
    provider.person = person;
    const begun = await go('/api/auth/sign-in/oauth2', 'POST', { providerId: 'oidc', ...(next && { next }) });
    const { url } = (await begun.json()) as { url: string };
    const atProvider = await go(url);
    const back = await go(change(atProvider.headers.get('location') ?? ''));
    const { pathname, search } = new URL(back.headers.get('location') ?? '', server.url);
    return `${pathname}${search}`;
  };
  const me = async () =>
    (
      (await (await go('/v1/visitor')).json()) as {
        me: {
          user: { id: string; email: string; emailVerified: boolean; name: string };
          organization: { name: string };
        } | null;
      }
    ).me;
  return { go, signIn, me };
}

const dora = { sub: '1', email: 'dora@acme.example', email_verified: true, name: 'Dora Acme' };
const error = (code: string, next?: string) =>
  `/sign-in?${new URLSearchParams({ ...(next && { next }), error: code })}`;

describe('signing in with a provider', () => {
  it('is offered to visitors by its name', async () => {
    const visitor = await callAs(server.url, null)('GET', '/v1/visitor');
    expect(await visitor.json()).toMatchObject({
      providers: [
        { id: 'oidc', name: 'Acme' },
        { id: 'oidc2', name: 'Gone' },
      ],
    });
  });

  it('makes an account of a new person, and opens it the next time', async () => {
    const first = browser();
    expect(await first.signIn(dora, '/database/abc')).toBe('/database/abc');
    const made = await first.me();
    expect(made).toMatchObject({
      user: { email: dora.email, emailVerified: true, name: 'Dora Acme' },
      organization: { name: "Dora Acme's organization" },
    });
    const again = browser();
    expect(await again.signIn({ ...dora, email: 'other@acme.example', name: 'Renamed' })).toBe('/home');
    expect((await again.me())?.user).toEqual(made?.user);
  });

  it('says so where the provider does not answer', async () => {
    const refused = await browser().go('/api/auth/sign-in/oauth2', 'POST', { providerId: 'oidc2' });
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.stringContaining('Gone could not be reached'),
    ]);
    const unknown = await browser().go('/api/auth/sign-in/oauth2', 'POST', { providerId: 'oidc3' });
    expect(unknown.status).toBe(404);
  });

  it('leads to pages of this server only', async () => {
    expect(await browser().signIn(dora, '//evil.example/')).toBe('/home');
    expect(await browser().signIn(dora, 'https://evil.example/')).toBe('/home');
  });

  it('opens an account with the same address only where both sides verified it', async () => {
    const eve: OidcPerson = { sub: 'eve', email: ann.email, email_verified: false, name: 'Eve' };
    expect(await browser().signIn(eve)).toBe(error('account_not_linked'));
    // Ann has not verified hers: somebody else may have signed up with it.
    expect(await browser().signIn({ ...eve, email_verified: true })).toBe(error('account_not_linked'));
    await server.control
      .withSchema('weft')
      .updateTable('auth_user' as never)
      .set({ emailVerified: true } as never)
      .where('id' as never, '=', ann.id as never)
      .execute();
    expect(await browser().signIn(eve)).toBe(error('account_not_linked'));
    const linked = browser();
    expect(await linked.signIn({ ...eve, email_verified: true })).toBe('/home');
    expect((await linked.me())?.user.id).toBe(ann.id);
  });

  it.each<[string, object]>([
    ['of another issuer', { forged: { iss: 'https://evil.example' } }],
    ['for another client', { forged: { aud: 'another' } }],
    ['made for another client among several', { forged: { aud: ['weft', 'another'], azp: 'another' } }],
    ['of another sign-in', { forged: { nonce: 'of-another-sign-in-of-theirs' } }],
    ['without a nonce', { forged: { nonce: undefined } }],
    ['that has expired', { forged: { exp: 1_000_000_000 } }],
    ['signed by another', { signedByAnother: true }],
  ])('refuses a token %s', async (_, wrong) => {
    const visitor = browser();
    expect(await visitor.signIn({ ...dora, ...wrong }, '/settings')).toBe(
      error('user_info_is_missing', '/settings'),
    );
    expect(await visitor.me()).toBeNull();
  });

  it('refuses a provider that calls itself otherwise', async () => {
    provider.claimedIssuer = 'https://evil.example';
    const visitor = browser();
    expect(await visitor.signIn(dora)).toMatch(/^\/sign-in\?error=/);
    expect(await visitor.me()).toBeNull();
  });

  it('refuses another state, a code of another browser, and a person who says no', async () => {
    const visitor = browser();
    const stolen = (url: string) => url.replace(/state=[^&]+/, 'state=of-nobody-at-all-000000000');
    expect(await visitor.signIn(dora, undefined, stolen)).toMatch(/^\/sign-in\?error=/);
    let address = '';
    await visitor.signIn(dora, undefined, (url) => {
      address = url;
      return '/healthz';
    });
    const victim = browser();
    const forced = await victim.go(address);
    expect(forced.headers.get('location')).toMatch(/\/sign-in\?error=/);
    expect([await visitor.me(), await victim.me()]).toEqual([null, null]);
    expect(await visitor.signIn({ ...dora, denies: true })).toBe(error('access_denied'));
  });

  it('brings a new person into the organization whose invitation they followed', async () => {
    const { code } = (await (await ann.call('POST', '/v1/invitations', {})).json()) as { code: string };
    const visitor = browser();
    const cem = { sub: 'cem', email: 'cem@acme.example', email_verified: true };
    expect(await visitor.signIn(cem, `/invite/${code}`)).toBe('/home');
    expect(await visitor.me()).toMatchObject({
      user: { name: 'cem' },
      organization: { name: "Ann's organization" },
    });
  });
});

describe('a server that takes in the invited only', () => {
  it('makes no account by a provider without an invitation, or with an address the organization does not take', async () => {
    const [issuer, outer] = [provider, server];
    await using other = await startOidcServer(
      () => new URL('/api/auth/oauth2/callback/oidc2', server.url).href,
    );
    provider = other;
    server = await startTestServer({
      SIGNUP: 'invite',
      OIDC_2_ISSUER: other.issuer,
      OIDC_2_CLIENT_ID: other.clientId,
      OIDC_2_CLIENT_SECRET: other.clientSecret,
    });
    try {
      const bob = await server.signUp('Bob');
      await bob.call('PATCH', '/v1/organization', { emailDomains: ['example.org', 'acme.example'] });
      const { code } = (await (await bob.call('POST', '/v1/invitations', {})).json()) as { code: string };
      const come = async (person: OidcPerson, next?: string) => {
        const visitor = browser();
        other.person = person;
        const begun = await visitor.go('/api/auth/sign-in/oauth2', 'POST', { providerId: 'oidc2', next });
        const { url } = (await begun.json()) as { url: string };
        const back = await visitor.go((await visitor.go(url)).headers.get('location') ?? '');
        const { pathname, search } = new URL(back.headers.get('location') ?? '', server.url);
        return `${pathname}${search}`;
      };
      expect(await come(dora)).toBe(error('invitation_needed'));
      const invited = `/invite/${code}`;
      expect(await come({ ...dora, email: 'd@evil.example' }, invited)).toBe(
        error('domain_refused', invited),
      );
      expect(await come({ ...dora, email_verified: false }, invited)).toBe(error('domain_refused', invited));
      expect(await come(dora, invited)).toBe('/home');
    } finally {
      await server.close();
      [provider, server] = [issuer, outer];
    }
  });
});
