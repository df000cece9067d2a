import { intervals, orderPhases, subscriptionPhases } from '@weft/payments';
import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import { exportedFile, exportFormat, formulas } from '../bases/exported-file.ts';
import { call } from '../call.ts';
import type { HttpCalls } from '../http-call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { knownId, newId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';

const ofForm = { flowId: knownId };
const ofOrder = { ...ofForm, orderId: knownId };
const sampleOrder = { flowId: sample.form, orderId: 'ord000000000000000000000' };

const account = z.strictObject({ serviceId: id, name: z.string(), test: z.boolean() });

/** Amounts are in the smallest units of the currency. */
const order = z.strictObject({
  id,
  createdAt: instant,
  email: z.string().nullable(),
  /** Whether it is paid with money. */
  live: z.boolean(),
  currency: z.string(),
  total: z.int(),
  refunded: z.int(),
  phase: z.enum(orderPhases),
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  /** Why its answer could not be taken, or nobody can say whether it is paid. */
  fault: z.string().nullable(),
  isAnswered: z.boolean(),
  /** Its answer counts, or what it held is free. */
  isSettled: z.boolean(),
  lines: z.array(z.strictObject({ label: z.string(), quantity: z.int(), amount: z.int() })),
  discount: z.int(),
  tax: z.int(),
  tip: z.int(),
  /** How often it is paid; null: once. */
  every: z.enum(intervals).nullable(),
  /** What became of what is paid again and again, and what came in by it. */
  subscription: z
    .strictObject({
      phase: z.enum(subscriptionPhases),
      endsAt: instant.nullable(),
      payments: z.int(),
      paid: z.int(),
      /** What was refunded of payments after the first. */
      refundedLater: z.int(),
    })
    .nullable(),
});

const state = order.pick({ phase: true, refunded: true, dispute: true });

const compared = z.strictObject({
  checked: z.int(),
  /** Those that the provider could not be asked about. */
  unread: z.int(),
  differences: z.array(
    z.strictObject({
      orderId: id,
      email: z.string().nullable(),
      currency: z.string(),
      was: state,
      now: state,
    }),
  ),
  /** What the provider was paid for orders of this form that are not here; with the first list alone. */
  unknown: z.array(
    z.strictObject({
      paymentId: z.string(),
      currency: z.string(),
      units: z.int(),
      live: z.boolean(),
      at: z.string(),
      email: z.string().nullable(),
    }),
  ),
  next: id.nullable(),
});

const total = z.strictObject({
  currency: z.string(),
  live: z.boolean(),
  orders: z.int(),
  paid: z.int(),
  refunded: z.int(),
  /** What a bank took back after a dispute. */
  lost: z.int(),
});

const payments = z.strictObject({
  account: account.nullable(),
  totals: z.array(total),
  orders: z.array(order),
  next: id.nullable(),
});

/** What is paid for answers of a form. */
export const paymentCalls = {
  'forms.payments': call(
    'query',
    z.object({ ...ofForm, after: knownId.optional() }),
  )<z.infer<typeof payments>>({
    summary: 'List what was paid for answers of a form, and what came in by currency',
    more: 'Fifty at a time; `after` is `next` of the list before. Amounts are whole numbers of the smallest units of their currency. Test payments have totals of their own.',
    errors: readErrors,
    answer: payments,
    example: { flowId: sample.form },
  }),
  'forms.setPaymentAccount': call(
    'mutation',
    z.object({ ...ofForm, serviceId: knownId.nullable() }),
  )<{ readonly account: z.infer<typeof account> | null }>({
    summary: 'Choose the connected account that payments of a form go to, or (null) none',
    more: 'Acts at once, without publishing. `test`: its key pays with money that is none.',
    errors: { ...editErrors, 'not-found': 'There is no such form, or no such connection to Stripe.' },
    answer: z.strictObject({ account: account.nullable() }),
    example: { flowId: sample.form, serviceId: null },
  }),
  'forms.checkPayment': call(
    'mutation',
    z.object(ofOrder),
  )<{ readonly order: z.infer<typeof order> }>({
    summary: 'Ask the provider what became of a payment',
    errors: { ...editErrors, unavailable: 'The provider does not answer now.' },
    answer: z.strictObject({ order }),
    example: sampleOrder,
  }),
  'forms.comparePayments': call(
    'mutation',
    z.object({ ...ofForm, after: knownId.optional() }),
  )<z.infer<typeof compared>>({
    summary: 'Compare payments of a form with the provider, and list what differed',
    more: 'Fifty at a time, newest first; `after` is `next` of the answer before. What differed is taken over. `unknown` is what was paid in the last 60 days for orders that are not here, as after an older backup was restored. The same is done by itself each hour, for those of the last 60 days.',
    errors: editErrors,
    answer: compared,
    example: { flowId: sample.form },
  }),
  'forms.giveUpPayment': call(
    'mutation',
    z.object({ ...ofOrder, mayBePaid: z.boolean() }),
  )<{ readonly order: z.infer<typeof order> }>({
    summary: 'End an order its account cannot be asked about, or paid another amount',
    more: 'What it holds is free then. Where somebody was led to the provider it may have been paid: then only with `mayBePaid`. Should it be paid after all, its answer is taken.',
    errors: {
      ...editErrors,
      conflict: 'It has ended, the provider can still be asked, or it may have been paid.',
      unavailable: 'The provider does not answer now.',
    },
    answer: z.strictObject({ order }),
    example: { ...sampleOrder, mayBePaid: false },
  }),
  'forms.cancelSubscription': call(
    'mutation',
    z.object({ ...ofOrder, when: z.enum(['now', 'period-end']) }),
  )<{ readonly order: z.infer<typeof order> }>({
    summary: 'End what is paid again and again, now or with what is paid already',
    more: 'What was paid stays paid. One that has ended stays so.',
    errors: {
      ...editErrors,
      conflict: 'It is paid once, or the provider has not ended it.',
      unavailable: 'The provider does not answer now.',
    },
    answer: z.strictObject({ order }),
    example: { ...sampleOrder, when: 'period-end' },
  }),
  'forms.refundPayment': call(
    'mutation',
    z.object({
      ...ofOrder,
      refundId: newId('rfd'),
      units: z.int().min(1).max(99_999_999),
      reason: storableText(200),
    }),
  )<{ readonly order: z.infer<typeof order> }>({
    summary: 'Give back a payment, or a part of it',
    more: 'Never more than is left of it. Sent again under its `refundId` it is made once.',
    errors: {
      ...editErrors,
      conflict: 'Nothing was paid, less is left of it, it is disputed, or the provider refused.',
      unavailable: 'The provider does not answer now; it is asked again within the hour.',
    },
    answer: z.strictObject({ order }),
    example: { ...sampleOrder, refundId: 'rfd000000000000000000000', units: 500, reason: 'Came too late' },
  }),
};

/** What was paid, as a file. */
export const paymentExportCalls = {
  'GET /v1/forms/:flowId/payments/export': {
    scope: 'read',
    tag: 'Forms',
    summary: 'Export what was paid for answers of a form',
    more: 'A row for each order, newest first: what was ordered, what it came to, what of it was paid, refunded and lost in a dispute, its state, and its names here and at Stripe. Amounts are numbers with the digits of their currency; the sum of `received` by currency and mode is what `forms.payments` tells as `paid` less `refunded` and `lost`.',
    path: { flowId: { means: 'The form.', example: sample.form } },
    query: z.object({ format: exportFormat, formulas }),
    ...exportedFile,
  },
} satisfies HttpCalls;
