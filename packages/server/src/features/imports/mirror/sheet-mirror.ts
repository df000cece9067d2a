import { emptyViewConfig, type Field, type RawTexts, type Table, whyNotPrimary } from '@weft/core';
import type { BaseStore } from '@weft/db';
import { uniqueName } from '@weft/history';
import {
  addSheetColumn,
  appendSheetRow,
  deleteSheetRow,
  type ServiceHttp,
  type SheetCell,
  type SheetGrid,
  type SheetPlace,
  type SpreadsheetGrids,
  sheetOf,
  writeSheetCells,
} from '@weft/integrations';
import { AppError, invalid, must } from '@weft/std';
import type { MirrorValues } from '../../bases/mirrors.ts';
import type { ConnectedReads } from '../from-service/connected-reads.ts';
import type { ServicePage, ServiceRow, ServiceTable, SourceContext } from '../from-service/service-source.ts';
import { ColumnKinds } from '../google-sheets/column-kinds.ts';
import { type Cells, SheetReader } from '../google-sheets/sheet-reader.ts';
import { addChoices } from '../google-sheets/sheet-spool.ts';
import { textOfCell } from '../google-sheets/sheet-text.ts';
import { MirrorIds } from './mirror-ids.ts';
import type { MirroredService, MirroredStructure } from './mirrored-service.ts';
import { enteredCell, readCell, shapeOf } from './sheet-columns.ts';

/** The header of the column that says which row is which, wherever it is moved. */
const keyHeader = 'Row ID';
/** Rows that say what the columns are, the one with the names included. */
const startRows = 101;
/** Cells of one request that writes. */
const cellsAtOnce = 1_000;

interface PlannedSheet {
  readonly grid: SheetGrid;
  readonly place: SheetPlace;
  readonly table: ServiceTable['table'];
  readonly fieldOrder: readonly string[];
  /** In the order of the table's fields: from 0, and whether formulas fill them in. */
  readonly columns: readonly { readonly index: number; readonly isFormula: boolean }[];
  readonly keyColumn: number;
  readonly keyFieldId: string;
  /** Columns that are read. */
  readonly width: number;
}

type Row = readonly SheetCell[];

const textAt = (row: Row, column: number): string => {
  const cell = row[column];
  return cell === undefined ? '' : textOfCell(cell).text.trim();
};
const isKeyHeader = (name: string): boolean => name.trim().toLowerCase() === keyHeader.toLowerCase();

/**
 * A spreadsheet that a database here shows, a table for each sheet. A row is known by what stands in its column ‘Row ID’,
 * which is made where there is none: rows are moved, sorted and inserted there, and their numbers say nothing. Before a row
 * is written it is looked for by its id and read, and afterwards it is read once more.
 */
export class SheetMirror implements MirroredService {
  readonly label = 'Google Sheets';
  readonly #reads: ConnectedReads;
  readonly #at: { readonly serviceId: string; readonly spreadsheetId: string };
  readonly #store: BaseStore;
  readonly #newKey: () => string;
  readonly #ids: MirrorIds;
  #planned: readonly PlannedSheet[] = [];
  #timeZone = 'UTC';

  constructor(
    reads: ConnectedReads,
    at: { readonly serviceId: string; readonly spreadsheetId: string },
    { store, newKey }: { readonly store: BaseStore; readonly newKey: () => string },
  ) {
    this.#reads = reads;
    this.#at = at;
    this.#store = store;
    this.#newKey = newKey;
    this.#ids = new MirrorIds(store.baseId);
  }

