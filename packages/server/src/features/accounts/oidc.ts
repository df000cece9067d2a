import type { OutgoingHttp } from '@weft/integrations';
import { textFault } from '@weft/protocol';
import type { Account, User } from 'better-auth';
import { APIError, getOAuthState } from 'better-auth/api';
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { OidcProvider } from '../../oidc-settings.ts';

export interface OidcOptions {
  readonly providers: readonly OidcProvider[];
  /** Reaches private networks too: whoever runs the server chose the providers. */
  readonly outgoing: Pick<OutgoingHttp, 'request'>;
  readonly log: Logger;
  /** Refuses a new person by throwing `ProviderRefusal`. */
  readonly beforeSignUp: (person: {
    readonly email: string;
    readonly emailVerified: boolean;
    /** Where they go on to. */
    readonly next: string;
  }) => Promise<void>;
}

/** Why somebody does not come in by a provider; the page says it in words. */
export type ProviderRefusalReason = 'signup closed' | 'invitation needed' | 'domain refused';

/** The sign-in library leads back to the sign-in page with this, joined by `_`, as `error`. */
export const providerRefusal = (reason: ProviderRefusalReason): APIError =>
  new APIError('FORBIDDEN', { message: reason });

/** Asymmetric ones: with another, whoever knows the public key could sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Seconds by which the provider's clock may differ. */
const clockTolerance = 60;
const maxNameLength = 200;

const discovered = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
});
const claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  azp: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.unknown(),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
});
const userInfo = claims.omit({ nonce: true, azp: true });

const discoveryUrl = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

/** Who signed in, as the provider's signed token says; throws when anything of it is not as it must be. */
async function verifiedProfile(
  { issuer, clientId }: OidcProvider,
  outgoing: OidcOptions['outgoing'],
  tokens: { readonly idToken?: string | undefined; readonly accessToken?: string | undefined },
) {
  const read = async (url: string, headers: { readonly [name: string]: string } = {}): Promise<unknown> => {
    const answer = await outgoing.request({
      url,
      headers: { accept: 'application/json', ...headers },
      timeout: 10_000,
    });
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
    return JSON.parse(await answer.text());
  };
  const found = discovered.parse(await read(discoveryUrl(issuer)));
  if (found.issuer !== issuer) throw new Error(`The issuer calls itself ${found.issuer}, not ${issuer}`);
  const keys = createLocalJWKSet((await read(found.jwks_uri)) as JSONWebKeySet);
  const { payload } = await jwtVerify(tokens.idToken ?? '', keys, {
    issuer,
    audience: clientId,
    algorithms,
    clockTolerance,
    requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
  });
  const said = claims.parse(payload);
  const state = await getOAuthState();
  if (state?.nonce === undefined || said.nonce !== state.nonce)
    throw new Error('The token was made for another sign-in');
  const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1;
  if ((isForSeveral || said.azp !== undefined) && said.azp !== clientId)
    throw new Error('The token was made for another client');
  if (said.email !== undefined || found.userinfo_endpoint === undefined) return said;
  const more = userInfo.parse(
    await read(found.userinfo_endpoint, { authorization: `Bearer ${tokens.accessToken ?? ''}` }),
  );
  if (more.sub !== said.sub) throw new Error('The answer about the person is about another');
  return more;
}

const configOf = (provider: OidcProvider, { outgoing, log }: OidcOptions): GenericOAuthConfig => ({
  providerId: provider.id,
  discoveryUrl: discoveryUrl(provider.issuer),
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  authorizationUrlParams: (ctx) => ({ nonce: String(ctx.body.additionalData.nonce) }),
  getUserInfo: async (tokens) => {
    try {
      const { sub, email, email_verified, name, preferred_username } = await verifiedProfile(
        provider,
        outgoing,
        tokens,
      );
      const shown = name || preferred_username || email?.split('@')[0] || 'Somebody';
      return {
        // Another issuer in the place of this one has other people under the same names.
        id: `${provider.issuer} ${sub}`,
        email: email !== undefined && textFault(email) === null ? email : null,
        emailVerified: email_verified === true || email_verified === 'true',
        name: textFault(shown) === null ? shown.slice(0, maxNameLength) : 'Somebody',
      };
    } catch (error) {
      log.warn({ err: error, provider: provider.id }, 'a sign-in by a provider was refused');
      return null;
    }
  },
});

export const oidcPlugin = (options: OidcOptions) =>
  genericOAuth({ config: options.providers.map((provider) => configOf(provider, options)) });

/** What is asked before a person is made, and what is kept of the provider. */
export const oidcHooks = ({ beforeSignUp }: OidcOptions) => ({
  user: {
    create: {
      before: async (user: User) => {
        const state = await getOAuthState();
        if (state !== null)
          await beforeSignUp({
            email: user.email,
            emailVerified: user.emailVerified,
            next: state.callbackURL,
          });
      },
    },
  },
  account: {
    create: {
      // Nothing is asked of the provider once somebody is signed in: what would let us is not kept.
      before: async (account: Account) => ({
        data: { ...account, accessToken: null, refreshToken: null, idToken: null },
      }),
    },
  },
});
