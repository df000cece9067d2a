import { type AppBlock, askedByInputs, inputOf } from '@weft/apps';
import type { CellValue, Field, Table } from '@weft/core';
import { appKindOf } from '../fields/app-field-kinds.ts';
import { readInput } from '../records/cell-input.ts';
import { readerOf, type ShownRow } from '../records/shown-rows.ts';
import { bindingContext, type PageContext } from './page-context.ts';

/** What is said where something that a form requires is missing, by the control that asks for it. */
const missing: { readonly [control: string]: string } = {
  check: 'Turn this on to go on',
  select: 'Choose one',
  records: 'Choose one',
  stars: 'Choose one',
  date: 'Choose a date',
  datetime: 'Choose a date and a time',
  files: 'Choose a file',
};

export const missingIn = (field: Field): string => missing[appKindOf(field).control ?? ''] ?? 'Fill this in';

export const isEmpty = (value: CellValue): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** The fields that a form asks for with these values in it (SPEC F3); a value that is not in `values` is the record's. */
export function askedNow(
  context: PageContext,
  block: AppBlock,
  table: Table,
  { fields, row, values }: FilledForm & { readonly values: ReadonlyMap<string, CellValue> },
): ReadonlySet<string> {
  const known = new Map((row?.cells ?? []).map(({ field, value }) => [field.id, value] as const));
  const data = Object.fromEntries([...known, ...values].filter(([, value]) => !isEmpty(value)));
  const at = { table, env: context.sight.visitor.env, context: bindingContext(context) };
  return askedByInputs(block, fields, data, at);
}

interface FilledForm {
  readonly fields: readonly Field[];
  /** The record that the form changes; null: it makes one. */
  readonly row: ShownRow | null;
}

/** The same, with what was sent to it; null: nothing was. */
export function askedWith(
  context: PageContext,
  block: AppBlock,
  table: Table,
  form: FilledForm,
  sent: ReadonlyMap<string, readonly string[]> | null,
): ReadonlySet<string> {
  const env = { ...context.sight.visitor.env, now: readerOf(context.sight).now };
  const values = new Map(
    (sent === null ? [] : form.fields).flatMap((field) => {
      if (appKindOf(field).control === 'files') return [];
      const read = readInput(field, sent?.get(field.id) ?? [], env);
      return [[field.id, read.ok ? read.value : null] as const];
    }),
  );
  return askedNow(context, block, table, { ...form, values });
}

/** Whether what a form asks for depends on what is filled in. */
export const hasConditions = (block: AppBlock, fields: readonly Field[]): boolean =>
  fields.some(({ id }) => inputOf(block, id).when !== null);
