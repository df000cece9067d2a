import { z } from 'zod';
import type { MadeTargets, NewTable, NewTargets } from '../connector.ts';
import type { ServiceHttp } from '../service-http.ts';
import { distinctNames } from '../values.ts';

/** Characters of a sheet's name. */
const longestTitle = 100;

const made = z.object({
  spreadsheetId: z.string(),
  sheets: z.array(z.object({ properties: z.object({ sheetId: z.number().default(0), title: z.string() }) })),
});

/** A new spreadsheet whose sheets have these headers. */
export async function newSpreadsheet(http: ServiceHttp, { title, tables }: NewTargets): Promise<MadeTargets> {
  const names = distinctNames(tables, longestTitle);
  const answer = await http.post('/v4/spreadsheets', made, {
    query: { fields: 'spreadsheetId,sheets.properties(sheetId,title)' },
    json: {
      properties: { title },
      sheets: tables.map((table, at) => sheetOf(table, names[at] ?? table.name)),
    },
  });
  return {
    within: { spreadsheetId: answer.spreadsheetId },
    tables: answer.sheets.map(({ properties }) => ({ id: `${properties.sheetId}`, name: properties.title })),
  };
}

const format = { textFormat: { bold: true } };

const sheetOf = ({ headers }: NewTable, title: string) => ({
  properties: { title, gridProperties: { frozenRowCount: 1 } },
  data: [
    {
      ...{ startRow: 0, startColumn: 0 },
      rowData: [
        {
          values: headers.map(({ name }) => ({
            ...{ userEnteredValue: { stringValue: name }, userEnteredFormat: format },
          })),
        },
      ],
    },
  ],
});
