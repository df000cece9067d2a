import { Readable } from 'node:stream';
import { csvLine, exportText } from '@weft/imports';
import type { ExportFormat, ExportSource } from './export-format.ts';

async function* csvOf({ fields, records }: ExportSource): AsyncGenerator<string> {
  // The mark tells spreadsheets that the text is UTF-8.
  yield `\ufeff${csvLine(fields.map((field) => field.name))}`;
  for await (const page of records()) {
    let text = '';
    for (const { data, raw } of page)
      text += csvLine(fields.map((field) => exportText(field, data[field.id], raw?.[field.id])));
    yield text;
  }
}

/** Canonical texts; see `exportText` and `csvLine`. */
export const csvFormat: ExportFormat = {
  ending: 'csv',
  contentType: 'text/csv; charset=utf-8',
  open: async (source) => Readable.from(csvOf(source)),
};
