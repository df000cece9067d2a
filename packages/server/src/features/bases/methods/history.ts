import type { BaseStore } from '@weft/db';
import type { Stepped } from '@weft/history';
import { withoutUndefined } from '@weft/std';
import type { Handlers } from '../../../rpc/handler.ts';
import { loadBase } from './load-base.ts';

/** Changes of a step that an answer carries at most; a paste taken back may have ten thousand. */
const mostChanges = 1_000;

const answered = (stepped: Stepped): Stepped =>
  (stepped.changes?.length ?? 0) > mostChanges ? { ...stepped, changes: null } : stepped;

/** Answers remembered for each base: whoever lost one asks again soon. */
const mostRemembered = 20;
const given = new WeakMap<BaseStore, Map<string, Promise<Stepped>>>();

/** Runs a step once for each person and actionId, and gives the same answer to whoever sends it again. */
function once(store: BaseStore, key: string | null, run: () => Promise<Stepped>): Promise<Stepped> {
  if (key === null) return run();
  const answers = given.get(store) ?? new Map<string, Promise<Stepped>>();
  given.set(store, answers);
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = run();
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  const [oldest] = answers.keys();
  if (answers.size > mostRemembered && oldest !== undefined) answers.delete(oldest);
  return answer;
}

const steps =
  (direction: 'undo' | 'redo'): Handlers<'history.undo'>['history.undo'] =>
  async (context, input) => {
    const { store } = await loadBase(context, input.basePublicId, 'write');
    const { userId } = context.caller;
    const key = input.actionId === undefined ? null : `${direction} ${userId} ${input.actionId}`;
    return once(store, key, async () => {
      const stepped = await store[direction](userId, input.count);
      context.services.metrics.edited(direction === 'undo' ? 'UNDO' : 'REDO', stepped.actions.length);
      return answered(stepped);
    });
  };

export const history: Handlers<'history.undo' | 'history.redo' | 'history.list'> = {
  'history.undo': steps('undo'),
  'history.redo': steps('redo'),
  'history.list': async (context, input) => {
    const { basePublicId, limit, tableId, recordId, cursor } = input;
    const base = await loadBase(context, basePublicId, 'read');
    const { entries, nextCursor } = await base.store.history({
      limit,
      ...withoutUndefined({ tableId, recordId, cursor: cursor || undefined }),
    });
    return {
      actions: entries.map(({ id, seq, type, label, userId, timestamp, isUndo, isRedo }) => ({
        id,
        seq,
        type,
        label,
        userId,
        timestamp,
        isUndo,
        isRedo,
      })),
      nextCursor,
    };
  },
};
