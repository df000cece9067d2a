import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';

const ofKind = { flowId: knownId, kind: z.enum(['database', 'webhook']) };
const sampleKind = { flowId: sample.form, kind: 'database' as const };

interface ListedDelivery {
  readonly id: string;
  /** An address, or the name of a database as far as the caller may see it. */
  readonly to: string;
  readonly state: 'kept' | 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  /** What the receiver said last or what was written, or why not. */
  readonly answer: string | null;
  readonly createdAt: string;
  readonly sentAt: string | null;
}

/** What became of answers that go elsewhere. */
export const formDeliveryCalls = {
  'forms.deliveries': call(
    'query',
    z.object({ ...ofKind, failed: z.boolean().optional(), cursor: knownId.optional() }),
  )<{
    readonly deliveries: readonly ListedDelivery[];
    readonly nextCursor: string | null;
    readonly failedCount: number;
  }>({
    summary: 'List what became of answers that go into a database, or to webhooks',
    more: 'The newest first, twenty at a time; with `failed` those alone that were given up. `failedCount` is counted up to 1001. For who may edit the form.',
    errors: editErrors,
    answer: z.strictObject({
      deliveries: z.array(
        z.strictObject({
          ...{ id, to: z.string(), state: z.enum(['kept', 'waiting', 'sent', 'failed']), attempts: z.int() },
          ...{ answer: z.string().nullable(), createdAt: instant, sentAt: instant.nullable() },
        }),
      ),
      nextCursor: id.nullable(),
      failedCount: z.int(),
    }),
    example: sampleKind,
  }),
  'forms.replayFailed': call(
    'mutation',
    z.object(ofKind),
  )<{ readonly replayed: number }>({
    summary: 'Send all deliveries once more that were given up',
    more: 'As `forms.replayDelivery` does with each. How many there were.',
    errors: editErrors,
    answer: z.strictObject({ replayed: z.int() }),
    example: sampleKind,
  }),
} as const;
