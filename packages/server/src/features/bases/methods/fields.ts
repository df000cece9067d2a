import type { Field } from '@weft/core';
import { type BaseStore, NamesNotLinked } from '@weft/db';
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
    const key = `convert ${context.caller.userId} ${base.store.baseId} ${input.actionId}`;
    return context.deps.runningCalls.share(key, () => convert(context, base, input));
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
  const body = {
    ...{ tableId, fieldId, type, template: { ...template }, shadowId },
    conversionContext: { timezone: timeZone, locale },
  };
  const attempt = async (asked: { readonly keepText?: boolean | undefined }) => {
    const linking = { ...sent, ...asked, shadowId };
    const { groupId, keepText, takeBack } = await beforeLinks(context, base, linking, conversion, runScan);
    const action = { actionId: input.actionId, groupId };
    await submitAction(context, base, action, 'fields.convert', { ...body, keepText }).catch(
      async (error: unknown) => {
        await takeBack(error);
        throw error;
      },
    );
  };
  await attempt({ keepText: input.keepText }).catch((error: unknown) => {
    // A name was typed while the texts were linked: it is looked for again, and if need be the texts stay.
    if (error instanceof NamesNotLinked) return attempt({ keepText: true });
    throw error;
  });
  const converted = convertedField(await loadTable(base.store, tableId), fieldId, shadowId);
  return { field: orNotFound(converted, `Field with id ${fieldId}`) };
}
