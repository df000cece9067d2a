import { anyFieldType, type BaseRecord, type Field, type FieldEnv } from '@weft/core';
import { type CopiedCell, writeHtml } from './html.ts';
import { writeTsv } from './tsv.ts';

/** One cell for the clipboard. */
function copied(field: Field, record: BaseRecord, env: FieldEnv): CopiedCell {
  const raw = record.raw?.[field.id];
  const { type: kind, template } = field;
  if (raw !== undefined) return { text: raw, kind, canonical: raw, unfit: true };
  const value = record.data[field.id] ?? null;
  if (value === null) return { text: '', kind, canonical: null, unfit: false };
  const type = anyFieldType(kind);
  return {
    text: type.format(value, template, env),
    kind,
    canonical: type.toText(value, template),
    unfit: false,
    ...('timezone' in template && template.timezone !== undefined && { zone: template.timezone }),
  };
}

/** A rectangle of cells as texts for other programs and as a table that loses nothing here. */
export function copyTable(
  fields: readonly Field[],
  records: readonly BaseRecord[],
  env: FieldEnv,
): { readonly text: string; readonly html: string } {
  const rows = records.map((record) => fields.map((field) => copied(field, record, env)));
  return { text: writeTsv(rows.map((row) => row.map((cell) => cell.text))), html: writeHtml(rows) };
}
