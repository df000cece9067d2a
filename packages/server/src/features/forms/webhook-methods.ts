import { addWebhook, maxWebhooks, removeWebhook, replayDelivery, secretOwnerOfWebhook } from '@weft/db';
import type { CallNameOf } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import type { FormsHandlers } from './deps.ts';
import { loadForm } from './load-form.ts';
import { newWebhookSecret, webhookKind } from './webhooks.ts';

export type WebhookCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  'forms.webhooks' | 'forms.replayDelivery' | `forms.${string}Webhook`
>;

/** Deliveries in a log. */
const maxLog = 50;

const webhookNotFound = () => notFound('Webhook not found');

export const webhookMethods: FormsHandlers<WebhookCall> = {
  'forms.webhooks': async (context, { flowId }) => {
    const { deps } = context;
    await loadForm(context, flowId, 'edit');
    const [webhooks, log] = [
      await deps.formWebhooks.of(flowId),
      await deps.deliveries.ofKey(webhookKind, flowId, maxLog),
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
    const id = deps.newId('whk');
    const secret = newWebhookSecret();
    const sealed = await deps.secrets.seal(secret, secretOwnerOfWebhook(id));
    if (!(await deps.transaction((tx) => addWebhook(tx, { id, flowId: flow.id, url }, sealed))))
      throw new AppError('limit', `A form tells at most ${maxWebhooks} addresses: remove one first`);
    return { id, secret };
  },

  'forms.enableWebhook': async (context, { flowId, webhookId, enabled }) => {
    await loadForm(context, flowId, 'edit');
    if (!(await context.deps.formWebhooks.enable(flowId, webhookId, enabled))) throw webhookNotFound();
    return { enabled };
  },

  'forms.removeWebhook': async (context, { flowId, webhookId }) => {
    await loadForm(context, flowId, 'edit');
    if (!(await context.deps.transaction((tx) => removeWebhook(tx, flowId, webhookId))))
      throw webhookNotFound();
    return { removed: true };
  },

  'forms.replayDelivery': async (context, { flowId, deliveryId }) => {
    const { deps } = context;
    await loadForm(context, flowId, 'edit');
    const of = { id: deliveryId, kind: webhookKind, keyPrefix: flowId };
    if (!(await deps.transaction((tx) => replayDelivery(tx, deps.newId('job'), of))))
      throw notFound('Nothing of this id can be sent again');
    deps.wake();
    return { replayed: true };
  },
};
