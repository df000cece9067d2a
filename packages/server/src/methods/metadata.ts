import type { Handlers } from '../rpc/handler.ts';
import { loadBase, submitAction } from './load-base.ts';
import { defaultFields, newTable } from './new-table.ts';
import { emptyRecords } from './tables.ts';

export const metadata: Handlers<'metadata.create' | 'metadata.get'> = {
  'metadata.create': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const { newId } = context.services;
    const { metadata } = await base.store.metadata();
    // Asked twice without an action id (a double click): the base has its first table already.
    if (metadata.tables.length > 0 && input.actionId === undefined) return { ok: true };
    await submitAction(context, base, input, 'CREATE_TABLE', {
      table: newTable('Untitled Table', defaultFields(newId), newId),
      records: emptyRecords(input.createDefaultRecords ? 3 : 0, () => newId('rec')),
    });
    return { ok: true };
  },
  'metadata.get': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'read');
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
