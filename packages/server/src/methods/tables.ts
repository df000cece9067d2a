import type { NewRecord } from '@weft/history';
import { withoutUndefined } from '@weft/std';
import type { Handlers } from '../rpc/handler.ts';
import { newRecordOf } from './cells.ts';
import { loadBase, loadTable, submitAction } from './load-base.ts';
import { newField } from './new-field.ts';
import { defaultFields, newTable } from './new-table.ts';

export const emptyRecords = (count: number, newId: () => string): NewRecord[] =>
  Array.from({ length: count }, () => ({ id: newId(), cells: {} }));

export const tables: Handlers<
  | 'tables.create'
  | 'tables.update'
  | 'tables.delete'
  | 'tables.restore'
  | 'tables.duplicate'
  | 'tables.reorder'
> = {
  'tables.create': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const { newId } = context.services;
    const fields =
      input.fields?.map((field, order) => newField(field, order, `fields.${order}`, () => newId('fld'))) ??
      defaultFields(newId);
    const table = newTable(input.name, fields, newId, input);
    const records =
      input.records?.map((record) => newRecordOf(record, () => newId('rec'))) ??
      emptyRecords(input.createDefaultRecords ? 3 : 0, () => newId('rec'));
    const { entry } = await submitAction(context, base, input, 'CREATE_TABLE', {
      table,
      records,
      ...withoutUndefined({ unique: input.unique }),
    });
    const created = entry.changes?.find((change) => change.kind === 'table');
    return { table: await loadTable(base.store, created?.tableId ?? table.id) };
  },
  'tables.update': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    await submitAction(context, base, input, 'UPDATE_TABLE', { tableId: input.tableId, name: input.name });
    return { table: await loadTable(base.store, input.tableId) };
  },
  'tables.delete': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    await submitAction(context, base, input, 'DELETE_TABLE', { tableId: input.tableId });
    return { ok: true };
  },
  'tables.restore': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    await submitAction(context, base, input, 'RESTORE_TABLE', { tableId: input.tableId });
    return { table: await loadTable(base.store, input.tableId) };
  },
  'tables.duplicate': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const { tableId, name, withRecords } = input;
    const newTableId = input.newTableId ?? context.services.newId('tbl');
    const { entry } = await submitAction(context, base, input, 'DUPLICATE_TABLE', {
      tableId,
      newTableId,
      withRecords,
      ...withoutUndefined({ name }),
    });
    // A repeated action answers with the table of the first time; one with records names it among those to read again.
    const made = entry.changes?.[0]?.tableId ?? entry.reload?.[0] ?? newTableId;
    return { table: await loadTable(base.store, made) };
  },
  'tables.reorder': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    await submitAction(context, base, input, 'REORDER_TABLES', { tableIds: input.tableIds });
    return { tables: (await base.store.metadata()).metadata.tables };
  },
};
