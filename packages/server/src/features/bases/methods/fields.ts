import type { Field } from '@weft/core';
import type { BaseStore } from '@weft/db';
import { invalid } from '@weft/std';
import type { BasesHandlers } from '../deps.ts';
import { runScanFor } from '../reads/run-scan-for.ts';
import { conversionOf, convertedField, previewConversion } from './conversion.ts';
import { loadBase, loadTable, orNotFound, submitAction } from './load-base.ts';
import { newField, withOtherSide } from './new-field.ts';

async function fieldNow(store: BaseStore, tableId: string, fieldId: string): Promise<Field> {
  const table = await loadTable(store, tableId);
  return orNotFound(
    table.fields.find((field) => field.id === fieldId),
    `Field with id ${fieldId}`,
  );
}

export const fields: BasesHandlers<
  | 'fields.create'
  | 'fields.update'
  | 'fields.convert'
  | 'fields.previewConversion'
  | 'fields.delete'
  | 'fields.restore'
  | 'fields.reorder'
> = {
  'fields.create': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const newId = () => context.deps.newId('fld');
    const field = newField(withOtherSide(input.field, newId), input.field.order ?? 0, 'field', newId);
    const body = {
      ...{ tableId: input.tableId, field: { ...field, template: { ...field.template } } },
      ...(input.copyOf !== undefined && { copyOf: input.copyOf }),
    };
    const { entry } = await submitAction(context, base, input, 'fields.create', body);
    // A field of links makes another one in the table that it links to.
    const created = entry.changes
      ?.filter((change) => change.kind === 'field')
      .find(({ fieldId }) => fieldId === field.id);
    return { field: await fieldNow(base.store, input.tableId, created?.fieldId ?? field.id) };
  },
  'fields.update': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const { tableId, fieldId, name, template } = input;
    if (name === undefined && template === undefined) throw invalid('name', 'Give a name or a template');
    await submitAction(context, base, input, 'fields.update', input);
    return { field: await fieldNow(base.store, tableId, fieldId) };
  },
  'fields.convert': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const runScan = runScanFor(context, base.flow);
    const { timeZone, locale, type, template } = await conversionOf(base.store, input, runScan);
    const { tableId, fieldId } = input;
    const shadowId = input.shadowId ?? context.deps.newId('fld');
    await submitAction(context, base, input, 'fields.convert', {
      ...input,
      type,
      template: { ...template },
      shadowId,
      conversionContext: { timezone: timeZone, locale },
    });
    const converted = convertedField(await loadTable(base.store, tableId), fieldId, shadowId);
    return { field: orNotFound(converted, `Field with id ${fieldId}`) };
  },
  'fields.previewConversion': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'open');
    const runScan = runScanFor(context, base.flow);
    return previewConversion(base.store, await conversionOf(base.store, input, runScan), runScan);
  },
  'fields.delete': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'fields.delete', input);
    return { ok: true };
  },
  'fields.restore': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'fields.restore', input);
    return { field: await fieldNow(base.store, input.tableId, input.fieldId) };
  },
  'fields.reorder': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'fields.reorder', input);
    return { fields: (await loadTable(base.store, input.tableId)).fields };
  },
};
