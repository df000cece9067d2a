/** A cell as Google keeps it: of CellData of its discovery document what is asked for. */
export interface LocalCell {
  readonly effectiveValue?:
    | { readonly numberValue: number }
    | { readonly stringValue: string }
    | { readonly boolValue: boolean }
    | { readonly errorValue: { readonly type: string; readonly message?: string } };
  readonly userEnteredValue?: { readonly formulaValue: string };
  readonly effectiveFormat?: { readonly numberFormat?: { readonly type: string; readonly pattern?: string } };
  readonly dataValidation?: {
    readonly condition: {
      readonly type: string;
      readonly values?: readonly { readonly userEnteredValue: string }[];
    };
  };
}
interface LocalSheet {
  readonly sheetId: number;
  title: string;
  readonly hidden?: boolean;
  readonly merges?: readonly { readonly [index: string]: number }[];
  columnCount: number;
  /** Of the grid, the rows included that hold nothing. */
  rowCount: number;
  readonly row: (index: number) => readonly LocalCell[];
  /** Its rows, which people and programs change. */
  readonly grid: LocalCell[][];
}

const formatted = (type: string, pattern?: string) => ({
  effectiveFormat: { numberFormat: { type, ...(pattern !== undefined && { pattern }) } },
});

/** Cells as a person makes them. */
export const cellOf = {
  text: (stringValue: string): LocalCell => ({ effectiveValue: { stringValue } }),
  number: (numberValue: number, type?: string, pattern?: string): LocalCell => ({
    effectiveValue: { numberValue },
    ...(type !== undefined && formatted(type, pattern)),
  }),
  tick: (boolValue: boolean): LocalCell => ({
    effectiveValue: { boolValue },
    dataValidation: { condition: { type: 'BOOLEAN' } },
  }),
  choice: (stringValue: string, choices: readonly string[]): LocalCell => ({
    ...(stringValue !== '' && { effectiveValue: { stringValue } }),
    dataValidation: {
      condition: { type: 'ONE_OF_LIST', values: choices.map((userEnteredValue) => ({ userEnteredValue })) },
    },
  }),
  fromRange: (stringValue: string, range: string): LocalCell => ({
    effectiveValue: { stringValue },
    dataValidation: { condition: { type: 'ONE_OF_RANGE', values: [{ userEnteredValue: range }] } },
  }),
  formula: (formulaValue: string, numberValue: number): LocalCell => ({
    ...{ userEnteredValue: { formulaValue }, effectiveValue: { numberValue } },
  }),
  error: (type: string): LocalCell => ({ effectiveValue: { errorValue: { type, message: 'wrong' } } }),
  none: {} as LocalCell,
};

export const localSheet = (
  sheetId: number,
  title: string,
  rows: readonly (readonly LocalCell[])[],
  more: Partial<LocalSheet> = {},
): LocalSheet => {
  const grid = rows.map((row) => [...row]);
  return {
    ...{ sheetId, title, rowCount: 1_000, columnCount: 26, grid, row: (index) => grid[index] ?? [] },
    ...more,
  };
};

