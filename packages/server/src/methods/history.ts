import type { Stepped } from '@weft/history';
import type { Handlers } from '../rpc/handler.ts';
import { loadBase } from './load-base.ts';

/** Changes of a step that an answer carries at most; a paste taken back may have ten thousand. */
const mostChanges = 1_000;

const answered = (stepped: Stepped): Stepped =>
  (stepped.changes?.length ?? 0) > mostChanges ? { ...stepped, changes: null } : stepped;

export const history: Handlers<'history.undo' | 'history.redo' | 'history.list'> = {
  'history.undo': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const stepped = await base.store.undo(context.caller.userId, input.count);
    context.services.metrics.edited('UNDO', stepped.actions.length);
    return answered(stepped);
  },
  'history.redo': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const stepped = await base.store.redo(context.caller.userId, input.count);
    context.services.metrics.edited('REDO', stepped.actions.length);
    return answered(stepped);
  },
  'history.list': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'read');
    const { entries, nextCursor } = await base.store.history({
      limit: input.limit,
      ...(input.tableId === undefined ? {} : { tableId: input.tableId }),
      ...(input.recordId === undefined ? {} : { recordId: input.recordId }),
      ...(input.cursor ? { cursor: input.cursor } : {}),
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
