import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ServiceConfig } from '../connectors/service-http.ts';
import { type ClientApp, urlOf } from '../oauth/oauth-client.ts';
import type { OAuthProvider } from '../oauth/provider.ts';
import type { Route } from './strict-server.ts';

interface Code {
  readonly challenge: string | undefined;
  readonly redirectUri: string;
  readonly scope: string | undefined;
}

type FormBody = { readonly [name: string]: string };

/**
 * Where people sign in, as RFC 6749 and RFC 7636 have it: whoever comes is signed in at once, each code and each refresh
 * token is good once, and nothing that is not asked for as written is let through.
 */
export class LocalProvider {
  readonly app: ClientApp & { readonly clientSecret: string };
  readonly routes: readonly Route[];
  /** Access tokens that were given, the newest last. */
  readonly tokens: string[] = [];
  readonly #provider: OAuthProvider;
  readonly #codes = new Map<string, Code>();
  readonly #refresh = new Set<string>();

  /** `config`: of the connections that sign in, where that is not at one address. */
  constructor(provider: OAuthProvider, config: ServiceConfig = {}) {
    this.#provider = provider;
    const clientId = `815-${provider.name}-client`;
    this.app = { clientId, clientSecret: `${provider.name} secret` };
    const text = z.string().min(1);
    const own = z.strictObject({
      ...{ response_type: z.literal('code'), client_id: z.literal(clientId), redirect_uri: z.url() },
      ...{ state: z.string().min(16), scope: text.optional() },
      ...(provider.pkce && {
        code_challenge: z.string().length(43),
        code_challenge_method: z.literal('S256'),
      }),
      ...Object.fromEntries(
        Object.entries(provider.authorizeParams ?? {}).map(([name, value]) => [name, z.literal(value)]),
      ),
    });
    const secret = provider.clientAuth === 'post' ? { client_id: text, client_secret: text } : {};
    const verifier = provider.pkce ? { code_verifier: z.string().min(43) } : {};
    const exchange = z.strictObject({
      ...{ grant_type: z.literal('authorization_code'), code: text, redirect_uri: z.url() },
      ...{ ...secret, ...verifier },
    });
    const refresh = z.strictObject({
      ...{ grant_type: z.literal('refresh_token'), refresh_token: text, ...secret },
    });
    this.routes = [
      {
        ...{ method: 'GET', url: urlOf(provider.authorizeUrl, config), query: own, open: true },
        answer: ({ query }) => this.#authorize(query as z.infer<typeof own> & { code_challenge?: string }),
      },
      {
        ...{
          method: 'POST',
          url: urlOf(provider.tokenUrl, config),
          body: z.union([exchange, refresh]),
          open: true,
        },
        answer: ({ body, headers }) => this.#token(body as FormBody, headers.authorization),
      },
      ...(typeof provider.revokeUrl === 'string' ? [this.#revoking(provider.revokeUrl)] : []),
    ];
  }

  /** Lets nobody in any more with a token that it gave. */
  revokeAll(): void {
    this.tokens.length = 0;
    this.#refresh.clear();
  }

  /** Tokens whose grant was ended from outside. */
  readonly revoked: string[] = [];

  #revoking(url: string): Route {
    const body = z.strictObject({ token: z.string(), client_id: z.string(), client_secret: z.string() });
    const answer: Route['answer'] = (call) => {
      this.revoked.push((call.body as z.infer<typeof body>).token);
      return { text: '' };
    };
    return { ...{ method: 'POST', url, body, open: true }, answer };
  }

  /** The client is who it says, in the way that the provider wants. */
  #knows({ client_id, client_secret }: FormBody, authorization: unknown): boolean {
    const { clientId, clientSecret } = this.app;
    if (this.#provider.clientAuth === 'post') return client_id === clientId && client_secret === clientSecret;
    const basic = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    return authorization === `Basic ${Buffer.from(basic).toString('base64')}`;
  }

  #authorize(query: {
    readonly redirect_uri: string;
    readonly state: string;
    readonly scope?: string | undefined;
    readonly code_challenge?: string | undefined;
  }) {
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, {
      ...{ challenge: query.code_challenge, redirectUri: query.redirect_uri, scope: query.scope },
    });
    const back = new URL(query.redirect_uri);
    back.search = String(new URLSearchParams({ code, state: query.state }));
    return { status: 302, headers: { location: back.href }, text: '' };
  }

  #token(body: FormBody, authorization: unknown) {
    if (!this.#knows(body, authorization)) return { status: 401, json: { error: 'invalid_client' } };
    const refused = { status: 400, json: { error: 'invalid_grant' } };
    let scope: string | undefined;
    if (body.grant_type === 'authorization_code') {
      const code = this.#codes.get(body.code ?? '');
      this.#codes.delete(body.code ?? '');
      const challenge = createHash('sha256')
        .update(body.code_verifier ?? '')
        .digest('base64url');
      const isProven = !this.#provider.pkce || code?.challenge === challenge;
      if (code === undefined || !isProven || code.redirectUri !== body.redirect_uri) return refused;
      scope = code.scope;
    } else if (!this.#refresh.delete(body.refresh_token ?? '')) return refused;
    const [access, refresh] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
    this.tokens.push(access);
    this.#refresh.add(refresh);
    return {
      json: {
        ...{ access_token: access, refresh_token: refresh, expires_in: 3_600, token_type: 'Bearer' },
        ...(scope !== undefined && { scope }),
      },
    };
  }
}
