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

/** Undo can also name what it takes back. */
const undo = step.extend({ entryId: knownId.optional() });

/** An entry of the log without its changes. */
interface HistoryItem extends Omit<LoggedAction, 'changes' | 'reload'> {
  readonly seq: number;
  /** What somebody was called whose account is gone, or who used an app without one. */
  readonly userName?: string;
  /** What the log holds is synced. */
  readonly status: 'synced';
  /** What it was done to; null where that is several tables, or no view. */
  readonly tableId: string | null;
  readonly viewId: string | null;
  /** Ids of the actions before it that it may build upon. */
  readonly dependencies: readonly string[];
  /** What it changed, with the values before and after; null where that is much, and with `recordId`. */
  readonly payload: { readonly changes: readonly Change[] } | null;
  /** Whether it stands and can be taken back: by whoever did it, a deletion by whoever may edit. */
  readonly stands: boolean;
  /** What it did to the record asked for; absent where none is. */
  readonly changes?: readonly Change[];
}

export const historyCalls = {
  'history.undo': call(
    'mutation',
    undo,
  )<Stepped>({
    summary: 'Take back your own last actions, or one that is named',
    more: 'With `entryId`, an action of your own that stands, or anybody’s deletion, wherever it is in the log. Only what still stands as the action left it is taken back; `conflicts` names the rest.',
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
      /** Of one person; from and up to a moment. */
      userId: knownId.optional(),
      since: z.iso.datetime().optional(),
      until: z.iso.datetime().optional(),
      /** Only what was deleted in the last 30 days and nobody has brought back. */
      trash: z.boolean().optional(),
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
