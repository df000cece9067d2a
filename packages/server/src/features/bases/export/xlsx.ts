import { type Field, isLinkField, isLookupField } from '@weft/core';
import { AppError, invalid } from '@weft/std';
import type { ExportFormat, ExportSource } from './export-format.ts';
import { columnStyle, longestSheetText, sheetCell, sheetText } from './sheet-cell.ts';
import { type SheetCell, type SheetSource, sheetNames, writeWorkbook } from './workbook-writer.ts';

/** Rows of a sheet, the header included; the format knows no more. */
const maxRows = 1_048_576;
const withCommas = (count: number): string => count.toLocaleString('en-US');

async function* rowsOf({ fields, records }: ExportSource): AsyncGenerator<SheetCell[][]> {
  yield [fields.map((field) => sheetText(field.name))];
  for await (const page of records())
    yield page.map(({ data, raw }) =>
      fields.map((field) => sheetCell(field, data[field.id], raw?.[field.id])),
    );
}

/** The first text no cell of the format can hold: cutting it would lose it. */
async function requireShortTexts({ table, fields, mayHoldText, records }: ExportSource): Promise<void> {
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
          `The cell ‘${field.name}’ of record ${row} of ${table.name} has ${withCommas(cell.length)} characters, and an Excel cell holds ${withCommas(longestSheetText)}: export CSV or JSON instead`,
        );
      }
    }
  }
}

/** Throws the reason why a sheet cannot hold all of it. */
async function requireFits(source: ExportSource): Promise<void> {
  if (source.fields.length === 0) throw invalid('viewId', 'This view shows no fields');
  const count = await source.count();
  if (count >= maxRows)
    throw new AppError(
      'limit',
      `An Excel sheet holds ${withCommas(maxRows)} rows with its header, and ${source.table.name} has ${withCommas(count)} records: export CSV or JSON, or filter the view`,
    );
  await requireShortTexts(source);
}

/** Sheets of typed cells, each under a header that stays in view; throws, before the first byte, why they cannot be. */
export async function openWorkbook(
  sources: readonly ExportSource[],
): Promise<ReturnType<typeof writeWorkbook>> {
  for (const source of sources) await requireFits(source);
  const names = sheetNames(sources.map(({ table }) => table.name));
  return writeWorkbook(
    sources.map(
      (source, i): SheetSource => ({
        name: names[i] ?? '',
        columns: source.fields.map(columnStyle),
        rows: () => rowsOf(source),
      }),
    ),
  );
}

export const xlsxFormat: ExportFormat = {
  ending: 'xlsx',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  links: 'names',
  open: (source) => openWorkbook([source]),
};
