import type { BaseStore } from '@weft/db';
import type { Stepped } from '@weft/history';
import type { CallOutput } from '@weft/protocol';
import { withoutUndefined } from '@weft/std';
import type { BasesHandlers } from '../deps.ts';
import { runScanFor } from '../reads/run-scan-for.ts';
import { loadBase } from './load-base.ts';

/** Most changes of a step in an answer; an undone paste may have ten thousand. */
const maxChanges = 1_000;

const answered = (stepped: Stepped): Stepped =>
  (stepped.changes?.length ?? 0) > maxChanges ? { ...stepped, changes: null } : stepped;

const steps =
  (direction: 'undo' | 'redo'): BasesHandlers<'history.undo'>['history.undo'] =>
  async (context, input) => {
    const { store } = await loadBase(context, input.basePublicId, 'edit');
    const { userId } = context.caller;
    const { entryId, actionId } = input;
    const run = async () => {
      const stepped =
        entryId === undefined
          ? await store[direction](userId, input.count, actionId)
          : await store.undoStep(userId, entryId, actionId);
      context.deps.metrics.edited(direction === 'undo' ? 'UNDO' : 'REDO', stepped.actions.length);
      return answered(stepped);
    };
    // One that is sent again while the first is under way waits for it; the log knows those that are done.
    if (actionId === undefined) return run();
    return context.deps.runningCalls.share(`${direction} ${userId} ${store.baseId} ${actionId}`, run);
  };

export const history: BasesHandlers<'history.undo' | 'history.redo' | 'history.list'> = {
  'history.undo': steps('undo'),
  'history.redo': steps('redo'),
  'history.list': async (context, input) => {
    const { basePublicId, limit, cursor, trash = false, ...of } = input;
    const base = await loadBase(context, basePublicId, 'open');
    const since = trash ? trashSince(of.since) : of.since;
    const query = { limit, trash, ...withoutUndefined({ ...of, since, cursor: cursor || undefined }) };
    const { entries, nextCursor } = await base.store.history(query, runScanFor(context, base.flow));
    const names = await context.deps.formerPeople.names([...new Set(entries.map(({ userId }) => userId))]);
    return { actions: entries.map((entry) => presentEntry(entry, of.recordId, names)), nextCursor };
  },
};

/** Days that what was deleted can be brought back for. */
const trashDays = 30;

function trashSince(since: string | undefined): string {
  const kept = new Date(Date.now() - trashDays * 86_400_000).toISOString();
  return since !== undefined && since > kept ? since : kept;
}

type Entry = Awaited<ReturnType<BaseStore['history']>>['entries'][number];
type Item = CallOutput<'history.list'>['actions'][number];

function presentEntry(entry: Entry, recordId: string | undefined, names: ReadonlyMap<string, string>): Item {
  const { id, seq, type, label, userId, timestamp, isUndo, isRedo, groupId, changes } = entry;
  const { tableIds = [], dependencies = [], stands = false } = entry;
  const [tableId = null, ...more] = tableIds;
  const viewIds = new Set((changes ?? []).flatMap((change) => ('viewId' in change ? change.viewId : [])));
  const [viewId = null] = viewIds;
  return {
    ...{ id, seq, type, label, userId, timestamp, isUndo, isRedo },
    ...withoutUndefined({ groupId, userName: names.get(userId) }),
    status: 'synced',
    tableId: more.length > 0 ? null : tableId,
    viewId: viewIds.size > 1 ? null : viewId,
    dependencies,
    payload: changes === null || recordId !== undefined ? null : { changes },
    stands,
    ...(recordId !== undefined && { changes: changes ?? [] }),
  };
}
