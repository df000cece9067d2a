import { Readable } from 'node:stream';
import type { BaseRecord } from '@weft/core';
import type { ExportFormat, ExportSource } from './export-format.ts';

/** Cells of the exported fields only; a key that is absent is an empty cell. */
function cellsOf<T>(
  cells: { readonly [fieldId: string]: T } | undefined,
  fieldIds: readonly string[],
): { readonly [fieldId: string]: T } {
  const kept: { [fieldId: string]: T } = {};
  for (const id of fieldIds) {
    const value = cells?.[id];
    if (value !== undefined && value !== null) kept[id] = value;
  }
  return kept;
}

function recordJson(record: BaseRecord, fieldIds: readonly string[]): string {
  const raw = cellsOf(record.raw, fieldIds);
  return JSON.stringify({
    id: record.id,
    data: cellsOf(record.data, fieldIds),
    ...(Object.keys(raw).length === 0 ? {} : { raw }),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
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
  const fieldIds = fields.map((field) => field.id);
  // One record a line, so that tools that read lines get along with a file of any size.
  yield `${head.slice(0, -1)},"records":[`;
  let between = '\n';
  for await (const page of records()) {
    let text = '';
    for (const record of page) {
      text += between + recordJson(record, fieldIds);
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
  open: async (source) => Readable.from(jsonOf(source)),
};
