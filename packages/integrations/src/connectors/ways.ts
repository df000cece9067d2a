import type { ConfigField, Connector, ServiceAuth } from './connector.ts';
import type { ServiceConfig } from './service-http.ts';

export type OAuthWay = Extract<ServiceAuth, { readonly kind: 'oauth' }>;

/** The sign-in that a connection with this config has, of those of its service; null: the service has none. */
export function oauthWayOf({ auth }: Pick<Connector, 'auth'>, config: ServiceConfig): OAuthWay | null {
  const ways = auth.filter((way): way is OAuthWay => way.kind === 'oauth');
  const isMarked = ({ marks }: OAuthWay) =>
    marks !== undefined && Object.entries(marks).every(([key, value]) => config[key] === value);
  // One that was made while there was a single sign-in has no mark: the last stands for it.
  return ways.find(isMarked) ?? ways.at(-1) ?? null;
}

/** A way in by one text copied from the service, which is sent as a bearer token. */
export const bearerToken = (
  label: string,
  hint: string,
  pattern: NonNullable<ConfigField['pattern']>,
  scheme = 'Bearer ',
): Extract<ServiceAuth, { readonly kind: 'config' }> => ({
  kind: 'config',
  label,
  fields: [{ ...{ key: 'apiKey', label, hint, pattern }, kind: 'text', secret: true }],
  headers: ({ apiKey }) => ({ authorization: `${scheme}${apiKey}` }),
});
