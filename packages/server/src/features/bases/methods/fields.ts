import type { Field } from '@weft/core';
import type { BaseStore } from '@weft/db';
import type { CallInput } from '@weft/protocol';
import { invalid } from '@weft/std';
import type { BasesContext, BasesHandlers } from '../deps.ts';
import { runScanFor } from '../reads/run-scan-for.ts';
import { beforeLinks } from './before-links.ts';
import { convertedField } from './column-records.ts';
import { conversionOf, previewConversion } from './conversion.ts';
import { type LoadedBase, loadBase, loadTable, orNotFound, submitAction } from './load-base.ts';
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
    if (input.actionId === undefined) return convert(context, base, input);
    // Sent again while the first looks at the texts, it would make the missing records a second time.
    const key = `${context.caller.userId} ${base.store.baseId} ${input.actionId}`;
    return context.deps.runningConversions.share(key, () => convert(context, base, input));
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

async function convert(context: BasesContext, base: LoadedBase, input: CallInput<'fields.convert'>) {
  const runScan = runScanFor(context, base.flow);
  const newId = () => context.deps.newId('fld');
  const sent = withOtherSide(input, newId);
  const conversion = await conversionOf(base.store, sent, runScan);
  const { timeZone, locale, type, template, tableId, fieldId } = conversion;
  const shadowId = input.shadowId ?? newId();
  const linking = { ...sent, shadowId };
  const { groupId, keepText, takeBack } = await beforeLinks(context, base, linking, conversion, runScan);
  const body = {
    ...{ tableId, fieldId, type, template: { ...template }, shadowId, keepText },
    conversionContext: { timezone: timeZone, locale },
  };
  await submitAction(context, base, { actionId: input.actionId, groupId }, 'fields.convert', body).catch(
    async (error: unknown) => {
      await takeBack(error);
      throw error;
    },
  );
  const converted = convertedField(await loadTable(base.store, tableId), fieldId, shadowId);
  return { field: orNotFound(converted, `Field with id ${fieldId}`) };
}
