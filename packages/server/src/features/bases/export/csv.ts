import { Readable } from 'node:stream';
import type { BaseRecord, Field } from '@weft/core';
import { cellWithoutFormula, csvLine, exportText, withoutFormula } from '@weft/imports';
import type { ExportFormat, ExportSource } from './export-format.ts';

type CellText = (field: Field, record: Pick<BaseRecord, 'data' | 'raw'>) => string;

const canonical: CellText = (field, { data, raw }) => exportText(field, data[field.id], raw?.[field.id]);
const escaped: CellText = (field, record) =>
  cellWithoutFormula(field, canonical(field, record), record.raw?.[field.id]);

async function* csvOf({ fields, records, formulas }: ExportSource): AsyncGenerator<string> {
  const [name, cell] = formulas === 'escape' ? [withoutFormula, escaped] : [String, canonical];
  // The mark tells spreadsheets that the text is UTF-8.
  yield `\ufeff${csvLine(fields.map((field) => name(field.name)))}`;
  for await (const page of records()) {
    let text = '';
    for (const record of page) text += csvLine(fields.map((field) => cell(field, record)));
    yield text;
  }
}

/** Canonical texts; see `exportText`, `csvLine` and, where formulas are escaped, `withoutFormula`. */
export const csvFormat: ExportFormat = {
  ending: 'csv',
  contentType: 'text/csv; charset=utf-8',
  links: 'names',
  open: async (source) => Readable.from(csvOf(source)),
};
