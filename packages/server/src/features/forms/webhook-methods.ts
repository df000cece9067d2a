import { addWebhook, maxWebhooks, removeWebhook, replayDelivery, secretOwnerOfWebhook } from '@weft/db';
import { OutgoingFault } from '@weft/integrations';
import type { CallNameOf } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import { databaseKind } from './databases/database-delivery.ts';
import type { FormsContext, FormsHandlers } from './deps.ts';
import { writeAudit } from './form-audit.ts';
import { loadForm } from './load-form.ts';
import { newWebhookSecret, webhookKind } from './webhooks.ts';

export type WebhookCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  'forms.webhooks' | 'forms.replayDelivery' | `forms.${string}Webhook`
>;

/** Deliveries in a log. */
const maxLog = 50;

/** What of an address goes into the audit log: its path may hold a secret. */
const hostOf = (url: string): string => new URL(url).host;

/** A webhook of this form. */
async function requireWebhook({ deps }: FormsContext, flowId: string, webhookId: string) {
  const webhook = await deps.formWebhooks.find(webhookId);
  if (webhook?.flowId !== flowId) throw webhookNotFound();
  return webhook;
}

const webhookNotFound = () => notFound('Webhook not found');

export const webhookMethods: FormsHandlers<WebhookCall> = {
  'forms.webhooks': async (context, { flowId }) => {
    const { deps } = context;
    await loadForm(context, flowId, 'edit');
    const [webhooks, log] = [
      await deps.formWebhooks.of(flowId),
      await deps.deliveries.ofForm({ kind: webhookKind, flowId }, { limit: maxLog }),
    ];
    return {
      webhooks: webhooks.map(({ id, url, enabled, createdAt }) => ({ id, url, enabled, createdAt })),
      deliveries: log.map(({ id, target, state, attempts, answer, createdAt, sentAt }) => ({
        ...{ id, url: target, state, attempts, answer, createdAt, sentAt },
      })),
    };
  },

  'forms.addWebhook': async (context, { flowId, url }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    try {
      deps.outgoing.requireCallable(url);
    } catch (error) {
      if (error instanceof OutgoingFault) throw invalid('url', error.message);
      throw error;
    }
    const id = deps.newId('whk');
    const secret = newWebhookSecret();
    const sealed = await deps.secrets.seal(secret, secretOwnerOfWebhook(id));
    if (!(await deps.transaction((tx) => addWebhook(tx, { id, flowId: flow.id, url }, sealed))))
      throw new AppError('limit', `A form tells at most ${maxWebhooks} addresses: remove one first`);
    await writeAudit(context, flow, 'flow.webhookAdded', { host: hostOf(url) });
    return { id, secret };
  },

  'forms.enableWebhook': async (context, { flowId, webhookId, enabled }) => {
    const { flow } = await loadForm(context, flowId, 'edit');
    const { url } = await requireWebhook(context, flowId, webhookId);
    if (!(await context.deps.formWebhooks.enable(flowId, webhookId, enabled))) throw webhookNotFound();
    await writeAudit(context, flow, 'flow.webhookSwitched', { host: hostOf(url), enabled: String(enabled) });
    return { enabled };
  },

  'forms.removeWebhook': async (context, { flowId, webhookId }) => {
    const { flow } = await loadForm(context, flowId, 'edit');
    const { url } = await requireWebhook(context, flowId, webhookId);
    if (!(await context.deps.transaction((tx) => removeWebhook(tx, flowId, webhookId))))
      throw webhookNotFound();
    await writeAudit(context, flow, 'flow.webhookRemoved', { host: hostOf(url) });
    return { removed: true };
  },

  'forms.replayDelivery': async (context, { flowId, deliveryId }) => {
    const { deps } = context;
    await loadForm(context, flowId, 'edit');
    const replayed = await deps.transaction(async (tx) => {
      for (const kind of [webhookKind, databaseKind])
        if (await replayDelivery(tx, deps.newId('job'), { id: deliveryId, kind, keyPrefix: flowId }))
          return true;
      return false;
    });
    if (!replayed) throw notFound('Nothing of this id can be sent again');
    deps.wake();
    return { replayed: true };
  },
};
