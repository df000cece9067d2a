import type { BasesHandlers } from '../deps.ts';
import { loadBase, submitAction } from './load-base.ts';
import { defaultFields, emptyRecords, newTableBody } from './new-table.ts';

export const metadata: BasesHandlers<'metadata.create' | 'metadata.get'> = {
  'metadata.create': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const { newId } = context.deps;
    const { metadata } = await base.store.metadata();
    // Called twice without an action id (a double click): the base has its first table already.
    if (metadata.tables.length > 0 && input.actionId === undefined) return { ok: true };
    await submitAction(context, base, input, 'tables.create', {
      ...newTableBody('Untitled Table', defaultFields(newId), newId),
      records: emptyRecords(input.createDefaultRecords ? 3 : 0, newId),
    });
    return { ok: true };
  },
  'metadata.get': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'open');
    context.deps.flowAccess.opened(base.flow.id, context.caller);
    const { metadata, version } = await base.store.metadata();
    return {
      basePublicId: base.flow.id,
      name: base.flow.name,
      workspaceId: base.flow.workspaceId,
      role: base.role,
      trashed: base.flow.trashedAt !== null,
      version,
      metadata,
    };
  },
};
