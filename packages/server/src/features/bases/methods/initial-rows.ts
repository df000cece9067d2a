import type { BasesHandlers } from '../deps.ts';
import { loadBase, submitAction } from './load-base.ts';
import { emptyRecords } from './new-table.ts';

export const initialRows: BasesHandlers<'records.createInitialRows'> = {
  // Without an id of its own: sent again, it finds the records of the first time.
  'records.createInitialRows': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const { newId, now } = context.deps;
    const { metadata } = await base.store.metadata();
    const groupId = newId('grp');
    for (const { id: tableId } of metadata.tables) {
      const query = { tableId, timeZone: 'UTC', now: new Date(now()).toISOString(), fieldIds: [] };
      const { records } = await base.store.list({ ...query, limit: 1 });
      if (records.length > 0) continue;
      const body = { tableId, records: emptyRecords(3, newId) };
      await submitAction(context, base, { groupId }, 'records.create', body);
    }
    return { ok: true };
  },
};
