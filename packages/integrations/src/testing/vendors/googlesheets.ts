import { z } from 'zod';
import { googleMethod } from '../described.ts';
import { localSpreadsheets } from '../local-spreadsheets.ts';
import { odd, type StandIn, testFile } from '../stand-in.ts';
import type { Route } from '../strict-server.ts';
import { driveAbout, driveFiles, fieldMask, googleAccount } from './google.ts';

const spreadsheetId = odd('sheet');
const title = "Bob's guests";

const cells = (row: readonly string[], format?: string) => ({
  values: row.map((formattedValue) => ({
    ...(formattedValue !== '' && { formattedValue }),
    ...(format !== undefined && { effectiveFormat: { numberFormat: { type: format } } }),
  })),
});
const headers = ['Name', 'Phone', 'Age', 'Came', 'Born', 'At', '', 'Picture', 'Wishes'];

/** What only words say of them: which rows a header has, and that metadata stands at one column. */
const gridRange = z.strictObject({
  sheetId: z.int(),
  startRowIndex: z.literal(0),
  endRowIndex: z.literal(2),
});
/** Of cells that are imported: a part of the grid. */
const cellRange = z.strictObject({
  ...{ sheetId: z.int(), startRowIndex: z.int().min(0), endRowIndex: z.int().min(1).optional() },
  ...{ startColumnIndex: z.int().min(0), endColumnIndex: z.int().min(1) },
});
const aboutGrids =
  'properties(title,timeZone),sheets(properties(sheetId,title,sheetType,hidden,gridProperties(rowCount,columnCount)),merges)';
const missing = { status: 404, json: { error: { code: 404, message: 'Requested entity was not found.' } } };
const notParsed = { status: 400, json: { error: { code: 400, message: 'Range exceeds grid limits.' } } };
const newMetadata = z.strictObject({
  developerMetadata: z.strictObject({
    metadataKey: z.string().min(1),
    visibility: z.enum(['DOCUMENT', 'PROJECT']),
    location: z.strictObject({
      dimensionRange: z
        .strictObject({
          sheetId: z.int(),
          dimension: z.enum(['ROWS', 'COLUMNS']),
          startIndex: z.int(),
          endIndex: z.int(),
        })
        .refine(({ startIndex, endIndex }) => endIndex === startIndex + 1, 'metadata stands at one column'),
    }),
  }),
});
/** Sheets of a new spreadsheet: their names differ, whatever their case. */
const newSheets = z
  .array(
    z.strictObject({
      properties: z.strictObject({
        title: z.string().min(1).max(100),
        gridProperties: z.strictObject({ frozenRowCount: z.int() }),
      }),
      data: z.tuple([
        z.strictObject({
          ...{ startRow: z.literal(0), startColumn: z.literal(0) },
          rowData: z.array(
            z.strictObject({
              values: z.array(
                z.strictObject({
                  userEnteredValue: z.strictObject({ stringValue: z.string() }),
                  userEnteredFormat: z.strictObject({ textFormat: z.strictObject({ bold: z.boolean() }) }),
                }),
              ),
            }),
          ),
        }),
      ]),
    }),
  )
  .min(1)
  .refine(
    (sheets) => new Set(sheets.map((one) => one.properties.title.toLowerCase())).size === sheets.length,
  );
const oneRow = z
  .strictObject({
    ...{ sheetId: z.int(), dimension: z.literal('ROWS'), startIndex: z.int().min(1), endIndex: z.int() },
  })
  .refine(({ startIndex, endIndex }) => endIndex === startIndex + 1, 'one row is deleted at a time');
const oneColumn = z.strictObject({
  ...{ sheetId: z.int(), dimension: z.literal('COLUMNS'), length: z.literal(1) },
});
type Changes = readonly {
  readonly createDeveloperMetadata?: z.infer<typeof newMetadata>;
  readonly deleteDimension?: { readonly range: z.infer<typeof oneRow> };
  readonly appendDimension?: z.infer<typeof oneColumn>;
}[];
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The ids of columns that were named, by their index; the second was named before. */
let named = new Map<number, number>();

