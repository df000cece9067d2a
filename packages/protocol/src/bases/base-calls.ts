import { z } from 'zod';
import { call } from '../call.ts';
import type { LogEvent, PresenceEvent } from '../event.ts';
import { done, logEvent, presenceEvent } from '../schemas/answer-schemas.ts';
import type { Done } from '../schemas/base-answers.ts';
import { inBase, knownId } from '../schemas/ids.ts';
import { followed, presentMore, presentTab } from '../schemas/presence.ts';
import { inSampleBase, sample } from '../schemas/sample-ids.ts';
import { readErrors } from './base-errors.ts';

export const baseCalls = {
  /** Entries after `sinceSeq` (default: from now on), of everyone, in order, none missing. */
  'base.changes': call(
    'subscription',
    z.object({
      ...inBase,
      ...followed,
    }),
    'read',
  )<LogEvent | PresenceEvent>({
    summary: 'Follow everybody’s changes',
    more: 'One event for each action after `sinceSeq` (by default from now on), in order, none missing; its id is the action’s `seq`, so that `Last-Event-ID` continues a broken stream. A `ping` comes every 15 seconds. With `present` the stream also tells who has the database open, by `base.present`: everybody, at first and whenever that has changed.',
    errors: readErrors,
    answer: z.union([logEvent, presenceEvent]),
    example: { ...inSampleBase, sinceSeq: 0 },
  }),
  'base.present': call(
    'mutation',
    z.object({
      ...inBase,
      ...presentTab,
      cell: z.strictObject({ tableId: knownId, recordId: knownId, fieldId: knownId }).nullable(),
    }),
  )<Done>({
    summary: 'Tell others that one has the database open, and which cell is selected',
    more: presentMore('base.changes'),
    errors: readErrors,
    answer: done,
    example: {
      ...inSampleBase,
      tabId: 'tab-1',
      cell: { tableId: sample.table, recordId: sample.record, fieldId: sample.field },
    },
  }),
} as const;
