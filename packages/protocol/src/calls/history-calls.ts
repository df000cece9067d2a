import type { LoggedAction, Stepped } from '@weft/history';
import { z } from 'zod';
import { call } from './call.ts';
import { asAction, inBase, knownId } from './ids.ts';

/** A step carries an actionId as every edit does: sent again it steps no further. */
const step = z.object({
  ...inBase,
  actionId: asAction.actionId,
  count: z.number().int().min(1).max(50).default(1),
});

/** An entry of the log without its changes. */
interface HistoryItem extends Omit<LoggedAction, 'groupId' | 'changes' | 'reload'> {
  readonly seq: number;
}

export const historyCalls = {
  'history.undo': call('mutation', step)<Stepped>(),
  'history.redo': call('mutation', step)<Stepped>(),
  'history.list': call(
    'query',
    z.object({
      ...inBase,
      tableId: knownId.optional(),
      recordId: knownId.optional(),
      cursor: z.string().max(4_096).nullable().optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
  )<{ actions: readonly HistoryItem[]; nextCursor: string | null }>(),
} as const;
