import { z } from 'zod';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { spreadsheetZone } from './spreadsheet-zone.ts';

/** A column that has a header; its id stays with it when it is moved or renamed. */
interface SheetColumn {
  readonly name: string;
  /** From the format of the first row below the header. */
  readonly type: 'text' | 'number' | 'date' | 'datetime';
  /** Null where nothing was ever written into it. */
  readonly developerMetadataId: number | null;
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
  sheets: z.array(
    z.object({
      properties: z.object({
        sheetId: z.number().default(0),
        title: z.string(),
        sheetType: z.string().default('GRID'),
      }),
    }),
  ),
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
  properties: z.object({ timeZone: spreadsheetZone }),
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

/** Header and first row of sheets of a spreadsheet. */
async function readSheets(http: ServiceHttp, spreadsheetId: string, sheetIds: readonly number[]) {
  if (sheetIds.length === 0) return { sheets: [], timeZone: 'UTC' };
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
  const sheets = answer.sheets.map(
    ({ properties: { sheetId, title }, data: [first] }): Sheet => ({
      ...{ sheetId, title },
      columnHeaders: (first?.rowData[0]?.values ?? []).flatMap(({ formattedValue = '' }, index) => {
        const name = formattedValue.trim();
        const format = first?.rowData[1]?.values[index]?.effectiveFormat?.numberFormat?.type ?? '';
        const named = first?.columnMetadata[index]?.developerMetadata ?? [];
        const developerMetadataId = named.find((one) => one.metadataKey === metadataKey)?.metadataId ?? null;
        return name === '' ? [] : [{ name, index, type: types[format] ?? 'text', developerMetadataId }];
      }),
    }),
  );
  return { sheets, timeZone: answer.properties.timeZone };
}

type NamedColumn = SheetColumn & { readonly developerMetadataId: number };
const isNamed = (column: SheetColumn): column is NamedColumn => column.developerMetadataId !== null;

/** Gives an id to the columns of a sheet that have none. */
async function nameColumns(
  http: ServiceHttp,
  spreadsheetId: string,
  { sheetId, columnHeaders }: Sheet,
): Promise<readonly NamedColumn[]> {
  const unknown = columnHeaders.filter(({ developerMetadataId }) => developerMetadataId === null);
  if (unknown.length === 0) return columnHeaders.filter(isNamed);
  const { replies } = await http.post(`${pathOf(spreadsheetId)}:batchUpdate`, created, {
    json: {
      requests: unknown.map(({ index }) => ({
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
  const ids = replies.map((one) => one.createDeveloperMetadata.developerMetadata.metadataId);
  return columnHeaders
    .map((column) => ({ ...column, developerMetadataId: column.developerMetadataId ?? ids.shift() ?? null }))
    .filter(isNamed);
}

/** The sheets of a spreadsheet that hold cells; one without a header row has no columns. */
export async function sheetsOf(http: ServiceHttp, spreadsheetId: string): Promise<readonly Sheet[]> {
  const { sheets } = await http.get(pathOf(spreadsheetId), properties, {
    query: { fields: 'sheets.properties(sheetId,title,sheetType)' },
  });
  // Others hold a chart, and no cells.
  const grids = sheets.filter((one) => one.properties.sheetType === 'GRID');
  const ids = grids.map((one) => one.properties.sheetId);
  return (await readSheets(http, spreadsheetId, ids)).sheets;
}

/** One sheet with an id for each column, and the zone in which the spreadsheet shows times. */
export async function sheetOf(http: ServiceHttp, spreadsheetId: string, sheetId: string) {
  const { sheets, timeZone } = await readSheets(http, spreadsheetId, [Number(sheetId)]);
  const [sheet] = sheets;
  if (sheet === undefined)
    throw new ServiceFault('permanent', 'The sheet is no longer in this spreadsheet: choose another one');
  const columns = await nameColumns(http, spreadsheetId, sheet);
  return { title: sheet.title, columns, timeZone };
}
