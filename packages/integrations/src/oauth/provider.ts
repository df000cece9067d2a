import type { ServiceConfig } from '../connectors/service-http.ts';

/** An address, where it is not the same for everybody: of a sandbox, of a subdomain. */
export type ProviderUrl = string | ((config: ServiceConfig) => string);

/** Where people sign in, and in which ways it differs from OAuth 2.0 as it is written (RFC 6749). */
export interface OAuthProvider {
  /** The last part of `/connect/{provider}`; it is stored and never changes. */
  readonly name: string;
  readonly label: string;
  readonly authorizeUrl: ProviderUrl;
  readonly tokenUrl: ProviderUrl;
  /** RFC 7009, or the provider's own; absent: it has none. */
  readonly revokeUrl?: ProviderUrl;
  /** How the client's secret travels: in a Basic header, or in the body. */
  readonly clientAuth: 'basic' | 'post';
  /** JSON where a form is the standard. */
  readonly tokenBody?: 'form' | 'json';
  /** Off where the provider refuses PKCE (RFC 7636). */
  readonly pkce: boolean;
  /** Between scopes; a space when absent. */
  readonly scopeSeparator?: string;
  /** Added to the address of the sign-in: `access_type=offline`. */
  readonly authorizeParams?: { readonly [name: string]: string };
  /** The standard's answer (RFC 6749 5.1) out of the provider's own, where that differs: Slack's `authed_user`. */
  readonly tokenAnswer?: (body: unknown) => unknown;
  /** Fields of the token's answer that are kept as the connection's config: `instance_url`. */
  readonly kept?: readonly string[];
  /** It has a dialog in which people choose files, for which its operator makes a key. */
  readonly hasPicker?: boolean;
  /** Where its operator makes an app, for the admin's page. */
  readonly appsUrl: string;
}
