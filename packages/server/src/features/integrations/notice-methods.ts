import { maxNoticeSecrets, secretOwnerOfNotices } from '@weft/db';
import { isTestKey } from '@weft/integrations';
import { AppError } from '@weft/std';
import { connectionNotFound, requireOwnConnection } from './connection-access.ts';
import type { IntegrationsContext, IntegrationsHandlers } from './deps.ts';
import { accountKey } from './payment-accounts.ts';
import { writeServiceAudit } from './service-audit.ts';

export type NoticeCall =
  | 'integrations.paymentNotices'
  | 'integrations.addNoticeSecret'
  | 'integrations.removeNoticeSecret'
  | 'integrations.setPublishableKey';

/** Characters that a secret is told apart by. */
const shown = 4;

/** An account that payments go to; a connection to anything else is not there. */
async function requireAccount({ deps, caller }: IntegrationsContext, serviceId: string) {
  const connection = await requireOwnConnection(deps, caller, serviceId);
  if (connection.type !== 'stripe') throw connectionNotFound();
  return connection;
}

const presentSecrets = async ({ deps }: IntegrationsContext, serviceId: string) =>
  (await deps.paymentNotices.of(serviceId)).map(({ ends }) => ends);

/** Where Stripe tells of payments, and what proves that it is Stripe. */
export const noticeMethods: IntegrationsHandlers<NoticeCall> = {
  'integrations.paymentNotices': async (context, { serviceId }) => {
    await requireAccount(context, serviceId);
    const address = new URL(`/webhooks/stripe/${serviceId}`, context.deps.baseUrl()).href;
    const [secrets, publishableKey] = await Promise.all([
      presentSecrets(context, serviceId),
      context.deps.paymentNotices.pageKeyOf(serviceId),
    ]);
    return { address, secrets, publishableKey };
  },

  'integrations.setPublishableKey': async (context, { serviceId, publishableKey }) => {
    const { deps, caller } = context;
    const connection = await requireAccount(context, serviceId);
    if (
      publishableKey !== null &&
      isTestKey(publishableKey) !== isTestKey(await accountKey(deps, connection))
    )
      throw new AppError(
        'conflict',
        'This key is of the other mode: use pk_test_… with a test account, and pk_live_… with one that moves money',
      );
    await deps.paymentNotices.setPageKey(serviceId, publishableKey);
    await writeServiceAudit(deps, caller, connection, 'service.changed');
    return { publishableKey };
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
