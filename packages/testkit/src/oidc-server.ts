import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from './ports.ts';

/** Who signs in at the provider, and what its token says otherwise than it should. */
export interface OidcPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  /** Put over the claims of the token: another `iss`, `aud`, `nonce`, `exp`. */
  readonly forged?: { readonly [claim: string]: unknown };
  /** Signed with a key that is not the provider's. */
  readonly signedByAnother?: true;
  /** Says no. */
  readonly denies?: true;
}

/** An OpenID Connect provider that believes nothing: every request is checked as the standard says. */
export interface OidcServer extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who is signed in at the provider from now on; nobody is asked anything. */
  person: OidcPerson;
  /** What its discovery says it is called; its own address where null. */
  claimedIssuer: string | null;
}

interface Code {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly person: OidcPerson;
}

class Refusal extends Error {}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

function need(condition: boolean, what: string): void {
  if (!condition) throw new Refusal(what);
}

/** `redirectUri` is the one address it sends people back to. */
export async function startOidcServer(redirectUri: () => string): Promise<OidcServer> {
  const [clientId, clientSecret] = ['weft', randomBytes(16).toString('hex')];
  const [key, another] = [newKey(), newKey()];
  const codes = new Map<string, Code>();

  const sign = (claims: object, person: OidcPerson): string => {
    const head = `${base64url({ alg: 'RS256', kid: 'key', typ: 'JWT' })}.${base64url(claims)}`;
    const { privateKey } = person.signedByAnother ? another : key;
    return `${head}.${createSign('RSA-SHA256').update(head).sign(privateKey, 'base64url')}`;
  };

  const authorize = (query: URLSearchParams, response: ServerResponse): void => {
    const asked = (name: string): string => query.get(name) ?? '';
    need(asked('client_id') === clientId, 'client_id');
    need(asked('redirect_uri') === redirectUri(), 'redirect_uri');
    need(asked('response_type') === 'code', 'response_type');
    need(asked('scope').split(' ').includes('openid'), 'scope');
    need(asked('state').length >= 16, 'state');
    need(asked('nonce').length >= 16, 'nonce');
    need(asked('code_challenge_method') === 'S256' && asked('code_challenge').length === 43, 'PKCE');
    const back = new URL(redirectUri());
    back.searchParams.set('state', asked('state'));
    back.searchParams.set('iss', server.issuer);
    if (server.person.denies) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(16).toString('hex');
      codes.set(code, {
        redirectUri: asked('redirect_uri'),
        challenge: asked('code_challenge'),
        nonce: asked('nonce'),
        person: server.person,
      });
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { location: back.href }).end();
  };

  const token = async (request: IncomingMessage): Promise<object> => {
    need(request.method === 'POST', 'method');
    const body = new URLSearchParams(await text(request));
    need(body.get('client_id') === clientId && body.get('client_secret') === clientSecret, 'client');
    need(body.get('grant_type') === 'authorization_code', 'grant_type');
    const given = codes.get(body.get('code') ?? '');
    // Each code once.
    codes.delete(body.get('code') ?? '');
    if (given === undefined) throw new Refusal('code');
    need(body.get('redirect_uri') === given.redirectUri, 'redirect_uri');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    need(challenge === given.challenge, 'code_verifier');
    const { forged, signedByAnother, denies, ...person } = given.person;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: server.issuer,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce: given.nonce,
      ...person,
    };
    const accessToken = randomBytes(16).toString('hex');
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: sign({ ...claims, ...forged }, given.person),
    };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', server.issuer);
    const answers: { readonly [path: string]: () => unknown } = {
      '/.well-known/openid-configuration': () => ({
        issuer: server.claimedIssuer ?? server.issuer,
        authorization_endpoint: `${server.issuer}/authorize`,
        token_endpoint: `${server.issuer}/token`,
        jwks_uri: `${server.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/keys': () => ({
        keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }],
      }),
      '/token': () => token(request),
    };
    if (url.pathname === '/authorize') return authorize(url.searchParams, response);
    const found = answers[url.pathname];
    need(found !== undefined, 'path');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await found?.()));
  };

  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const refused = error instanceof Refusal;
      response
        .writeHead(refused ? 400 : 500, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: 'invalid_request', error_description: String(error) }));
    });
  });
  const port = await listenLocally(http);
  const server: OidcServer = {
    issuer: `http://127.0.0.1:${port}`,
    clientId,
    clientSecret,
    person: { sub: 'nobody' },
    claimedIssuer: null,
    [Symbol.asyncDispose]: async () => {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
    },
  };
  return server;
}