const routes: readonly Route[] = [
  driveAbout,
  driveFiles('application/vnd.google-apps.spreadsheet', [
    { id: spreadsheetId, name: 'Guests' },
    { id: 'other', name: 'Others' },
  ]),
  googleMethod('sheets.spreadsheets.get', {
    query: z.strictObject({ fields: z.enum(['sheets.properties(sheetId,title,sheetType)', aboutGrids]) }),
    // The id of the first sheet is 0, which is left out.
    answer: ({ path, query }) => {
      if (query.fields === aboutGrids)
        return path.spreadsheetId === spreadsheetId ? { json: localSpreadsheets.about('Guests') } : missing;
      if (localSpreadsheets.sheets.length > 0)
        return { json: { sheets: localSpreadsheets.about('').sheets } };
      return {
        json: {
          sheets: [
            { properties: { title: 'Empty', sheetType: 'GRID' } },
            { properties: { sheetId: 3, title: 'Chart', sheetType: 'OBJECT' } },
            { properties: { sheetId: 7, title, sheetType: 'GRID' } },
          ],
        },
      };
    },
  }),
  googleMethod('drive.files.get', {
    query: z.strictObject({ ...fieldMask('modifiedTime'), supportsAllDrives: z.literal('true') }),
    answer: ({ path }) =>
      path.fileId === spreadsheetId ? { json: { modifiedTime: localSpreadsheets.modifiedTime } } : missing,
  }),
  googleMethod('sheets.spreadsheets.getByDataFilter', {
    query: z.strictObject({
      fields: z.string().regex(/^[\w.,()]+$/),
      prettyPrint: z.literal('false').optional(),
    }),
    body: z.strictObject({
      dataFilters: z.union([
        z.array(z.strictObject({ gridRange })).min(1),
        z.tuple([z.strictObject({ gridRange: cellRange })]),
      ]),
    }),
    answer: ({ body, query }) => {
      if (query.prettyPrint !== undefined) {
        const [{ gridRange: range }] = (body as { dataFilters: [{ gridRange: object }] }).dataFilters;
        const json = localSpreadsheets.cells(range, String(query.fields));
        return json === null ? notParsed : { json };
      }
      const asked = (body as { dataFilters: { gridRange: { sheetId: number } }[] }).dataFilters;
      const full = {
        properties: { sheetId: 7, title },
        data: [
          {
            rowData: [cells(headers), cells(headers, 'DATE_TIME')],
            columnMetadata: headers.map((_, i) => ({
              developerMetadata: [
                { metadataId: 900 + i, metadataKey: 'of another app' },
                ...(named.has(i) ? [{ metadataId: named.get(i), metadataKey: 'weft.column' }] : []),
              ],
            })),
          },
        ],
      };
      const empty = { properties: { title: 'Empty' }, data: [{}] };
      const sheets = asked.map(
        ({ gridRange: { sheetId } }) => localSpreadsheets.headers(sheetId) ?? (sheetId === 7 ? full : empty),
      );
      // A sheet with a chart has no grid.
      if (asked.some(({ gridRange }) => gridRange.sheetId === 3))
        return { status: 400, json: { error: { code: 400, message: 'No grid' } } };
      return { json: { properties: { timeZone: localSpreadsheets.timeZone }, sheets } };
    },
  }),
  googleMethod('sheets.spreadsheets.batchUpdate', {
    body: z.strictObject({
      requests: z.union([
        z.array(z.strictObject({ createDeveloperMetadata: newMetadata })).min(1),
        z.tuple([z.strictObject({ deleteDimension: z.strictObject({ range: oneRow }) })]),
        z.tuple([z.strictObject({ appendDimension: oneColumn })]),
      ]),
    }),
    answer: ({ body }) => {
      const { requests: asked } = body as { requests: Changes };
      const [{ deleteDimension, appendDimension } = {}] = asked;
      if (appendDimension !== undefined) localSpreadsheets.addColumn(appendDimension.sheetId);
      if (deleteDimension !== undefined) {
        localSpreadsheets.onWrite();
        const { sheetId, startIndex } = deleteDimension.range;
        if (!localSpreadsheets.deleteRow(sheetId, startIndex)) return notParsed;
      }
      const requests = asked.flatMap(({ createDeveloperMetadata: made }) =>
        made === undefined ? [] : [{ createDeveloperMetadata: made }],
      );
      const replies = requests.map(({ createDeveloperMetadata }) => {
        const at = createDeveloperMetadata.developerMetadata.location.dimensionRange.startIndex;
        named.set(at, 100 + at);
        return { createDeveloperMetadata: { developerMetadata: { metadataId: 100 + at } } };
      });
      return { json: { spreadsheetId, replies } };
    },
  }),
  googleMethod('sheets.spreadsheets.values.append', {
    adds: true,
    // Not marked as required in the document, and required in its words.
    query: z.strictObject({
      valueInputOption: z.literal('USER_ENTERED'),
      insertDataOption: z.literal('INSERT_ROWS'),
    }),
    body: z.strictObject({ majorDimension: z.literal('ROWS'), values: z.array(z.array(value)).length(1) }),
    answer: ({ path, body }) => {
      const title = /^'((?:[^']|'')+)'!A1$/.exec(path.range ?? '')?.[1]?.replaceAll("''", "'") ?? '';
      const { values } = body as { values: [(string | number | boolean | null)[]] };
      localSpreadsheets.onWrite();
      const updatedRange = localSpreadsheets.append(title, values[0]);
      if (updatedRange !== null)
        return { json: { spreadsheetId, updates: { updatedRange, updatedRows: 1 } } };
      return path.range === "'Bob''s guests'!A1" && path.spreadsheetId === spreadsheetId
        ? { json: { spreadsheetId, updates: { updatedRange: "'Bob''s guests'!A2:I2", updatedRows: 1 } } }
        : { status: 400, json: { error: { code: 400, message: `Unable to parse range: ${path.range}` } } };
    },
  }),
  googleMethod('sheets.spreadsheets.values.batchUpdate', {
    body: z.strictObject({
      valueInputOption: z.literal('USER_ENTERED'),
      data: z
        .array(z.strictObject({ range: z.string(), values: z.tuple([z.tuple([value])]) }))
        .min(1)
        .max(1_000),
    }),
    answer: ({ body }) => {
      const { data } = body as { data: { range: string; values: [[string | number | boolean]] }[] };
      localSpreadsheets.onWrite();
      const isWritten = data.every(({ range, values: [[one]] }) => localSpreadsheets.write(range, one));
      return isWritten ? { json: { spreadsheetId, totalUpdatedCells: data.length } } : notParsed;
    },
  }),
  googleMethod('sheets.spreadsheets.create', {
    query: z.strictObject(fieldMask('spreadsheetId,sheets.properties(sheetId,title)')),
    body: z.strictObject({
      properties: z.strictObject({ title: z.string().min(1) }),
      sheets: newSheets,
    }),
    answer: ({ body }) => {
      const { sheets } = body as { sheets: z.infer<typeof newSheets> };
      // The id of the first sheet is 0, which is left out.
      const made = sheets.map(({ properties: { title } }, sheetId) => ({
        properties: sheetId === 0 ? { title } : { sheetId, title },
      }));
      return { json: { spreadsheetId: 'made', sheets: made } };
    },
  }),
];

