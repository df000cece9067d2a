import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import type { Choice, Target } from '../target.ts';
import { readSheetCells } from './read-sheet.ts';
import { sheetOf } from './sheet-columns.ts';

/** The texts and numbers of a column below its header, each once. */
export async function columnValues(
  http: ServiceHttp,
  { spreadsheetId = '', sheetId = '' }: Target,
  fieldId: string,
): Promise<readonly Choice[]> {
  const { title, columns } = await sheetOf(http, spreadsheetId, sheetId);
  const column = columns.find((one) => `${one.developerMetadataId}` === fieldId);
  if (column === undefined)
    throw new ServiceFault('permanent', `The column is gone from ${title}: choose another one`);
  const at = { startColumnIndex: column.index, endColumnIndex: column.index + 1 };
  const rows = await readSheetCells(
    http,
    spreadsheetId,
    { sheetId: Number(sheetId), startRowIndex: 1, ...at },
    false,
  );
  const texts = rows.flatMap(([cell]) => {
    const { value = null } = cell ?? {};
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
  return [...new Set(texts)].map((name) => ({ id: name, name }));
}
