import { isTimeZone } from '@weft/core';
import {
  type GridRange,
  isTooLarge,
  readModifiedTime,
  readSheetCells,
  readSpreadsheet,
  ServiceFault,
  type SheetCell,
  type SheetGrid,
  type SpreadsheetGrids,
  sheetsOf,
} from '@weft/integrations';
import { AppError, invalid } from '@weft/std';
import type { ConnectedReads } from '../from-service/connected-reads.ts';
import { readRange } from './sheet-range.ts';

/** Cells of one request: some 2 MB of answer, which is read in a moment. */
const cellsPerPage = 20_000;
/** Rows of a request where the rows before were empty: the rest of a grid often is. */
const mostRows = 100_000;

/** The part of one sheet that is read: its first row has the names of the columns. */
export interface SheetPart {
  readonly grid: SheetGrid;
  readonly spreadsheet: SpreadsheetGrids;
  readonly range: GridRange;
}

export type Cells = readonly (readonly SheetCell[])[];

/** Somebody took the sheet or rows of it away since it was looked at. */
const isOutside = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof ServiceFault && error.cause.status === 400;
const isMissing = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof ServiceFault && error.cause.status === 404;

/** Reads one spreadsheet within the rate limit of Google, which counts by account. */
export class SheetReader {
  readonly #reads: ConnectedReads;
  readonly #account: string;
  readonly #spreadsheetId: string;
  readonly #signal: AbortSignal;

  constructor(
    reads: ConnectedReads,
    { serviceId, spreadsheetId }: { readonly serviceId: string; readonly spreadsheetId: string },
    signal: AbortSignal,
  ) {
    this.#reads = reads;
    this.#account = serviceId;
    this.#spreadsheetId = spreadsheetId;
    this.#signal = signal;
  }

  async spreadsheet(): Promise<SpreadsheetGrids> {
    const read = await this.#known(
      this.#reads.ask(this.#account, this.#signal, (http) => readSpreadsheet(http, this.#spreadsheetId)),
    );
    // Google says 'GMT-07:00' where its own list has no such zone.
    return isTimeZone(read.timeZone) ? read : { ...read, timeZone: 'UTC' };
  }

  /** Its sheets with the names of their columns; one without a header row has none. */
  async headers() {
    return this.#known(
      this.#reads.ask(this.#account, this.#signal, (http) => sheetsOf(http, this.#spreadsheetId)),
    );
  }

  modifiedTime(): Promise<string> {
    return this.#reads.ask(this.#account, this.#signal, (http) =>
      readModifiedTime(http, this.#spreadsheetId),
    );
  }

  /** What a range in A1 notation leads to; throws where there is no such sheet, or nothing in it. */
  async part(range: string): Promise<SheetPart> {
    const asked = readRange(range);
    if (asked === null) throw invalid('range', 'This is no range of a spreadsheet');
    const spreadsheet = await this.spreadsheet();
    const { title, startRow, endRow, startColumn, endColumn } = asked;
    const grid = spreadsheet.sheets.find((one) => title === null || one.title === title);
    if (grid === undefined)
      throw new AppError('conflict', 'The sheet is no longer in this spreadsheet: choose another one');
    const { sheetId, rowCount, columnCount } = grid;
    if (startRow >= rowCount || startColumn >= columnCount)
      throw invalid('range', 'The range reaches out of the sheet of this spreadsheet');
    return {
      ...{ grid, spreadsheet },
      range: {
        ...{ sheetId, startRowIndex: startRow, endRowIndex: Math.min(endRow ?? rowCount, rowCount) },
        startColumnIndex: startColumn,
        endColumnIndex: Math.min(endColumn ?? columnCount, columnCount),
      },
    };
  }

  /** Rows at once, fewer where they are too long for one answer; `read` says how many it looked at. */
  async cells(
    range: GridRange,
    withRules: boolean,
  ): Promise<{ readonly rows: Cells; readonly read: number }> {
    const { startRowIndex, endRowIndex } = range;
    for (let read = endRowIndex - startRowIndex; ; read = Math.max(1, Math.floor(read / 10))) {
      const asked = { ...range, endRowIndex: startRowIndex + read };
      try {
        const rows = await this.#reads.ask(this.#account, this.#signal, (http) =>
          readSheetCells(http, this.#spreadsheetId, asked, withRules),
        );
        return { rows, read };
      } catch (error) {
        if (read === 1 || !isTooLarge(error)) throw error;
      }
    }
  }

  /** All rows from `startRowIndex` to the last one at once: for a column or two. */
  toEnd(range: Omit<GridRange, 'endRowIndex'>): Promise<Cells> {
    return this.#reads.ask(this.#account, this.#signal, (http) =>
      readSheetCells(http, this.#spreadsheetId, range, false),
    );
  }

  /** All rows from `startRowIndex` on, a page at a time; ends where rows were taken away meanwhile. */
  async *pages(
    range: GridRange,
    width: number,
  ): AsyncGenerator<{ readonly row: number; readonly rows: Cells; readonly read: number }> {
    const usual = Math.max(1, Math.floor(cellsPerPage / Math.max(1, width)));
    let most = usual;
    for (let row = range.startRowIndex; row < range.endRowIndex; ) {
      const endRowIndex = Math.min(row + most, range.endRowIndex);
      try {
        const { rows, read } = await this.cells({ ...range, startRowIndex: row, endRowIndex }, false);
        yield { row, rows, read };
        row += read;
        most = rows.length > 0 ? usual : Math.min(most * 4, mostRows);
      } catch (error) {
        if (!isOutside(error)) throw error;
        return;
      }
    }
  }

  /** A file that the account cannot reach is as one that is not there. */
  async #known<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new AppError(
        'not-found',
        'The spreadsheet is not there, or this connection may not read it: choose it again',
      );
    }
  }
}