/** As the row below the headers is formatted. */
const any = { kind: 'any', holds: 'datetime' } as const;

export const googlesheets = (): StandIn => {
  named = new Map([[1, 55]]);
  return {
    routes,
    ways: [
      { config: { files: 'chosen' }, account: googleAccount },
      { config: { files: 'all' }, account: googleAccount },
    ],
    target: { spreadsheetId, sheetId: '7' },
    fields: [
      { id: '100', name: 'Name', ...any },
      { id: '55', name: 'Phone', ...any },
      ...headers.flatMap((name, i) => (i < 2 || name === '' ? [] : [{ id: `${100 + i}`, name, ...any }])),
    ],
    values: {
      ...{ 100: '=HYPERLINK("https://x.example")', 55: '+49 0123', 102: 41.5, 103: true, 104: '2026-03-29' },
      ...{
        105: '2026-03-29T01:30:00Z',
        107: [testFile('a.png', 3), testFile('b.png', 3, 'https://x.example/b')],
      },
      108: ['tea', 'cake'],
    },
    sent: [
      {
        majorDimension: 'ROWS',
        values: [
          [
            ...[
              '\'=HYPERLINK("https://x.example")',
              "'+49 0123",
              41.5,
              true,
              '2026-03-29',
              '2026-03-29 03:30:00',
            ],
            ...[null, "'a.png\nhttps://x.example/b", "'tea, cake"],
          ],
        ],
      },
    ],
  };
};