  async structure(context: SourceContext): Promise<MirroredStructure> {
    const reader = this.#reader(context);
    const spreadsheet = await reader.spreadsheet();
    this.#timeZone = spreadsheet.timeZone;
    const known = (await this.#store.metadata()).metadata.tables;
    const planned: PlannedSheet[] = [];
    for (const grid of spreadsheet.sheets.filter(({ hidden }) => !hidden)) {
      const plan = await this.#plan(reader, spreadsheet, grid, known, context);
      if (plan !== null) planned.push(plan);
    }
    if (planned.length === 0) throw new AppError('invalid', 'No compatible sheets found');
    this.#planned = planned;
    return {
      tables: planned.map((plan) => ({
        ...{ table: plan.table, fieldOrder: plan.fieldOrder, views: [] },
        pages: () => this.#pages(plan, context),
      })),
      ...{ links: [], lookups: [], report: [] },
      fixedFields: planned.flatMap(({ table, columns, keyFieldId }) =>
        table.fields.flatMap(({ id }, at) => (id === keyFieldId || columns[at]?.isFormula ? [id] : [])),
      ),
    };
  }

  async read({ table }: ServiceTable, recordId: string, context: SourceContext): Promise<ServiceRow | null> {
    const plan = this.#planOf(table.id);
    const key = await this.#keyOf(plan, recordId);
    const at = key === null ? null : await this.#find(plan, key, context);
    if (key === null || at === null) return null;
    return this.#rowOf(plan, await this.#rowAt(plan, at, key, context));
  }

  async create({ table }: ServiceTable, values: MirrorValues, context: SourceContext): Promise<ServiceRow> {
    const plan = this.#planOf(table.id);
    const key = this.#newKey();
    const cells: (string | number | boolean | null)[] = Array.from({ length: plan.width }, () => null);
    for (const { column, value } of this.#entered(plan, values)) cells[column] = value;
    cells[plan.keyColumn] = `'${key}`;
    const at = await this.#ask(context, (http) => appendSheetRow(http, plan.place, cells));
    return this.#rowOf(plan, await this.#rowAt(plan, at, key, context));
  }

  async update(
    { table }: ServiceTable,
    recordId: string,
    values: MirrorValues,
    context: SourceContext,
  ): Promise<ServiceRow> {
    const plan = this.#planOf(table.id);
    const key = await this.#keyOf(plan, recordId);
    const at = key === null ? null : await this.#find(plan, key, context);
    if (key === null || at === null) throw gone();
    const before = await this.#rowAt(plan, at, key, context);
    const cells = this.#entered(plan, values).map((cell) => ({ ...cell, row: at }));
    if (cells.some(({ column }) => before[column]?.isFormula === true))
      throw new AppError('conflict', 'A formula of the sheet fills this in: it cannot be changed here');
    if (cells.length > 0) await this.#ask(context, (http) => writeSheetCells(http, plan.place, cells));
    return this.#rowOf(plan, await this.#rowAt(plan, at, key, context));
  }

  async remove({ table }: ServiceTable, recordId: string, context: SourceContext): Promise<void> {
    const plan = this.#planOf(table.id);
    const key = await this.#keyOf(plan, recordId);
    const at = key === null ? null : await this.#find(plan, key, context);
    if (key === null || at === null) return;
    await this.#rowAt(plan, at, key, context);
    await this.#ask(context, (http) => deleteSheetRow(http, plan.place, at));
    if ((await this.#find(plan, key, context)) !== null) throw moved();
  }

  #reader({ signal }: Pick<SourceContext, 'signal'>): SheetReader {
    return new SheetReader(this.#reads, this.#at, signal);
  }

  #ask<T>({ signal }: Pick<SourceContext, 'signal'>, ask: (http: ServiceHttp) => Promise<T>): Promise<T> {
    return this.#reads.ask(this.#at.serviceId, signal, ask);
  }

  #planOf(tableId: string): PlannedSheet {
    const found = this.#planned.find(({ table }) => table.id === tableId);
    if (found === undefined) throw new AppError('conflict', 'This sheet is no longer in the spreadsheet');
    return found;
  }

  /** The columns of a sheet, by the ids that stay with them, with the one that names rows; null: it has no header. */
  async #columnsOf(grid: SheetGrid, context: SourceContext) {
    const { spreadsheetId } = this.#at;
    const read = async () =>
      (await this.#ask(context, (http) => sheetOf(http, spreadsheetId, `${grid.sheetId}`))).columns;
    const columns = await read();
    const last = columns.at(-1);
    if (last === undefined || columns.some(({ name }) => isKeyHeader(name)))
      return last === undefined ? null : columns;
    const place = { spreadsheetId, sheetId: grid.sheetId, title: grid.title };
    const column = last.index + 1;
    if (column >= grid.columnCount) await this.#ask(context, (http) => addSheetColumn(http, place));
    await this.#ask(context, (http) => writeSheetCells(http, place, [{ row: 0, column, value: keyHeader }]));
    return read();
  }

  async #plan(
    reader: SheetReader,
    { timeZone }: SpreadsheetGrids,
    grid: SheetGrid,
    known: readonly Table[],
    context: SourceContext,
  ): Promise<PlannedSheet | null> {
    const columns = await this.#columnsOf(grid, context);
    if (columns === null) return null;
    const { sheetId, title } = grid;
    const width = must(columns.at(-1)).index + 1;
    const rows = await this.#start(reader, grid, width);
    const kinds = Array.from({ length: width }, () => new ColumnKinds());
    await addChoices(kinds, [[], ...rows], reader, grid);
    for (const [at, row] of rows.entries())
      for (const [column, cell] of row.entries()) kinds[column]?.add(textOfCell(cell), at + 2);
    const tableId = this.#ids.table(0, `sheet ${sheetId}`);
    const there = known.find(({ id }) => id === tableId);
    const own = columns.filter(({ name }) => !isKeyHeader(name));
    const key = must(columns.find(({ name }) => isKeyHeader(name)));
    const idOf = (metadataId: number) => this.#ids.field(`${sheetId} ${metadataId}`);
    const typeOf = (index: number) => must(kinds[index]).fieldType ?? 'single_line_text';
    const first =
      own.find(({ developerMetadataId }) => idOf(developerMetadataId) === there?.primaryFieldId) ??
      own.find(({ index }) => whyNotPrimary(typeOf(index)) === null) ??
      own[0] ??
      key;
    const named: { name: string }[] = [];
    // The field that names the records comes first, and the ids of the rows last.
    const ordered = [...own.filter((column) => column !== first), ...(first === key ? [] : [key])];
    const fields = [first, ...ordered].map(({ name, index, developerMetadataId }, order): Field => {
      const id = idOf(developerMetadataId);
      const field = {
        ...{ id, order, name: uniqueName(name.trim().slice(0, 240) || 'Column', named) },
        ...shapeOf(
          there?.fields.find((one) => one.id === id),
          must(kinds[index]),
          rows.map((row) => textAt(row, index)),
          { timeZone, isPrimary: order === 0 },
        ),
      } as Field;
      named.push(field);
      return field;
    });
    const view = { id: this.#ids.view(`sheet ${sheetId}`), name: 'Grid view', type: 'grid' as const };
    return {
      ...{ grid, width, keyColumn: key.index, keyFieldId: idOf(key.developerMetadataId) },
      place: { spreadsheetId: this.#at.spreadsheetId, sheetId, title },
      table: {
        ...{ id: tableId, name: title, fields, primaryFieldId: must(fields[0]).id },
        views: [{ ...view, order: 0, config: emptyViewConfig }],
      },
      fieldOrder: fields.map(({ id }) => id),
      columns: [first, ...ordered].map(({ index }) => ({
        index,
        isFormula: rows.some((row) => row[index]?.isFormula === true),
      })),
    };
  }

  /** The first rows below the header, with what their cells take. */
  async #start(reader: SheetReader, { sheetId, rowCount }: SheetGrid, width: number): Promise<Cells> {
    if (rowCount < 2) return [];
    const range = { sheetId, startColumnIndex: 0, endColumnIndex: width };
    const { rows } = await reader.cells(
      { ...range, startRowIndex: 1, endRowIndex: Math.min(rowCount, startRows) },
      true,
    );
    return rows;
  }

  async *#pages(plan: PlannedSheet, context: SourceContext): AsyncGenerator<ServicePage> {
    const { grid, width } = plan;
    const reader = this.#reader(context);
    if (grid.rowCount < 2) return;
    const range = {
      ...{ sheetId: grid.sheetId, startRowIndex: 1, endRowIndex: grid.rowCount },
      ...{ startColumnIndex: 0, endColumnIndex: width },
    };
    const seen = new Set<string>();
    for await (const page of reader.pages(range, width)) {
      const rows = await this.#keyed(plan, page, seen, reader, context);
      const made = rows.flatMap((row) => {
        const key = textAt(row, plan.keyColumn);
        if (key === '' || seen.has(key)) return [];
        seen.add(key);
        return [this.#rowOf(plan, row)];
      });
      await context.willRead?.(
        plan.table.id,
        made.map(({ id }) => id),
      );
      yield { rows: made, report: [], valuesNotConverted: 0 };
    }
  }

  /** The rows of a page, each with an id of its own: rows that have none get one, and so do copies of others. */
  async #keyed(
    plan: PlannedSheet,
    page: { readonly row: number; readonly rows: Cells; readonly read: number },
    seen: ReadonlySet<string>,
    reader: SheetReader,
    context: SourceContext,
  ): Promise<Cells> {
    const { keyColumn, place, grid, width } = plan;
    const inPage = new Set<string>();
    const without: number[] = [];
    for (const [at, row] of page.rows.entries()) {
      if (!holds(row, keyColumn)) continue;
      const key = textAt(row, keyColumn);
      if (key === '' || seen.has(key) || inPage.has(key)) without.push(page.row + at);
      inPage.add(key);
    }
    if (without.length === 0) return page.rows;
    for (let at = 0; at < without.length; at += cellsAtOnce) {
      const cells = without
        .slice(at, at + cellsAtOnce)
        .map((row) => ({ row, column: keyColumn, value: `'${this.#newKey()}` }));
      await this.#ask(context, (http) => writeSheetCells(http, place, cells));
    }
    // Read once more: which id stands beside what, somebody may have moved meanwhile.
    const range = { sheetId: grid.sheetId, startColumnIndex: 0, endColumnIndex: width };
    const again = { ...range, startRowIndex: page.row, endRowIndex: page.row + page.read };
    return (await reader.cells(again, false)).rows;
  }

  #rowOf(plan: PlannedSheet, row: Row): ServiceRow {
    const raw: { [fieldId: string]: string } = {};
    const values = plan.table.fields.map((field, at) => {
      const index = must(plan.columns[at]).index;
      // As somebody typed it, whatever its format makes of it.
      if (field.id === plan.keyFieldId) return textAt(row, index) || null;
      const read = readCell(row[index], field, this.#timeZone);
      if (read.raw !== undefined) raw[field.id] = read.raw;
      return read.value;
    });
    return {
      ...{ id: this.#recordId(plan, textAt(row, plan.keyColumn)), values, origin: null, links: {} },
      raw: Object.keys(raw).length === 0 ? null : (raw as RawTexts),
    };
  }

  #recordId({ grid }: PlannedSheet, key: string): string {
    return this.#ids.row(`${grid.sheetId}`, key);
  }

  /** What a record is called in the sheet; null: it is not known here. */
  async #keyOf({ table, keyFieldId }: PlannedSheet, recordId: string): Promise<string | null> {
    const [record] = await this.#store.get(table.id, [recordId]);
    const key = record?.data[keyFieldId];
    return typeof key === 'string' ? key : null;
  }

