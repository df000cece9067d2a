import { createHash } from 'node:crypto';
import type { ConnectorDeclaration } from '@weft/protocol';
import { z } from 'zod';
import { type ServiceConfig, ServiceFault, type ServiceHttp } from '../service-http.ts';
import { basic } from '../ways.ts';

type ClientAuth = Extract<ConnectorDeclaration['auth'], { readonly kind: 'clientCredentials' }>;

const granted = z.object({
  access_token: z.string().min(1).max(20_000),
  expires_in: z.coerce.number().positive().nullish().catch(null),
});

/** Tokens that are remembered, and milliseconds for which one is that says nothing of its end. */
const most = 1_000;
const usualLife = 5 * 60_000;

const known = new Map<string, { readonly token: string; readonly until: number }>();

const keyOf = (auth: ClientAuth, { clientId, clientSecret }: ServiceConfig): string =>
  createHash('sha256')
    .update(JSON.stringify([auth, clientId, clientSecret]))
    .digest('hex');

/** What `ask` does with a token of a client (RFC 6749 4.4), with a new one where the service refuses the one it gave. */
export async function withClientToken<T>(
  http: ServiceHttp,
  auth: ClientAuth,
  ask: (headers: { readonly authorization: string }) => Promise<T>,
): Promise<T> {
  const key = keyOf(auth, http.config);
  const current = known.get(key);
  if (current !== undefined && current.until > Date.now()) {
    try {
      return await ask({ authorization: `Bearer ${current.token}` });
    } catch (error) {
      if (!(error instanceof ServiceFault && error.status === 401)) throw error;
      known.delete(key);
    }
  }
  const { clientId, clientSecret } = http.config;
  const inBody = auth.secretIn === 'body';
  const { access_token, expires_in } = await http.post(auth.tokenUrl, granted, {
    ...{ open: true, safe: true },
    form: {
      grant_type: 'client_credentials',
      ...(auth.scope !== undefined && { scope: auth.scope }),
      ...(inBody && { client_id: String(clientId), client_secret: String(clientSecret) }),
    },
    ...(!inBody && {
      headers: basic(encodeURIComponent(String(clientId)), encodeURIComponent(String(clientSecret))),
    }),
  });
  if (known.size >= most) known.clear();
  const life = typeof expires_in === 'number' ? expires_in * 900 : usualLife;
  known.set(key, { token: access_token, until: Date.now() + life });
  return ask({ authorization: `Bearer ${access_token}` });
}
