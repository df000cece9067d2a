import { z } from 'zod';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';

/** Where rows are written. */
export interface SheetPlace {
  readonly spreadsheetId: string;
  readonly sheetId: number;
  readonly title: string;
}

/** As a person would type it: a text behind an apostrophe stays the text it is. */
export type EnteredCell = string | number | boolean;

/** A cell by its row and column, from 0. */
interface CellToWrite {
  readonly row: number;
  readonly column: number;
  /** An empty text empties it. */
  readonly value: EnteredCell;
}

const appended = z.object({ updates: z.object({ updatedRange: z.string() }) });
const done = z.object({});

const pathOf = (spreadsheetId: string) => `/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}`;
const quoted = (title: string): string => `'${title.replaceAll("'", "''")}'`;

/** The letters of a column: 0 is A, 26 is AA. */
function lettersOf(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** Adds a row below the others, from the first column on; its index from 0. */
export async function appendSheetRow(
  http: ServiceHttp,
  { spreadsheetId, title }: SheetPlace,
  cells: readonly (EnteredCell | null)[],
): Promise<number> {
  const path = `${pathOf(spreadsheetId)}/values/${encodeURIComponent(`${quoted(title)}!A1`)}:append`;
  const { updates } = await http.post(path, appended, {
    query: { valueInputOption: 'USER_ENTERED', insertDataOption: 'INSERT_ROWS' },
    json: { majorDimension: 'ROWS', values: [cells] },
  });
  const row = /![A-Z]+(\d+)/.exec(updates.updatedRange)?.[1];
  if (row === undefined) throw new ServiceFault('unknown', 'Google did not say where the row was added');
  return Number(row) - 1;
}

/** Writes cells of one sheet, all or none of them. */
export async function writeSheetCells(
  http: ServiceHttp,
  { spreadsheetId, title }: SheetPlace,
  cells: readonly CellToWrite[],
): Promise<void> {
  await http.post(`${pathOf(spreadsheetId)}/values:batchUpdate`, done, {
    json: {
      valueInputOption: 'USER_ENTERED',
      data: cells.map(({ row, column, value }) => ({
        range: `${quoted(title)}!${lettersOf(column)}${row + 1}`,
        values: [[value]],
      })),
    },
  });
}

/** Makes room for one more column behind the last. */
export async function addSheetColumn(
  http: ServiceHttp,
  { spreadsheetId, sheetId }: SheetPlace,
): Promise<void> {
  await http.post(`${pathOf(spreadsheetId)}:batchUpdate`, done, {
    json: { requests: [{ appendDimension: { sheetId, dimension: 'COLUMNS', length: 1 } }] },
  });
}

/** Deletes a row; those below it move up. */
export async function deleteSheetRow(
  http: ServiceHttp,
  { spreadsheetId, sheetId }: SheetPlace,
  row: number,
): Promise<void> {
  const range = { sheetId, dimension: 'ROWS', startIndex: row, endIndex: row + 1 };
  await http.post(`${pathOf(spreadsheetId)}:batchUpdate`, done, {
    json: { requests: [{ deleteDimension: { range } }] },
  });
}
