import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { ServiceConfig } from '../connectors/service-http.ts';
import { OutgoingFault, type OutgoingHttp } from '../safe-fetch/outgoing-http.ts';
import type { OAuthProvider, ProviderUrl } from './provider.ts';

/** The operator's app at a provider. */
export interface ClientApp {
  readonly clientId: string;
  /** Null: a public client, which has none. */
  readonly clientSecret: string | null;
}

export interface Tokens {
  readonly accessToken: string;
  /** Null: the provider gave none. */
  readonly refreshToken: string | null;
  /** Seconds it lives; null: the provider did not say. */
  readonly expiresIn: number | null;
  /** What was granted; null: what was asked for. */
  readonly scopes: readonly string[] | null;
  /** Fields of the answer that the provider's declaration keeps. */
  readonly kept: ServiceConfig;
}

/** `refused`: the grant, or the app, does not hold; `away`: the provider gave no answer that says so. */
export class OAuthFault extends Error {
  override readonly name = 'OAuthFault';
  readonly kind: 'refused' | 'away';
  /** The provider's own word: `invalid_grant`. */
  readonly code: string | null;

  constructor(kind: 'refused' | 'away', message: string, code: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.code = code;
  }
}

/** Milliseconds a provider has. */
const timeout = 20_000;
const maxBytes = 256 * 1024;
/** Characters of a token, and of what is kept beside it. */
const longestToken = 20_000;
const longestKept = 2_000;

const token = z.string().min(1).max(longestToken);
const kept = z.union([z.string().max(longestKept), z.number(), z.boolean()]);
const granted = z.looseObject({
  access_token: token,
  refresh_token: token.nullish().catch(null),
  // Past ten years it is another way to say never.
  expires_in: z.coerce.number().positive().max(315_360_000).nullish().catch(null),
  scope: z.string().max(longestToken).nullish().catch(null),
});

type FetchRequest = oauth.CustomFetchOptions<'POST', URLSearchParams>;
type RequestOptions = oauth.TokenEndpointRequestOptions;

export const urlOf = (url: ProviderUrl, config: ServiceConfig): string =>
  typeof url === 'string' ? url : url(config);

/** Asks providers for tokens; what differs from the standard is in their declarations. */
export class OAuthClient {
  readonly #outgoing: Pick<OutgoingHttp, 'request'>;

  constructor(outgoing: Pick<OutgoingHttp, 'request'>) {
    this.#outgoing = outgoing;
  }

