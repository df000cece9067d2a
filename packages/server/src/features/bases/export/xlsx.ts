import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type Field, isLinkField, isLookupField } from '@weft/core';
import { AppError, invalid } from '@weft/std';
import type { ExportFormat, ExportSource } from './export-format.ts';
import { columnStyle, longestSheetText, sheetCell, sheetText } from './sheet-cell.ts';

/** Rows of a sheet, the header included; the format knows no more. */
const maxRows = 1_048_576;
/** Cells beyond which the sheet's XML may pass 4 GiB, which needs the archive's longer form. */
const manyCells = 20_000_000;
const withCommas = (count: number): string => count.toLocaleString('en-US');

type SheetRow = (string | number | boolean | null)[];

/** A sheet's name may not have these, be longer than 31 units, or be Excel's own 'History'. */
function sheetName(name: string): string {
  const plain = name
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .slice(0, 31)
    .toWellFormed()
    .replace(/^['\s]+|['\s]+$/g, '');
  return plain === '' || plain.toLowerCase() === 'history' ? 'Table' : plain;
}

async function* rowsOf({ fields, records }: ExportSource): AsyncGenerator<SheetRow> {
  yield fields.map((field) => sheetText(field.name));
  for await (const page of records()) {
    for (const { data, raw } of page)
      yield fields.map((field) => sheetCell(field, data[field.id], raw?.[field.id]));
  }
}

/** The first text no cell of the format can hold: cutting it would lose it. */
async function requireShortTexts({ fields, mayHoldText, records }: ExportSource): Promise<void> {
  // Many short names of linked records are one long text.
  const isSeenThrough = (field: Field) => isLinkField(field) || isLookupField(field);
  if (!fields.some(isSeenThrough) && !(await mayHoldText(longestSheetText))) return;
  let row = 0;
  for await (const page of records()) {
    for (const { data, raw } of page) {
      row++;
      for (const field of fields) {
        const cell = sheetCell(field, data[field.id], raw?.[field.id]);
        if (typeof cell !== 'string' || cell.length <= longestSheetText) continue;
        throw new AppError(
          'limit',
          `The cell ‘${field.name}’ of record ${row} has ${withCommas(cell.length)} characters, and an Excel cell holds ${withCommas(longestSheetText)}: export CSV or JSON instead`,
        );
      }
    }
  }
}

/** One sheet of typed cells under a header that stays in view. */
export const xlsxFormat: ExportFormat = {
  ending: 'xlsx',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  links: 'names',
  open: async (source) => {
    const { fields, table } = source;
    if (fields.length === 0) throw invalid('viewId', 'This view shows no fields');
    const count = await source.count();
    if (count >= maxRows)
      throw new AppError(
        'limit',
        `An Excel sheet holds ${withCommas(maxRows)} rows with its header, and there are ${withCommas(count)} records: export CSV or JSON, or filter the view`,
      );
    await requireShortTexts(source);
    // Fetched by the first who asks: a tenth of what a starting server would read.
    const { writeXlsxStream } = await import('hucre/xlsx');
    const stream = writeXlsxStream(rowsOf(source), {
      name: sheetName(table.name),
      columns: fields.map(columnStyle),
      freezePane: { rows: 1 },
      zip64: count * fields.length > manyCells,
    });
    // The web's and Node's declarations of one and the same stream.
    return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
  },
};
