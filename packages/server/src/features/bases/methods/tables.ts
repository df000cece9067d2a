import { withoutUndefined } from '@weft/std';
import type { BasesHandlers } from '../deps.ts';
import { loadBase, loadTable, submitAction } from './load-base.ts';
import { newField } from './new-field.ts';
import { defaultFields, emptyRecords, newTableBody } from './new-table.ts';

export const tables: BasesHandlers<
  | 'tables.create'
  | 'tables.update'
  | 'tables.delete'
  | 'tables.restore'
  | 'tables.duplicate'
  | 'tables.reorder'
> = {
  'tables.create': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const { newId } = context.deps;
    const fields =
      input.fields?.map((field, order) => newField(field, order, `fields.${order}`, () => newId('fld'))) ??
      defaultFields(newId);
    const table = newTableBody(input.name, fields, newId, input);
    const records =
      input.records?.map((record) => ({ ...record, id: record.id ?? newId('rec') })) ??
      emptyRecords(input.createDefaultRecords ? 3 : 0, newId);
    const body = { ...table, records, ...withoutUndefined({ unique: input.unique }) };
    const { entry } = await submitAction(context, base, input, 'tables.create', body);
    const created = entry.changes?.find((change) => change.kind === 'table');
    return { table: await loadTable(base.store, created?.tableId ?? table.id) };
  },
  'tables.update': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'tables.update', input);
    return { table: await loadTable(base.store, input.tableId) };
  },
  'tables.delete': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'tables.delete', input);
    return { ok: true };
  },
  'tables.restore': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'tables.restore', input);
    return { table: await loadTable(base.store, input.tableId) };
  },
  'tables.duplicate': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const newTableId = input.newTableId ?? context.deps.newId('tbl');
    const { entry } = await submitAction(context, base, input, 'tables.duplicate', { ...input, newTableId });
    // A repeated action answers with the table of the first time. It comes last, behind fields of tables that it links to.
    const made = entry.changes?.at(-1)?.tableId ?? entry.reload?.at(-1) ?? newTableId;
    return { table: await loadTable(base.store, made) };
  },
  'tables.reorder': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'tables.reorder', input);
    return { tables: (await base.store.metadata()).metadata.tables };
  },
};
