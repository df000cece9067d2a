import type { Connector } from '../connectors/connector.ts';
import { ServiceHttp } from '../connectors/service-http.ts';
import { secretsOf } from '../connectors/ways.ts';
import type { StandIn } from './stand-in.ts';
import type { StrictServer } from './strict-server.ts';

/** A connection whose token the vendor does not know until it is refreshed, where it was signed in to. */
export function connection(
  connector: Connector,
  vendor: StandIn,
  server: StrictServer,
  way = 0,
  fresh = true,
) {
  const auth = connector.auth[way];
  const { config = {}, credential } = vendor.ways[way] ?? {};
  server.credentials = credential
    ? [credential('new')]
    : [{ authorization: 'Bearer new' }, { authorization: 'OAuth new' }];
  let token = fresh ? 'new' : 'old';
  const seen = { refreshes: 0, grant: true };
  const headers = () =>
    auth?.kind === 'config'
      ? (auth.headers?.(config) ?? {})
      : (auth?.headers?.(token, config) ?? { authorization: `Bearer ${token}` });
  const http = new ServiceHttp(server.outgoing, connector, {
    config,
    headers: async () => headers(),
    secrets: () => secretsOf(connector, config),
    refresh: async () => {
      seen.refreshes++;
      if (!seen.grant || auth?.kind !== 'oauth') return false;
      token = 'new';
      return true;
    },
  });
  return { http, seen };
}
