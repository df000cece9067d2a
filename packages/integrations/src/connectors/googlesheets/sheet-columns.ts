import { z } from 'zod';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';

/** A column that has a header; its id stays with it when it is moved or renamed. */
interface SheetColumn {
  readonly name: string;
  /** From the format of the first row below the header. */
  readonly type: 'text' | 'number' | 'date' | 'datetime';
  readonly developerMetadataId: number;
  /** From 0. */
  readonly index: number;
}

export interface Sheet {
  readonly title: string;
  readonly sheetId: number;
  readonly columnHeaders: readonly SheetColumn[];
}

const metadataKey = 'weft.column';

const properties = z.object({
  sheets: z.array(z.object({ properties: z.object({ sheetId: z.number().default(0), title: z.string() }) })),
});
const metadata = z.object({
  metadataId: z.number(),
  metadataKey: z.string().optional(),
});
const cell = z.object({
  formattedValue: z.string().optional(),
  effectiveFormat: z.object({ numberFormat: z.object({ type: z.string() }).optional() }).optional(),
});
const grid = z.object({
  properties: z.object({ timeZone: z.string() }),
  sheets: z.array(
    z.object({
      properties: z.object({ sheetId: z.number().default(0), title: z.string() }),
      data: z
        .array(
          z.object({
            rowData: z.array(z.object({ values: z.array(cell).default([]) })).default([]),
            columnMetadata: z
              .array(z.object({ developerMetadata: z.array(metadata).default([]) }))
              .default([]),
          }),
        )
        .default([]),
    }),
  ),
});
const created = z.object({
  replies: z.array(
    z.object({
      createDeveloperMetadata: z.object({ developerMetadata: z.object({ metadataId: z.number() }) }),
    }),
  ),
});

const types: { readonly [format: string]: SheetColumn['type'] } = {
  ...{ NUMBER: 'number', PERCENT: 'number', CURRENCY: 'number', SCIENTIFIC: 'number' },
  ...{ DATE: 'date', DATE_TIME: 'datetime' },
};

const pathOf = (spreadsheetId: string) => `/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}`;

/** Header and first row of sheets of a spreadsheet; columns that were not seen before get their id. */
async function readSheets(http: ServiceHttp, spreadsheetId: string, sheetIds: readonly number[]) {
  const answer = await http.post(`${pathOf(spreadsheetId)}:getByDataFilter`, grid, {
    query: {
      fields:
        'properties.timeZone,sheets(properties(sheetId,title),data(rowData.values(formattedValue,effectiveFormat.numberFormat.type),columnMetadata.developerMetadata(metadataId,metadataKey)))',
    },
    json: {
      dataFilters: sheetIds.map((sheetId) => ({ gridRange: { sheetId, startRowIndex: 0, endRowIndex: 2 } })),
    },
    safe: true,
  });
  const found = answer.sheets.map(({ properties: { sheetId, title }, data: [first] }) => ({
    ...{ sheetId, title },
    columns: (first?.rowData[0]?.values ?? []).flatMap(({ formattedValue = '' }, index) => {
      const name = formattedValue.trim();
      const format = first?.rowData[1]?.values[index]?.effectiveFormat?.numberFormat?.type ?? '';
      const mine = first?.columnMetadata[index]?.developerMetadata.find(
        (one) => one.metadataKey === metadataKey,
      );
      return name === '' ? [] : [{ name, index, type: types[format] ?? 'text', known: mine?.metadataId }];
    }),
  }));
  const unknown = found.flatMap(({ sheetId, columns }) =>
    columns.filter(({ known }) => known === undefined).map(({ index }) => ({ sheetId, index })),
  );
  const ids = await nameColumns(http, spreadsheetId, unknown);
  const sheets = found.map(
    ({ sheetId, title, columns }): Sheet => ({
      ...{ sheetId, title },
      columnHeaders: columns.map(({ known, ...column }) => ({
        ...column,
        developerMetadataId: known ?? ids.shift() ?? 0,
      })),
    }),
  );
  return { sheets, timeZone: answer.properties.timeZone };
}

async function nameColumns(
  http: ServiceHttp,
  spreadsheetId: string,
  columns: readonly { readonly sheetId: number; readonly index: number }[],
): Promise<number[]> {
  if (columns.length === 0) return [];
  const { replies } = await http.post(`${pathOf(spreadsheetId)}:batchUpdate`, created, {
    json: {
      requests: columns.map(({ sheetId, index }) => ({
        createDeveloperMetadata: {
          developerMetadata: {
            ...{ metadataKey, visibility: 'DOCUMENT' },
            location: {
              dimensionRange: { sheetId, dimension: 'COLUMNS', startIndex: index, endIndex: index + 1 },
            },
          },
        },
      })),
    },
    // Made twice, a column has two ids, of which the first is taken.
    safe: true,
  });
  return replies.map((one) => one.createDeveloperMetadata.developerMetadata.metadataId);
}

/** The sheets of a spreadsheet that have a header row. */
export async function sheetsOf(http: ServiceHttp, spreadsheetId: string): Promise<readonly Sheet[]> {
  const { sheets } = await http.get(pathOf(spreadsheetId), properties, {
    query: { fields: 'sheets.properties(sheetId,title)' },
  });
  const ids = sheets.map((one) => one.properties.sheetId);
  const read = await readSheets(http, spreadsheetId, ids);
  return read.sheets.filter(({ columnHeaders }) => columnHeaders.length > 0);
}

/** One sheet, and the zone in which the spreadsheet shows times. */
export async function sheetOf(http: ServiceHttp, spreadsheetId: string, sheetId: string) {
  const { sheets, timeZone } = await readSheets(http, spreadsheetId, [Number(sheetId)]);
  const [sheet] = sheets;
  if (sheet === undefined)
    throw new ServiceFault('permanent', 'The sheet is no longer in this spreadsheet: choose another one');
  return { sheet, timeZone };
}
