import { editableKinds, type FieldKind, fieldType } from '@weft/core';
import { isImportable } from '@weft/imports';
import type { ImportPreviewColumn } from '@weft/protocol';
import { lightKinds, type SelectOption } from '@weft/ui';
import { misfitsOf, misfitWords, type Reading } from './column-reading.ts';

/** The kinds a column can become, each with what would not fit. */
export const kindOptions = (column: ImportPreviewColumn): readonly SelectOption<FieldKind>[] =>
  editableKinds.filter(isImportable).map((kind) => {
    const reading = column.fieldValidation.alternatives.find((each) => each.fieldType === kind);
    const fits = reading === undefined || reading.misfits === 0;
    return {
      value: kind,
      label: fieldType(kind).label,
      icon: lightKinds[kind].icon,
      hint: fits ? undefined : misfitWords(misfitsOf(reading)),
    };
  });

const orders: { readonly [format: string]: string } = {
  us: 'month first',
  european: 'day first',
  iso: 'year first',
};

/** 'Date', and where a column has two readings as one kind, which: 'Date, day first'. */
export function readingLabel(reading: Reading, column: ImportPreviewColumn): string {
  const { label } = fieldType(reading.fieldType);
  const alike = column.fieldValidation.alternatives.filter((each) => each.fieldType === reading.fieldType);
  const { dateFormat, numberFormat } = reading.template;
  if (alike.length < 2) return label;
  if (typeof dateFormat === 'string') return `${label}, ${orders[dateFormat] ?? dateFormat}`;
  if (typeof numberFormat === 'string')
    return `${label}, ${numberFormat === 'period_comma' ? '1.234,5' : '1,234.5'}`;
  return label;
}
