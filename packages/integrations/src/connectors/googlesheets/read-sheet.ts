import { z } from 'zod';
import { driveUrl } from '../google/google.ts';
import type { ServiceHttp } from '../service-http.ts';
import { spreadsheetZone } from './spreadsheet-zone.ts';

/** Cells over several others, counted from 0; the ends are not among them. */
const span = z.object({
  startRowIndex: z.int().default(0),
  endRowIndex: z.int().default(0),
  startColumnIndex: z.int().default(0),
  endColumnIndex: z.int().default(0),
});
const about = z.object({
  properties: z.object({ title: z.string(), timeZone: spreadsheetZone.default('UTC') }),
  sheets: z.array(
    z.object({
      properties: z.object({
        sheetId: z.int().default(0),
        title: z.string(),
        sheetType: z.string().default('GRID'),
        hidden: z.boolean().default(false),
        gridProperties: z
          .object({ rowCount: z.int().default(0), columnCount: z.int().default(0) })
          .default({ rowCount: 0, columnCount: 0 }),
      }),
      merges: z.array(span).default([]),
    }),
  ),
});

type MergedSpan = z.infer<typeof span>;
/** A sheet of cells, and how far its grid goes, empty cells included. */
export interface SheetGrid {
  readonly sheetId: number;
  readonly title: string;
  readonly hidden: boolean;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly merges: readonly MergedSpan[];
}
export interface SpreadsheetGrids {
  readonly title: string;
  /** IANA zone of its times. */
  readonly timeZone: string;
  readonly sheets: readonly SheetGrid[];
}

const pathOf = (spreadsheetId: string) => `/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}`;

/** The sheets of a spreadsheet that hold cells; others hold a chart. */
export async function readSpreadsheet(http: ServiceHttp, spreadsheetId: string): Promise<SpreadsheetGrids> {
  const { properties, sheets } = await http.get(pathOf(spreadsheetId), about, {
    query: {
      fields:
        'properties(title,timeZone),sheets(properties(sheetId,title,sheetType,hidden,gridProperties(rowCount,columnCount)),merges)',
    },
  });
  const grids = sheets.filter((one) => one.properties.sheetType === 'GRID');
  return {
    ...properties,
    sheets: grids.map(({ properties: { sheetType: _, gridProperties, ...said }, merges }) => ({
      ...{ ...said, ...gridProperties, merges },
    })),
  };
}

const file = z.object({ modifiedTime: z.string() });

/** When somebody changed it last, as Drive says. */
export const readModifiedTime = async (http: ServiceHttp, spreadsheetId: string): Promise<string> =>
  (
    await http.get(`${driveUrl}/files/${encodeURIComponent(spreadsheetId)}`, file, {
      query: { fields: 'modifiedTime', supportsAllDrives: true },
    })
  ).modifiedTime;

/** What a cell of a drop-down or of ticks takes. */
export interface CellRule {
  readonly type: string;
  readonly values: readonly string[];
}

/** A cell as it shows itself: what a formula came to, and how numbers are shown. */
export interface SheetCell {
  readonly value: string | number | boolean | null;
  /** `#REF!` where a formula failed. */
  readonly error: string | null;
  readonly format: { readonly type: string; readonly pattern: string } | null;
  readonly rule: CellRule | null;
  /** A formula fills it in; asked for with the rules. */
  readonly isFormula: boolean;
}

/** Cells of one sheet, counted from 0; the ends are not among them. */
export interface GridRange {
  readonly sheetId: number;
  readonly startRowIndex: number;
  readonly endRowIndex: number;
  readonly startColumnIndex: number;
  readonly endColumnIndex: number;
}

const errorTexts: { readonly [type: string]: string } = {
  ...{ NULL_VALUE: '#NULL!', DIVIDE_BY_ZERO: '#DIV/0!', VALUE: '#VALUE!', REF: '#REF!', NAME: '#NAME?' },
  ...{ NUM: '#NUM!', N_A: '#N/A', LOADING: '#LOADING!' },
};

// Each of very many cells is looked at by hand: a schema would hold up everybody else for its time.
type Part = { readonly [key: string]: unknown };
const partOf = (value: unknown): Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const noCell: SheetCell = { value: null, error: null, format: null, rule: null, isFormula: false };

function readCell(sent: unknown): SheetCell {
  const { effectiveValue, effectiveFormat, dataValidation, userEnteredValue } = partOf(sent);
  if (effectiveValue === undefined && dataValidation === undefined && userEnteredValue === undefined)
    return noCell;
  const { numberValue, stringValue, boolValue, errorValue } = partOf(effectiveValue);
  const { numberFormat } = partOf(effectiveFormat);
  const format = partOf(numberFormat);
  const said = [numberValue, stringValue, boolValue].find(
    (one) => typeof one === 'number' || typeof one === 'string' || typeof one === 'boolean',
  ) as SheetCell['value'] | undefined;
  return {
    value: said ?? null,
    error: errorValue === undefined ? null : (errorTexts[textOf(partOf(errorValue).type)] ?? '#ERROR!'),
    format:
      numberFormat === undefined ? null : { type: textOf(format.type), pattern: textOf(format.pattern) },
    rule: readRule(dataValidation),
    isFormula: partOf(userEnteredValue).formulaValue !== undefined,
  };
}

function readRule(sent: unknown): CellRule | null {
  const { type, values } = partOf(partOf(sent).condition);
  if (typeof type !== 'string') return null;
  const listed = Array.isArray(values) ? values.map((one) => textOf(partOf(one).userEnteredValue)) : [];
  return { type, values: listed };
}

const page = z.object({
  sheets: z
    .array(
      z.object({
        data: z.array(z.object({ rowData: z.array(z.unknown()).default([]) })).default([]),
      }),
    )
    .default([]),
});

const values = 'effectiveValue,effectiveFormat(numberFormat)';

/** Rows of a sheet; those behind the last that holds something are left out. `withRules`: and what its cells take. */
export async function readSheetCells(
  http: ServiceHttp,
  spreadsheetId: string,
  /** Without an end it goes to the last row. */
  gridRange: Omit<GridRange, 'endRowIndex'> & Partial<GridRange>,
  withRules: boolean,
): Promise<readonly (readonly SheetCell[])[]> {
  const { sheets } = await http.post(`${pathOf(spreadsheetId)}:getByDataFilter`, page, {
    query: {
      fields: `sheets(data(rowData(values(${withRules ? `${values},dataValidation(condition),userEnteredValue(formulaValue)` : values}))))`,
      prettyPrint: false,
    },
    json: { dataFilters: [{ gridRange }] },
    safe: true,
  });
  return (sheets[0]?.data[0]?.rowData ?? []).map((row) => {
    const { values: sent } = partOf(row);
    return Array.isArray(sent) ? sent.map(readCell) : [];
  });
}
