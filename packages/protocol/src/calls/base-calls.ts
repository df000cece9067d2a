import { z } from 'zod';
import type { LogEvent } from '../event.ts';
import { call } from './call.ts';
import { inBase } from './ids.ts';

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
  )<LogEvent>(),
} as const;
