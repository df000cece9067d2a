import { z } from 'zod';
import { call } from '../call.ts';
import type { LogEvent } from '../event.ts';
import { logEvent } from '../schemas/answer-schemas.ts';
import { inBase } from '../schemas/ids.ts';
import { inSampleBase } from '../schemas/sample-ids.ts';
import { readErrors } from './base-errors.ts';

export const baseCalls = {
  /** Entries after `sinceSeq` (default: from now on), of everyone, in order, none missing. */
  'base.changes': call(
    'subscription',
    z.object({
      ...inBase,
      sinceSeq: z.number().int().min(0).optional(),
      lastEventId: z.string().max(20).optional(),
    }),
    'read',
  )<LogEvent>({
    summary: 'Follow everybody’s changes',
    more: 'One event for each action after `sinceSeq` (by default from now on), in order, none missing; its id is the action’s `seq`, so that `Last-Event-ID` continues a broken stream. A `ping` comes every 15 seconds.',
    errors: readErrors,
    answer: logEvent,
    example: { ...inSampleBase, sinceSeq: 0 },
  }),
} as const;
