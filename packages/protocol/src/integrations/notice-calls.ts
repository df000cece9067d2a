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
  )<{ readonly address: string; readonly secrets: string[] }>({
    summary: 'The address where Stripe tells of payments, and the ends of its signing secrets',
    more: 'For the owner of the connection, and for admins. Without it payments are looked up each minute.',
    errors: serviceErrors,
    answer: z.strictObject({ address: z.string(), secrets: z.array(z.string()) }),
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
