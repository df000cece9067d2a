import type { FlowEvent } from '@weft/core';
import { z } from 'zod';
import { call } from '../call.ts';
import { flowEvent } from '../schemas/answer-schemas.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';

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
  )<FlowEvent>({
    summary: 'Follow the list of an organization’s databases',
    more: 'One event for each database that is created, renamed, moved to the trash, restored or deleted after `sinceSeq` (by default from now on), in order, none missing; its id is its `seq`, so that `Last-Event-ID` continues a broken stream. `flow` is the database as it is when the event is sent. `actionId` is the one the change was made with: who made it knows it by that. After `missed` the list is to be read again: more was missed than is kept. A `ping` comes every 15 seconds.',
    errors: { 'not-found': 'The caller is not of this organization.' },
    answer: flowEvent,
    example: { organizationId: sample.organization, sinceSeq: 0 },
  }),
} as const;
