import { createHmac, randomBytes } from 'node:crypto';
import { type FormWebhook, type FormWebhooks, type NewDelivery, secretOwnerOfWebhook } from '@weft/db';
import { type AnswerField, type Answers, type AnswerWords, answerText } from '@weft/forms';
import type { OutgoingHttp } from '@weft/integrations';
import type { IdKind } from '@weft/std';
import { z } from 'zod';
import type { DeliveryKind } from '../../jobs/delivery-kind.ts';
import { JobFault } from '../../jobs/job-kind.ts';
import type { Secrets } from '../../secrets/secrets.ts';

/** Stored with each delivery; it never changes. */
export const webhookKind = 'webhook';

/** Characters of a receiver's answer that are kept. */
const keptAnswer = 500;
/** Milliseconds a receiver has. */
const timeout = 15_000;

const stored = z.object({ webhookId: z.string(), body: z.string() });

/** As Standard Webhooks writes the key of a signature. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The signature of a message (Standard Webhooks, symmetric). */
export const webhookSignature = (secret: string, id: string, seconds: number, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${seconds}.${body}`)
    .digest('base64')}`;

interface ToldAnswer {
  readonly flowId: string;
  readonly formName: string;
  readonly submissionId: string;
  readonly recordId: string;
  readonly version: string;
  readonly submittedAt: string;
}

/** A delivery to each address, with the same message, in the words of the language that the form is written in. */
export function webhookDeliveries(
  webhooks: readonly FormWebhook[],
  told: ToldAnswer,
  fields: readonly AnswerField[],
  answers: Answers,
  words: AnswerWords,
  newId: (kind: IdKind) => string,
): readonly NewDelivery[] {
  const body = JSON.stringify({
    type: 'form.answered',
    timestamp: told.submittedAt,
    data: {
      ...told,
      answers: fields.flatMap((field) => {
        const value = answers.get(field.id) ?? null;
        return value === null
          ? []
          : [{ fieldId: field.id, label: field.name, value, text: answerText(field, value, words) }];
      }),
    },
  });
  return webhooks
    .filter(({ enabled }) => enabled)
    .map(({ id, url }) => ({
      ...{ id: newId('dlv'), kind: webhookKind, target: url, title: told.formName.slice(0, 200) },
      ...{ idempotencyKey: `${told.flowId} ${told.submissionId} ${id}`, content: { webhookId: id, body } },
    }));
}

export interface WebhookKindDeps {
  readonly outgoing: OutgoingHttp;
  readonly formWebhooks: FormWebhooks;
  readonly secrets: Secrets;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Tells an address of an answer, signed. The id of the message is the same at each attempt: a receiver knows it again. */
export const webhookDelivery = ({ outgoing, formWebhooks, secrets, now }: WebhookKindDeps): DeliveryKind => ({
  kind: webhookKind,
  keepsContent: true,
  send: async ({ id, target, content }, { signal }) => {
    const { webhookId, body } = stored.parse(content);
    const webhook = await formWebhooks.find(webhookId);
    if (webhook === null) throw new JobFault('The webhook was removed', null);
    if (!webhook.enabled) throw new JobFault('The webhook is switched off', null);
    const owner = { ...secretOwnerOfWebhook(webhookId), id: webhook.secretId };
    const secret = (await secrets.read([owner])).get(webhook.secretId);
    if (secret === undefined) throw new JobFault('Its secret was sealed under another SECRET', null);
    const seconds = Math.floor(now() / 1_000);
    const answer = await outgoing.request({
      ...{ url: target, method: 'POST', body, timeout, redirects: 0, maxBytes: 64 * 1024, signal },
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Weft',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': webhookSignature(secret, id, seconds, body),
      },
    });
    const said = `${answer.status} ${(await answer.text()).slice(0, keptAnswer)}`.trim();
    if (answer.status >= 200 && answer.status < 300) return said;
    throw new Error(said);
  },
});
