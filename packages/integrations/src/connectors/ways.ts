import type { ConfigField, ServiceAuth } from './connector.ts';

/** A way in by one text copied from the service, which is sent as a bearer token. */
export const bearerToken = (
  label: string,
  hint: string,
  pattern: NonNullable<ConfigField['pattern']>,
  scheme = 'Bearer ',
): ServiceAuth => ({
  kind: 'config',
  label,
  fields: [{ ...{ key: 'apiKey', label, hint, pattern }, kind: 'text', secret: true }],
  headers: ({ apiKey }) => ({ authorization: `${scheme}${apiKey}` }),
});
