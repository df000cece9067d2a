import type { z } from 'zod';
import type { ConfigField, Connector, ServiceAccount, ServiceAuth } from './connector.ts';
import type { ServiceConfig, ServiceHttp } from './service-http.ts';

export type OAuthWay = Extract<ServiceAuth, { readonly kind: 'oauth' }>;
type ConfigWay = Extract<ServiceAuth, { readonly kind: 'config' }>;

/** The sign-in that a connection with this config has, of those of its service; null: the service has none. */
export function oauthWayOf({ auth }: Pick<Connector, 'auth'>, config: ServiceConfig): OAuthWay | null {
  const ways = auth.filter((way): way is OAuthWay => way.kind === 'oauth');
  const isMarked = ({ marks }: OAuthWay) =>
    marks !== undefined && Object.entries(marks).every(([key, value]) => config[key] === value);
  // One that was made while there was a single sign-in has no mark: the last stands for it.
  return ways.find(isMarked) ?? ways.at(-1) ?? null;
}

/** A way in by signing in at the provider. */
export const signIn = (
  provider: string,
  scopes: OAuthWay['scopes'],
  more: Partial<Pick<OAuthWay, 'label' | 'marks' | 'picksFiles' | 'headers'>> = {},
): OAuthWay => ({ kind: 'oauth', provider, scopes, ...more });

/** What stands in the secret settings of a connection. */
export const secretsOf = ({ auth, fields = [] }: Pick<Connector, 'auth' | 'fields'>, config: ServiceConfig) =>
  [...fields, ...auth.flatMap((way) => (way.kind === 'config' ? way.fields : []))]
    .filter(({ key, secret }) => secret === true && config[key] !== undefined)
    .map(({ key }) => String(config[key]));

type Pattern = NonNullable<ConfigField['pattern']>;
type More = Partial<Omit<ConfigField, 'key' | 'label' | 'kind'>>;

/** A text that is copied from the service, where it is found, and what it looks like. */
export const copied = (
  key: string,
  label: string,
  hint: string,
  pattern?: Pattern,
  more: More = {},
): ConfigField => ({ ...{ key, label, hint, kind: 'text', ...(pattern && { pattern }) }, ...more });

/** The same of what opens the service: it is sealed. */
export const secret = (key: string, label: string, hint: string, pattern?: Pattern, more: More = {}) =>
  copied(key, label, hint, pattern, { secret: true, ...more });

type ConfigChoice = NonNullable<ConfigField['choices']>[number];

/** Something of which one is chosen, the first at first; a text stands for itself. */
export const chosen = (
  key: string,
  label: string,
  choices: readonly (string | ConfigChoice)[],
  more: More = {},
): ConfigField => {
  const offered = choices.map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  return { ...{ key, label, kind: 'choice', choices: offered, initial: offered[0]?.value ?? '' }, ...more };
};

/** Where the service keeps an account, the first at first: what is called so goes to another address. */
export const region = (
  key: string,
  regions: { readonly [value: string]: string },
  hint?: string,
): ConfigField => {
  const choices = Object.entries(regions).map(([value, label]) => ({ value, label }));
  return chosen(key, 'Region', choices, { leads: true, ...(hint !== undefined && { hint }) });
};

/** Something that is so or not, and is not at first. */
export const switched = (key: string, label: string, more: More = {}): ConfigField => ({
  ...{ key, label, kind: 'switch', initial: false, optional: true, ...more },
});

/** A way in by what was copied from the service. */
export const byConfig = (
  label: string,
  fields: readonly ConfigField[],
  headers?: NonNullable<ConfigWay['headers']>,
): ConfigWay => ({ kind: 'config', label, fields, ...(headers && { headers }) });

/** A way in by one text copied from the service, its `apiKey`, which goes into these headers. */
export const oneKey = (
  label: string,
  hint: string,
  headers: (apiKey: string) => { readonly [name: string]: string },
  pattern?: Pattern,
): ConfigWay =>
  byConfig(label, [secret('apiKey', label, hint, pattern)], ({ apiKey }) => headers(String(apiKey)));

/** The same, sent as a bearer token. */
export const bearerToken = (label: string, hint: string, pattern: Pattern, scheme = 'Bearer '): ConfigWay =>
  oneKey(label, hint, (apiKey) => ({ authorization: `${scheme}${apiKey}` }), pattern);

/** What basic authentication (RFC 7617) sends. */
export const basic = (user: unknown, password: unknown): { readonly authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** Whose connection it is, by one read of the service: `check` of a connector. */
export const accountAt =
  <T>(path: string, shape: z.ZodType<T>, told: (answer: T, config: ServiceConfig) => ServiceAccount) =>
  async (http: ServiceHttp): Promise<ServiceAccount> =>
    told(await http.get(path, shape), http.config);