  /** Where a browser goes to sign in. */
  static async authorizeUrl(
    provider: OAuthProvider,
    config: ServiceConfig,
    asked: {
      readonly clientId: string;
      readonly redirectUri: string;
      readonly scopes: readonly string[];
      readonly state: string;
      readonly verifier: string;
    },
  ): Promise<string> {
    const url = new URL(urlOf(provider.authorizeUrl, config));
    const { clientId, redirectUri, scopes, state, verifier } = asked;
    const params = {
      ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state },
      ...(scopes.length > 0 && { scope: scopes.join(provider.scopeSeparator ?? ' ') }),
      ...(provider.pkce && {
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
      ...provider.authorizeParams,
    };
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
    return url.href;
  }

  /** The tokens for the code that a browser brought back; `returned` is the whole query it came with. */
  exchange(
    provider: OAuthProvider,
    config: ServiceConfig,
    app: ClientApp,
    come: {
      readonly returned: URLSearchParams;
      readonly state: string;
      readonly redirectUri: string;
      readonly verifier: string;
    },
  ): Promise<Tokens> {
    return this.#ask(provider, config, app, async (server, client, authentication, options) => {
      const returned = new URLSearchParams(come.returned);
      // Only who published its issuer can be held to it (RFC 9207).
      returned.delete('iss');
      const params = oauth.validateAuthResponse(server, client, returned, come.state);
      const verifier = provider.pkce ? come.verifier : oauth.nopkce;
      const response = await oauth.authorizationCodeGrantRequest(
        ...([server, client, authentication, params, come.redirectUri, verifier, options] as const),
      );
      return oauth.processAuthorizationCodeResponse(server, client, response);
    });
  }

  refresh(
    provider: OAuthProvider,
    config: ServiceConfig,
    app: ClientApp,
    refreshToken: string,
  ): Promise<Tokens> {
    return this.#ask(provider, config, app, async (server, client, authentication, options) => {
      const response = await oauth.refreshTokenGrantRequest(
        ...([server, client, authentication, refreshToken, options] as const),
      );
      return oauth.processRefreshTokenResponse(server, client, response);
    });
  }

  /** Ends a grant where the provider can; whether it does is its own affair. */
  async revoke(
    provider: OAuthProvider,
    config: ServiceConfig,
    app: ClientApp,
    refreshOrAccessToken: string,
  ): Promise<void> {
    if (provider.revokeUrl === undefined) return;
    const { server, client, authentication, options } = this.#parts(provider, config, app);
    await oauth.revocationRequest(server, client, authentication, refreshOrAccessToken, options);
  }

  #parts(provider: OAuthProvider, config: ServiceConfig, { clientId, clientSecret }: ClientApp) {
    const server: oauth.AuthorizationServer = {
      issuer: new URL(urlOf(provider.authorizeUrl, config)).origin,
      token_endpoint: urlOf(provider.tokenUrl, config),
      ...(provider.revokeUrl !== undefined && { revocation_endpoint: urlOf(provider.revokeUrl, config) }),
    };
    const authentication =
      clientSecret === null
        ? oauth.None()
        : provider.clientAuth === 'basic'
          ? basicAuth(clientSecret)
          : oauth.ClientSecretPost(clientSecret);
    const options: RequestOptions = {
      [oauth.customFetch]: (url: string, request: FetchRequest) => this.#fetch(provider, url, request),
      // The client decides which addresses may be called; a server of a private network may speak http.
      [oauth.allowInsecureRequests]: true,
    };
    return { server, client: { client_id: clientId }, authentication, options };
  }

  async #ask(
    provider: OAuthProvider,
    config: ServiceConfig,
    app: ClientApp,
    ask: (
      server: oauth.AuthorizationServer,
      client: oauth.Client,
      authentication: oauth.ClientAuth,
      options: RequestOptions,
    ) => Promise<oauth.TokenEndpointResponse>,
  ): Promise<Tokens> {
    const { server, client, authentication, options } = this.#parts(provider, config, app);
    try {
      const answer = await ask(server, client, authentication, options);
      const { access_token, refresh_token, expires_in, scope } = granted.parse(answer);
      return {
        ...{ accessToken: access_token, refreshToken: refresh_token ?? null, expiresIn: expires_in ?? null },
        scopes: scope ? scope.split(/[ ,]+/).filter((one) => one !== '') : null,
        kept: Object.fromEntries(
          (provider.kept ?? []).flatMap((name) => {
            const value = kept.safeParse(answer[name]);
            return value.success ? [[name, value.data]] : [];
          }),
        ),
      };
    } catch (error) {
      throw faultOf(provider, error);
    }
  }

  /** What the library calls `fetch`: the one client of the server, which refuses private addresses. */
  async #fetch(
    provider: OAuthProvider,
    url: string,
    { method, headers, body: given }: FetchRequest,
  ): Promise<Response> {
    const sent = new URLSearchParams(given);
    const isJson = provider.tokenBody === 'json';
    const answer = await this.#outgoing.request({
      ...{ url, method: method as 'POST', timeout, maxBytes, redirects: 0 },
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      body: isJson ? JSON.stringify(Object.fromEntries(sent)) : sent.toString(),
    });
    const body = standardAnswer(provider, await answer.text());
    const isError = answer.status < 300 && isObject(body) && 'error' in body && !('access_token' in body);
    return Response.json(body, { status: answer.status < 200 ? 502 : isError ? 400 : answer.status });
  }
}

/** The answer as the standard writes it: providers leave out the type, write numbers as texts, or say 200 with an error. */
function standardAnswer(provider: OAuthProvider, text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Some answer as a form.
    body = Object.fromEntries(new URLSearchParams(text.slice(0, 10_000)));
  }
  const standard = provider.tokenAnswer?.(body) ?? body;
  if (!isObject(standard) || !('access_token' in standard)) return standard;
  // Nobody signs in here with it: an id token is none of ours.
  const { id_token: _, ...answer } = standard;
  const { refresh_token, expires_in, scope } = granted.safeParse(standard).data ?? {};
  return {
    ...answer,
    token_type: 'bearer',
    refresh_token: refresh_token ?? undefined,
    expires_in: expires_in ?? undefined,
    scope: scope ?? undefined,
  };
}

/**
 * The client in a Basic header. The library writes `-` as `%2D` too, as the standard allows, which providers that decode
 * nothing refuse; what stands as it is both kinds read alike.
 */
const basicAuth =
  (clientSecret: string): oauth.ClientAuth =>
  (_server, { client_id }, _body, headers) => {
    const credentials = `${encodeURIComponent(client_id)}:${encodeURIComponent(clientSecret)}`;
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  };

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function faultOf({ label }: OAuthProvider, error: unknown): OAuthFault {
  if (error instanceof OAuthFault) return error;
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    // The code is one of the standard's words, or close to them; the description may quote what was sent.
    const code = /^[\w.-]{1,60}$/.test(error.error) ? error.error : 'error';
    const isAway = error instanceof oauth.ResponseBodyError && (error.status >= 500 || error.status === 429);
    return new OAuthFault(
      isAway ? 'away' : 'refused',
      `${label} refused: ${code.replaceAll('_', ' ')}`,
      code,
    );
  }
  if (error instanceof OutgoingFault)
    return new OAuthFault('away', `${label} could not be reached: ${error.message}`, null, { cause: error });
  return new OAuthFault('away', `${label} answered in a way that was not expected`, null);
}
