import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';

const ofForm = { flowId: knownId };
const ofWebhook = { ...ofForm, webhookId: knownId };
const sampleWebhook = { flowId: sample.form, webhookId: 'whk0sample00000000000000' };

interface WebhookAnswer {
  readonly id: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly createdAt: string;
}

interface WebhookDelivery {
  readonly id: string;
  readonly url: string;
  readonly state: 'kept' | 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  /** What the receiver said last, or why it could not be reached. */
  readonly answer: string | null;
  readonly createdAt: string;
  readonly sentAt: string | null;
}

const url = z
  .string()
  .max(2_000)
  .regex(/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?([/?][^\s]*)?$/, 'Not an address of http or https');

/** Addresses that are told of each answer to a form. */
export const formWebhookCalls = {
  'forms.webhooks': call(
    'query',
    z.object(ofForm),
  )<{ readonly webhooks: readonly WebhookAnswer[]; readonly deliveries: readonly WebhookDelivery[] }>({
    summary: 'List the webhooks of a form, and its newest fifty deliveries',
    more: 'For who may edit the form.',
    errors: editErrors,
    answer: z.strictObject({
      webhooks: z.array(z.strictObject({ id, url: z.string(), enabled: z.boolean(), createdAt: instant })),
      deliveries: z.array(
        z.strictObject({
          ...{ id, url: z.string(), state: z.enum(['kept', 'waiting', 'sent', 'failed']), attempts: z.int() },
          ...{ answer: z.string().nullable(), createdAt: instant, sentAt: instant.nullable() },
        }),
      ),
    }),
    example: { flowId: sample.form },
  }),
  'forms.addWebhook': call(
    'mutation',
    z.object({ ...ofForm, url }),
  )<{ readonly id: string; readonly secret: string }>({
    summary: 'Tell an address of each answer to a form',
    more: 'A `POST` of JSON for each answer, signed as Standard Webhooks says (`webhook-id`, `webhook-timestamp`, `webhook-signature`) with `secret`, which is told this once. What is not answered with 2xx is tried again for 72 hours. Addresses of private networks are refused.',
    errors: { ...editErrors, limit: 'The form has twenty webhooks.' },
    answer: z.strictObject({ id, secret: z.string() }),
    example: { flowId: sample.form, url: 'https://example.org/answers' },
  }),
  'forms.enableWebhook': call(
    'mutation',
    z.object({ ...ofWebhook, enabled: z.boolean() }),
  )<{ readonly enabled: boolean }>({
    summary: 'Turn a webhook of a form on or off',
    errors: editErrors,
    answer: z.strictObject({ enabled: z.boolean() }),
    example: { ...sampleWebhook, enabled: false },
  }),
  'forms.removeWebhook': call(
    'mutation',
    z.object(ofWebhook),
  )<{ readonly removed: true }>({
    summary: 'Remove a webhook of a form, and its secret',
    errors: editErrors,
    answer: z.strictObject({ removed: z.literal(true) }),
    example: sampleWebhook,
  }),
  'forms.replayDelivery': call(
    'mutation',
    z.object({ ...ofForm, deliveryId: knownId }),
  )<{ readonly replayed: true }>({
    summary: 'Send a delivery of a webhook once more',
    more: 'With the same `webhook-id`: a receiver that has taken it knows it again.',
    errors: editErrors,
    answer: z.strictObject({ replayed: z.literal(true) }),
    example: { flowId: sample.form, deliveryId: 'dlv0sample00000000000000' },
  }),
} as const;
