import type { CallName } from '@weft/protocol';
import type { CallContext, Handlers } from '../../rpc/handler.ts';
import type { ConnectionHttp } from './connection-http.ts';
import type { IntegrationsDeps } from './integrations-deps.ts';

/** The same with what the module makes of it. */
export interface OwnDeps extends IntegrationsDeps {
  readonly http: ConnectionHttp;
}

export type IntegrationsContext = CallContext<OwnDeps>;
export type IntegrationsHandlers<K extends CallName> = Handlers<K, OwnDeps>;
