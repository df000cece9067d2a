import { z } from 'zod';
import { call } from '../call.ts';
import { knownId } from '../schemas/ids.ts';
import { serviceErrors } from './integration-schemas.ts';

const sampleService = 'svc0sample00000000000000';
const secrets = z.strictObject({ secrets: z.array(z.string()) });

/** Where Stripe tells of payments into an account, and what proves that it is Stripe. */
export const noticeCalls = {
  'integrations.paymentNotices': call(
    'query',
    z.object({ serviceId: knownId }),
  )<{ readonly address: string; readonly secrets: string[]; readonly publishableKey: string | null }>({
    summary: 'Where Stripe tells of payments, the ends of its secrets, and the key of pages',
    more: 'For the owner of the connection, and for admins. Without it payments are looked up each minute.',
    errors: serviceErrors,
    answer: z.strictObject({
      address: z.string(),
      secrets: z.array(z.string()),
      publishableKey: z.string().nullable(),
    }),
    example: { serviceId: sampleService },
  }),
  'integrations.addNoticeSecret': call(
    'mutation',
    z.object({
      serviceId: knownId,
      secret: z.string().regex(/^whsec_[\w+/=-]{16,200}$/, 'A signing secret of Stripe begins with whsec_'),
    }),
  )<{ readonly secrets: string[] }>({
    summary: 'Take notices of payments that are signed with a secret',
    more: 'At most four at once, so that one can be replaced. It is sealed, and never shown again. Given twice it is there once.',
    errors: { ...serviceErrors, limit: 'There are four already.' },
    answer: secrets,
    example: { serviceId: sampleService, secret: 'whsec_0123456789abcdef' },
  }),
  'integrations.setPublishableKey': call(
    'mutation',
    z.object({
      serviceId: knownId,
      publishableKey: z
        .string()
        .regex(/^pk_(test|live)_[A-Za-z0-9]{8,200}$/, 'A publishable key begins with pk_live_ or pk_test_')
        .nullable(),
    }),
  )<{ readonly publishableKey: string | null }>({
    summary: 'Name an account to the card fields of pages, or (null) no longer',
    more: 'The publishable key of the same account and mode as its other key: it is shown on pages, and no secret. Forms that take cards on their own page need it.',
    errors: {
      ...serviceErrors,
      conflict: 'It is of the other mode: one key moves money, the other none.',
    },
    answer: z.strictObject({ publishableKey: z.string().nullable() }),
    example: { serviceId: sampleService, publishableKey: null },
  }),
  'integrations.removeNoticeSecret': call(
    'mutation',
    z.object({ serviceId: knownId, ends: z.string().max(20) }),
  )<{ readonly secrets: string[] }>({
    summary: 'No longer take notices of payments that are signed with a secret',
    errors: serviceErrors,
    answer: secrets,
    example: { serviceId: sampleService, ends: 'cdef' },
  }),
};
