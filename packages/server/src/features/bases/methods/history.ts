import type { BaseStore } from '@weft/db';
import type { Stepped } from '@weft/history';
import { withoutUndefined } from '@weft/std';
import type { BasesHandlers } from '../deps.ts';
import { loadBase } from './load-base.ts';

/** Most changes of a step in an answer; an undone paste may have ten thousand. */
const maxChanges = 1_000;

const answered = (stepped: Stepped): Stepped =>
  (stepped.changes?.length ?? 0) > maxChanges ? { ...stepped, changes: null } : stepped;

/** Cached answers per base: whoever lost one retries soon. */
const maxCached = 20;
const cache = new WeakMap<BaseStore, Map<string, Promise<Stepped>>>();

/** Makes a step idempotent: runs it once per person and actionId, and gives a retry the same answer. */
function once(store: BaseStore, key: string | null, run: () => Promise<Stepped>): Promise<Stepped> {
  if (key === null) return run();
  const answers = cache.get(store) ?? new Map<string, Promise<Stepped>>();
  cache.set(store, answers);
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = run();
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  const [oldest] = answers.keys();
  if (answers.size > maxCached && oldest !== undefined) answers.delete(oldest);
  return answer;
}

const steps =
  (direction: 'undo' | 'redo'): BasesHandlers<'history.undo'>['history.undo'] =>
  async (context, input) => {
    const { store } = await loadBase(context, input.basePublicId, 'edit');
    const { userId } = context.caller;
    const key = input.actionId === undefined ? null : `${direction} ${userId} ${input.actionId}`;
    return once(store, key, async () => {
      const stepped = await store[direction](userId, input.count);
      context.deps.metrics.edited(direction === 'undo' ? 'UNDO' : 'REDO', stepped.actions.length);
      return answered(stepped);
    });
  };

export const history: BasesHandlers<'history.undo' | 'history.redo' | 'history.list'> = {
  'history.undo': steps('undo'),
  'history.redo': steps('redo'),
  'history.list': async (context, input) => {
    const { basePublicId, limit, tableId, recordId, cursor } = input;
    const base = await loadBase(context, basePublicId, 'open');
    const { entries, nextCursor } = await base.store.history({
      limit,
      ...withoutUndefined({ tableId, recordId, cursor: cursor || undefined }),
    });
    return {
      actions: entries.map(({ id, seq, type, label, userId, timestamp, isUndo, isRedo, changes }) => ({
        id,
        seq,
        type,
        label,
        userId,
        timestamp,
        isUndo,
        isRedo,
        ...(recordId !== undefined && { changes: changes ?? [] }),
      })),
      nextCursor,
    };
  },
};
