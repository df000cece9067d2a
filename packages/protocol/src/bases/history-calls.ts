import type { Change, LoggedAction, Stepped } from '@weft/history';
import { z } from 'zod';
import { call } from '../call.ts';
import { historyItem, stepped } from '../schemas/answer-schemas.ts';
import { asAction, inBase, knownId } from '../schemas/ids.ts';
import { inSampleBase } from '../schemas/sample-ids.ts';
import { editErrors, readErrors } from './base-errors.ts';

/** A step carries an actionId as every edit does: sent again it steps no further. */
const step = z.object({
  ...inBase,
  actionId: asAction.actionId,
  count: z.number().int().min(1).max(50).default(1),
});

/** An entry of the log without its changes. */
interface HistoryItem extends Omit<LoggedAction, 'groupId' | 'changes' | 'reload'> {
  readonly seq: number;
  /** What it did to the record asked for; absent where none is. */
  readonly changes?: readonly Change[];
}

export const historyCalls = {
  'history.undo': call(
    'mutation',
    step,
  )<Stepped>({
    summary: 'Take back your own last actions',
    more: 'Only what still stands as the action left it is taken back; `conflicts` names the rest.',
    errors: editErrors,
    answer: stepped,
    example: { ...inSampleBase, count: 1 },
  }),
  'history.redo': call(
    'mutation',
    step,
  )<Stepped>({
    summary: 'Do what you took back again',
    errors: editErrors,
    answer: stepped,
    example: { ...inSampleBase, count: 1 },
  }),
  'history.list': call(
    'query',
    z.object({
      ...inBase,
      tableId: knownId.optional(),
      recordId: knownId.optional(),
      cursor: z.string().max(4_096).nullable().optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
  )<{ actions: readonly HistoryItem[]; nextCursor: string | null }>({
    summary: 'List what was done, the newest first',
    more: 'With `recordId` each action carries `changes`, what it did to that record, with the values before and after. A page may then have fewer than `limit`: there are more as long as `nextCursor` is given.',
    errors: readErrors,
    answer: z.strictObject({ actions: z.array(historyItem), nextCursor: z.string().nullable() }),
    example: { ...inSampleBase, limit: 20 },
  }),
} as const;
