/** A cell as Google keeps it: of CellData of its discovery document what is asked for. */
export interface LocalCell {
  readonly effectiveValue?:
    | { readonly numberValue: number }
    | { readonly stringValue: string }
    | { readonly boolValue: boolean }
    | { readonly errorValue: { readonly type: string; readonly message?: string } };
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
  readonly columnCount: number;
  /** Of the grid, the rows included that hold nothing. */
  rowCount: number;
  readonly row: (index: number) => readonly LocalCell[];
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
  error: (type: string): LocalCell => ({ effectiveValue: { errorValue: { type, message: 'wrong' } } }),
  none: {} as LocalCell,
};

export const localSheet = (
  sheetId: number,
  title: string,
  rows: readonly (readonly LocalCell[])[],
  more: Partial<LocalSheet> = {},
): LocalSheet => ({
  ...{ sheetId, title, rowCount: 1_000, columnCount: 26, row: (index) => rows[index] ?? [] },
  ...more,
});

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
      const sent = withRules ? values : values.map(({ dataValidation: _, ...cell }) => cell);
      rowData.push(sent.length === 0 ? {} : { values: [...sent] });
      if (sent.some((cell) => Object.keys(cell).length > 0)) filled = rowData.length;
    }
    return { sheets: [{ data: [filled === 0 ? {} : { rowData: rowData.slice(0, filled) }] }] };
  }
}

/** The spreadsheet of the local Google; a test fills it. */
export const localSpreadsheets = new LocalSpreadsheets();
