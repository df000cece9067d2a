import { Readable } from 'node:stream';
import { anyFieldType, type BaseRecord, type CellValue, type Field, shownValue } from '@weft/core';
import { exportText } from '@weft/imports';
import type { ExportFormat, ExportSource } from './export-format.ts';

/**
 * A record as it is stored, an absent key being an empty cell; but what its field's settings no longer allow (five
 * stars after the most became two) is its text under `raw`, where reading the file again takes it, and options that are
 * gone are left out.
 */
export function recordJson(
  { id, data, raw, createdAt, updatedAt }: BaseRecord,
  fields: readonly Field[],
): string {
  const cells: { [fieldId: string]: CellValue } = {};
  const texts: { [fieldId: string]: string } = {};
  for (const field of fields) {
    const value = shownValue(field, data[field.id] ?? null);
    const text = raw?.[field.id];
    if (text !== undefined) texts[field.id] = text;
    else if (value === null) continue;
    else if (anyFieldType(field.type).validate(value, field.template).ok) cells[field.id] = value;
    else texts[field.id] = exportText(field, value);
  }
  return JSON.stringify({
    id,
    data: cells,
    ...(Object.keys(texts).length === 0 ? {} : { raw: texts }),
    createdAt,
    updatedAt,
  });
}

async function* jsonOf({ table, fields, view, records }: ExportSource): AsyncGenerator<string> {
  const { id, name, primaryFieldId } = table;
  const head = JSON.stringify({
    format: 'weft.table',
    version: 1,
    table: { id, name, primaryFieldId },
    view,
    fields,
  });
  // One record per line, for tools that read line by line.
  yield `${head.slice(0, -1)},"records":[`;
  let between = '\n';
  for await (const page of records()) {
    let text = '';
    for (const record of page) {
      text += between + recordJson(record, fields);
      between = ',\n';
    }
    yield text;
  }
  yield '\n]}\n';
}

/** Fields with their settings and cells as they are stored: what `tables.create` and `records.create` take again. */
export const jsonFormat: ExportFormat = {
  ending: 'json',
  contentType: 'application/json; charset=utf-8',
  links: 'ids',
  open: async (source) => Readable.from(jsonOf(source)),
};
