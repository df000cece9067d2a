import { expect, it } from 'vitest';
import type { OutgoingAnswer, OutgoingRequest } from '../safe-fetch/outgoing-http.ts';
import { OAuthClient, OAuthFault } from './oauth-client.ts';
import type { OAuthProvider } from './provider.ts';

const provider: OAuthProvider = {
  ...{ name: 'vendor', label: 'Vendor', clientAuth: 'basic', pkce: true, kept: ['region', 'deep'] },
  authorizeUrl: 'https://vendor.example/authorize',
  tokenUrl: ({ host }) => `https://${host}/token`,
  appsUrl: 'https://vendor.example/apps',
};
const app = { clientId: 'the-client', clientSecret: 'the secret: 100%' };
const config = { host: 'eu.vendor.example' };

/** A client whose provider answers this to everything; what it was asked. */
function clientOf(text: string, status = 200) {
  const asked: OutgoingRequest[] = [];
  const request = async (wanted: OutgoingRequest): Promise<OutgoingAnswer> => {
    asked.push(wanted);
    const bytes = async () => new TextEncoder().encode(text);
    const body = (async function* () {
      yield await bytes();
    })();
    return { status, headers: {}, url: wanted.url, body, bytes, text: async () => text };
  };
  return { client: new OAuthClient({ request }), asked };
}
const refresh = async (text: string, status?: number, more: Partial<OAuthProvider> = {}) => {
  const { client, asked } = clientOf(text, status);
  const tokens = await client.refresh({ ...provider, ...more }, config, app, 'old-token');
  return { tokens, asked };
};
const faultOf = (text: string, status?: number) =>
  refresh(text, status).then(
    () => null,
    (error: unknown) => error as OAuthFault,
  );

it('asks as the provider wants it, at the address of the connection', async () => {
  const { asked } = await refresh('{"access_token":"new","token_type":"Bearer"}');
  const [{ url, headers, body } = { url: '' }] = asked;
  expect([url, headers?.['content-type']]).toEqual([
    'https://eu.vendor.example/token',
    'application/x-www-form-urlencoded',
  ]);
  const [id, secret] = atob((headers?.authorization ?? '').replace('Basic ', '')).split(':');
  expect([id, decodeURIComponent(secret ?? '')]).toEqual([app.clientId, app.clientSecret]);
  expect(Object.fromEntries(new URLSearchParams(String(body)))).toEqual({
    ...{ grant_type: 'refresh_token', refresh_token: 'old-token' },
  });
  const inJson = await refresh('{"access_token":"new"}', 200, { tokenBody: 'json', clientAuth: 'post' });
  expect(JSON.parse(String(inJson.asked[0]?.body))).toEqual({
    ...{ grant_type: 'refresh_token', refresh_token: 'old-token' },
    ...{ client_id: app.clientId, client_secret: app.clientSecret },
  });
});

it.each([
  [
    'as the standard says',
    '{"access_token":"new","token_type":"Bearer","expires_in":3600,"refresh_token":"r"}',
  ],
  ['a number as a text', '{"access_token":"new","expires_in":"3600","refresh_token":"r"}'],
  [
    'another type, and an id token of nobody',
    '{"access_token":"new","token_type":"bot","expires_in":3600,"refresh_token":"r","id_token":"x.y.z"}',
  ],
  ['as a form', 'access_token=new&expires_in=3600&refresh_token=r'],
])('reads an answer %s', async (_how, text) => {
  const { tokens } = await refresh(text);
  expect(tokens).toMatchObject({ accessToken: 'new', refreshToken: 'r', expiresIn: 3600, scopes: null });
});

it('keeps what the provider’s declaration names, of the types that settings have', async () => {
  const { tokens } = await refresh('{"access_token":"new","region":"eu","deep":{"a":1},"scope":"a b,c"}');
  expect([tokens.kept, tokens.scopes, tokens.refreshToken]).toEqual([
    { region: 'eu' },
    ['a', 'b', 'c'],
    null,
  ]);
});

it('tells a grant that is refused from a provider that is away', async () => {
  expect(await faultOf('{"error":"invalid_grant"}', 400)).toMatchObject({
    kind: 'refused',
    code: 'invalid_grant',
  });
  expect(await faultOf('{"ok":false,"error":"invalid_grant"}')).toMatchObject({ kind: 'refused' });
  expect(await faultOf('{"error":"temporarily_unavailable"}', 503)).toMatchObject({ kind: 'away' });
  expect(await faultOf('<html>', 502)).toMatchObject({ kind: 'away' });
});

it.each([
  ['deep', `{"access_token":${'['.repeat(60_000)}${']'.repeat(60_000)}}`],
  ['a list', '[]'],
  ['nothing', ''],
  ['a number', '3'],
  ['a token that is none', '{"access_token":{"a":1}}'],
  ['a huge token', `{"access_token":"${'a'.repeat(100_000)}"}`],
  ['other types everywhere', '{"access_token":1,"expires_in":[],"refresh_token":{},"scope":4}'],
  ['an error that quotes', '{"error":"the secret: 100% old-token"}'],
])('takes no token from an answer that is %s, and quotes nothing of it', async (_what, text) => {
  const fault = await faultOf(text);
  expect(fault).toBeInstanceOf(OAuthFault);
  expect(fault?.message).not.toMatch(/secret|old-token|aaaa|\[\[/);
});
