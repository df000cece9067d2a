import {
  anyFieldType,
  type BaseRecord,
  type CellValue,
  type Field,
  type FieldEnv,
  shownValue,
} from '@weft/core';
import { withoutUndefined } from '@weft/std';
import { type CopiedCell, writeHtml } from './html.ts';
import { writeTsv } from './tsv.ts';

/** One cell for the clipboard. */
export function copiedCell(
  field: Field,
  { value: stored, raw }: { readonly value: CellValue; readonly raw?: string | undefined },
  env: FieldEnv,
): CopiedCell {
  const { type: kind, template } = field;
  if (raw !== undefined) return { text: raw, kind, canonical: raw, unfit: true };
  const value = shownValue(field, stored);
  if (value === null) return { text: '', kind, canonical: null, unfit: false };
  const type = anyFieldType(kind);
  return withoutUndefined({
    text: type.format(value, template, env),
    kind,
    canonical: type.toText(value, template),
    unfit: false,
    zone: 'timezone' in template ? template.timezone : undefined,
  });
}

/** A rectangle of cells as texts for other programs and as a table that loses nothing here. */
export function copyTable(
  fields: readonly Field[],
  records: readonly BaseRecord[],
  env: FieldEnv,
): { readonly text: string; readonly html: string } {
  const rows = records.map(({ data, raw }) =>
    fields.map((field) => copiedCell(field, { value: data[field.id] ?? null, raw: raw?.[field.id] }, env)),
  );
  return { text: writeTsv(rows.map((row) => row.map((cell) => cell.text))), html: writeHtml(rows) };
}