/** Days since the one that Google counts from. */
const daysOf = (text: string): number =>
  (Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : 'T00:00:00Z'}`) - Date.UTC(1899, 11, 30)) /
  86_400_000;

/** What becomes of what somebody types into a cell. */
function typedInto(before: LocalCell, value: string | number | boolean): LocalCell {
  const { dataValidation } = before;
  const kept = dataValidation === undefined ? {} : { dataValidation };
  if (value === '') return kept;
  if (typeof value === 'boolean') return { ...kept, effectiveValue: { boolValue: value } };
  const { effectiveFormat } = before;
  const format = effectiveFormat === undefined ? {} : { effectiveFormat };
  if (typeof value === 'number') return { ...kept, ...format, effectiveValue: { numberValue: value } };
  if (value.startsWith("'")) return { ...kept, effectiveValue: { stringValue: value.slice(1) } };
  if (/^\d{4}-\d{2}-\d{2}( [\d:]+)?$/.test(value))
    return {
      ...{ ...formatted(value.length > 10 ? 'DATE_TIME' : 'DATE'), ...format, ...kept },
      effectiveValue: { numberValue: daysOf(value) },
    };
  return { ...kept, effectiveValue: { stringValue: value } };
}

/** A cell by its row and column, from 0; null: it is no single cell. */
function cellAt(
  range: string,
): { readonly title: string; readonly row: number; readonly column: number } | null {
  const match = /^'((?:[^']|'')+)'!([A-Z]+)(\d+)$/.exec(range);
  if (match === null) return null;
  const [, title = '', letters = '', row = ''] = match;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { title: title.replaceAll("''", "'"), row: Number(row) - 1, column: column - 1 };
}

interface GridRange {
  readonly sheetId?: number;
  readonly startRowIndex?: number;
  readonly endRowIndex?: number;
  readonly startColumnIndex?: number;
  readonly endColumnIndex?: number;
}

/** What Google answers to who reads the cells of a spreadsheet. */
class LocalSpreadsheets {
  timeZone = 'Europe/Berlin';
  sheets: LocalSheet[] = [];
  modifiedTime = '2026-11-23T10:00:00.000Z';
  /** Called before rows are answered: for what happens midway. */
  onPage: (startRow: number) => void = () => {};
  /** Requests for rows. */
  pages = 0;

  reset(sheets: readonly LocalSheet[]): void {
    this.sheets = [...sheets];
    this.modifiedTime = '2026-11-23T10:00:00.000Z';
    this.onPage = () => {};
    this.onWrite = () => {};
    this.pages = 0;
  }

  about(title: string) {
    return {
      properties: { title, timeZone: this.timeZone },
      sheets: this.sheets.map(({ sheetId, title, hidden = false, merges, rowCount, columnCount }) => ({
        // What is zero, false or empty is left out.
        properties: {
          ...(sheetId !== 0 && { sheetId }),
          ...{ title, sheetType: 'GRID' },
          ...(hidden && { hidden }),
          gridProperties: { rowCount, columnCount },
        },
        ...(merges && { merges }),
      })),
    };
  }

  /** The first two rows of a sheet as they show themselves, without ids of columns; null: there is no such sheet. */
  headers(sheetId: number) {
    const sheet = this.sheets.find((one) => one.sheetId === sheetId);
    if (sheet === undefined) return null;
    const rowData = [0, 1].map((at) => ({
      values: sheet.row(at).map(({ effectiveValue = {}, effectiveFormat }) => {
        const [formattedValue] = Object.values(effectiveValue).map(String);
        return { ...(formattedValue !== undefined && { formattedValue }), effectiveFormat };
      }),
    }));
    return { properties: { sheetId, title: sheet.title }, data: [{ rowData }] };
  }

  /** Called when rows are about to be written: for what happens right before. */
  onWrite: () => void = () => {};

  /** Writes one cell as somebody types it; false: there is no such cell. */
  write(range: string, value: string | number | boolean): boolean {
    const at = cellAt(range);
    const sheet = this.sheets.find(({ title }) => title === at?.title);
    if (at === null || sheet === undefined || at.row >= sheet.rowCount || at.column >= sheet.columnCount)
      return false;
    while (sheet.grid.length <= at.row) sheet.grid.push([]);
    const row = sheet.grid[at.row] as LocalCell[];
    while (row.length <= at.column) row.push({});
    row[at.column] = typedInto(row[at.column] ?? {}, value);
    return true;
  }

  /** Adds a row below the last that holds something; where, or null where there is no such sheet. */
  append(title: string, values: readonly (string | number | boolean | null)[]): string | null {
    const sheet = this.sheets.find((one) => one.title === title);
    if (sheet === undefined) return null;
    const last = sheet.grid.findLastIndex((row) => row.some(({ effectiveValue }) => effectiveValue));
    const row = values.map((value) => (value === null ? {} : typedInto({}, value)));
    sheet.grid.splice(last + 1, 0, row);
    sheet.rowCount++;
    return `'${title.replaceAll("'", "''")}'!A${last + 2}:${String.fromCharCode(64 + values.length)}${last + 2}`;
  }

  /** False: there is no such row. */
  deleteRow(sheetId: number, row: number): boolean {
    const sheet = this.sheets.find((one) => one.sheetId === sheetId);
    if (sheet === undefined || row >= sheet.rowCount) return false;
    sheet.grid.splice(row, 1);
    sheet.rowCount--;
    return true;
  }

  addColumn(sheetId: number): void {
    for (const sheet of this.sheets) if (sheet.sheetId === sheetId) sheet.columnCount++;
  }

  /** The cells of a range; null where it reaches out of the grid. */
  cells(range: GridRange, fields: string) {
    const { sheetId = 0, startRowIndex = 0, startColumnIndex = 0 } = range;
    this.pages++;
    this.onPage(startRowIndex);
    const sheet = this.sheets.find((one) => one.sheetId === sheetId);
    if (sheet === undefined) return null;
    const { endRowIndex = sheet.rowCount, endColumnIndex = sheet.columnCount } = range;
    if (startRowIndex >= endRowIndex || endRowIndex > sheet.rowCount || endColumnIndex > sheet.columnCount)
      return null;
    const withRules = fields.includes('dataValidation');
    const rowData: { values?: LocalCell[] }[] = [];
    let filled = 0;
    for (let at = startRowIndex; at < endRowIndex; at++) {
      const values = sheet.row(at).slice(startColumnIndex, endColumnIndex);
      const sent = withRules
        ? values
        : values.map(({ dataValidation: _, userEnteredValue: __, ...cell }) => cell);
      rowData.push(sent.length === 0 ? {} : { values: [...sent] });
      if (sent.some((cell) => Object.keys(cell).length > 0)) filled = rowData.length;
    }
    return { sheets: [{ data: [filled === 0 ? {} : { rowData: rowData.slice(0, filled) }] }] };
  }
}

/** The spreadsheet of the local Google; a test fills it. */
export const localSpreadsheets = new LocalSpreadsheets();
