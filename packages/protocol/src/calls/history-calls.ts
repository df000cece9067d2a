import type { ActionType, Change } from '@weft/history';
import { z } from 'zod';
import { call } from './call.ts';
import { inBase, knownId } from './ids.ts';

const step = z.object({ ...inBase, count: z.number().int().min(1).max(50).default(1) });

export interface Stepped {
  readonly actions: readonly { readonly id: string; readonly type: ActionType; readonly label: string }[];
  /** Null when they are too many to travel: read what the step is about again. */
  readonly changes: readonly Change[] | null;
  readonly conflicts: readonly {
    readonly actionId: string;
    readonly recordId?: string;
    readonly fieldId?: string;
    /** The user whose later change stands in the way. */
    readonly by: string;
    readonly reason: string;
  }[];
}

export interface HistoryItem {
  readonly id: string;
  readonly seq: number;
  readonly type: ActionType;
  readonly label: string;
  readonly userId: string;
  /** ISO 8601 UTC. */
  readonly timestamp: string;
  readonly isUndo: boolean;
  readonly isRedo: boolean;
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
