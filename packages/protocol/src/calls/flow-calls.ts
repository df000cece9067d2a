import type { FlowEvent } from '@weft/core';
import { z } from 'zod';
import { call } from './call.ts';
import { knownId } from './ids.ts';

export const flowCalls = {
  /** Changes of an organization's list of flows after `sinceSeq` (default: from now on), in order, none missing. */
  'flows.changes': call(
    'subscription',
    z.object({
      organizationId: knownId,
      sinceSeq: z.number().int().min(0).optional(),
      lastEventId: z.string().max(20).optional(),
    }),
    'read',
  )<FlowEvent>(),
} as const;