  /** The index of the row with an id; null: there is none. Throws where two have it. */
  async #find(
    { grid, keyColumn }: PlannedSheet,
    key: string,
    context: SourceContext,
  ): Promise<number | null> {
    const column = { startColumnIndex: keyColumn, endColumnIndex: keyColumn + 1 };
    const rows = await this.#reader(context).toEnd({ sheetId: grid.sheetId, startRowIndex: 1, ...column });
    const found = rows.flatMap((row, at) => (textAt(row, 0) === key ? [at + 1] : []));
    if (found.length > 1)
      throw new AppError(
        'conflict',
        'Two rows of the sheet have the same Row ID: it is not known which is meant. Empty it in one of them',
      );
    return found[0] ?? null;
  }

  /** A row as it is now; throws where it is another one by now. */
  async #rowAt(
    { grid, width, keyColumn }: PlannedSheet,
    at: number,
    key: string,
    context: SourceContext,
  ): Promise<Row> {
    const range = { sheetId: grid.sheetId, startColumnIndex: 0, endColumnIndex: width };
    const { rows } = await this.#reader(context).cells(
      { ...range, startRowIndex: at, endRowIndex: at + 1 },
      true,
    );
    const [row = []] = rows;
    if (textAt(row, keyColumn) !== key) throw moved();
    return row;
  }

  #entered(plan: PlannedSheet, values: MirrorValues) {
    return [...values].map(([fieldId, value]) => {
      const at = plan.table.fields.findIndex(({ id }) => id === fieldId);
      const column = plan.columns[at];
      if (column === undefined || column.isFormula || fieldId === plan.keyFieldId)
        throw invalid(fieldId, 'The sheet fills this in: it cannot be changed here');
      const field = must(plan.table.fields[at]);
      return { column: column.index, value: enteredCell(value, field, this.#timeZone) };
    });
  }
}

/** Whether a row holds anything: ticks that nobody set, alone, are what rows look like that are not used yet. */
const holds = (row: Row, keyColumn: number): boolean =>
  row.some((cell, at) => {
    const { text } = textOfCell(cell);
    return at !== keyColumn && text !== '' && text !== 'FALSE';
  });

const gone = () => new AppError('not-found', 'This row is no longer in the sheet');
const moved = () =>
  new AppError(
    'conflict',
    'Somebody moved rows of the sheet at the same moment: look at it before you do this once more',
  );
