import { maxNoticeSecrets, secretOwnerOfNotices } from '@weft/db';
import { AppError, notFound } from '@weft/std';
import { requireOwnConnection } from './connection-access.ts';
import type { IntegrationsContext, IntegrationsHandlers } from './deps.ts';
import { writeServiceAudit } from './service-audit.ts';

export type NoticeCall =
  | 'integrations.paymentNotices'
  | 'integrations.addNoticeSecret'
  | 'integrations.removeNoticeSecret';

/** Characters that a secret is told apart by. */
const shown = 4;

/** An account that payments go to; a connection to anything else is not there. */
async function requireAccount({ deps, caller }: IntegrationsContext, serviceId: string) {
  const connection = await requireOwnConnection(deps, caller, serviceId);
  if (connection.type !== 'stripe') throw notFound('Connection not found');
  return connection;
}

const presentSecrets = async ({ deps }: IntegrationsContext, serviceId: string) =>
  (await deps.paymentNotices.of(serviceId)).map(({ ends }) => ends);

/** Where Stripe tells of payments, and what proves that it is Stripe. */
export const noticeMethods: IntegrationsHandlers<NoticeCall> = {
  'integrations.paymentNotices': async (context, { serviceId }) => {
    await requireAccount(context, serviceId);
    const address = new URL(`/webhooks/stripe/${serviceId}`, context.deps.baseUrl()).href;
    return { address, secrets: await presentSecrets(context, serviceId) };
  },

  'integrations.addNoticeSecret': async (context, { serviceId, secret }) => {
    const { deps, caller } = context;
    const connection = await requireAccount(context, serviceId);
    const sealed = await deps.secrets.seal(secret, secretOwnerOfNotices(serviceId));
    const added = await deps.paymentNotices.add(serviceId, secret.slice(-shown), sealed);
    if (added === 'full')
      throw new AppError(
        'limit',
        `There are ${maxNoticeSecrets} already: remove one that Stripe no longer uses`,
      );
    if (added === 'added') await writeServiceAudit(deps, caller, connection, 'service.changed');
    return { secrets: await presentSecrets(context, serviceId) };
  },

  'integrations.removeNoticeSecret': async (context, { serviceId, ends }) => {
    const { deps, caller } = context;
    const connection = await requireAccount(context, serviceId);
    if (await deps.paymentNotices.remove(serviceId, ends))
      await writeServiceAudit(deps, caller, connection, 'service.changed');
    return { secrets: await presentSecrets(context, serviceId) };
  },
};
