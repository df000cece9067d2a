import type { Connection, Flow } from '@weft/db';
import { isTestKey, PaymentFault, StripePayments } from '@weft/integrations';
import { AppError, invalid } from '@weft/std';
import type { Caller } from '../../http/caller.ts';
import { loadConnection, whyNotInFlow } from './connection-access.ts';
import type { OwnDeps } from './deps.ts';

const type = 'stripe';

type Deps = Pick<OwnDeps, 'connections' | 'http' | 'outgoing'>;

/** The key of an account, as it was given or as its owner signed in; it never leaves the server. */
export async function accountKey({ http }: Pick<OwnDeps, 'http'>, connection: Connection): Promise<string> {
  const { apiKey } = await http.secretConfig(connection);
  return typeof apiKey === 'string' ? apiKey : http.accessToken(connection);
}

function paymentsBy({ http, outgoing }: Pick<Deps, 'http' | 'outgoing'>, key: string): StripePayments {
  const baseUrl = http.builtInConnector(type)?.baseUrl;
  const address = typeof baseUrl === 'string' ? new URL(baseUrl).origin : undefined;
  return new StripePayments(outgoing, key, address);
}

/** Accounts that forms are paid into. */
export const paymentAccounts = (deps: Deps) => ({
  open: async (serviceId: string): Promise<StripePayments> => {
    const connection = await deps.connections.find(serviceId);
    if (connection?.type !== type)
      throw new PaymentFault(
        'key',
        'The account is disconnected: connect it again to look after its payments',
      );
    return paymentsBy(deps, await accountKey(deps, connection));
  },

  choose: async (
    caller: Caller,
    flow: Pick<Flow, 'organizationId' | 'workspaceId'>,
    serviceId: string,
  ): Promise<{ readonly name: string; readonly test: boolean }> => {
    const connection = await loadConnection(deps, caller, serviceId, type);
    const kept = caller.organizationSettings.connectionsInWorkspace === true;
    const why = whyNotInFlow(connection, flow, kept);
    if (why !== null) throw new AppError('forbidden', why);
    const key = await accountKey(deps, connection);
    // Whoever pays first would find out otherwise; a Stripe that is away says nothing of it.
    await paymentsBy(deps, key)
      .tryRights()
      .catch((error: unknown) => {
        if (error instanceof PaymentFault && error.kind === 'key') throw invalid('serviceId', error.message);
        if (!(error instanceof PaymentFault)) throw error;
      });
    return { name: connection.name, test: isTestKey(key) };
  },
});
