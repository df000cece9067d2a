import { type Field, hasForm, type Table } from '@weft/core';
import type { CallInput, ImportEvent, ServiceImportRequest } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import type { StreamEvent } from '../../../http/event-stream.ts';
import { type LoadedBase, loadBase } from '../../bases/methods/load-base.ts';
import type { ImportsContext, ImportsHandlers } from '../deps.ts';
import { rowsWork } from '../file-work.ts';
import { tableIdAt } from '../from-service/table-ids.ts';
import { presentColumn, shownCell } from '../import-preview.ts';
import type { ImportOrder } from '../import-work.ts';
import { profileAt } from '../profiles.ts';
import { isUntouched } from '../touched-base.ts';
import { overrideOf } from './column-kinds.ts';
import {
  intoTableChoices,
  isUsed,
  newTableChoices,
  readySheet,
  type SheetMappings,
  sheetParsing,
} from './ready-sheet.ts';
import { rangeOfSheet } from './sheet-range.ts';
import { SheetReader } from './sheet-reader.ts';
import { spoolSheet } from './sheet-spool.ts';

type Streamed = CallInput<'googleSheetsImportStream'> | CallInput<'googleSheetsImportToTableStream'>;

const type = 'googlesheets';

async function* eventsOf(events: AsyncIterable<ImportEvent>): AsyncIterable<StreamEvent> {
  for await (const event of events) yield { json: JSON.stringify(event) };
}

/** The order of an import from Google Sheets, made anew where it is resumed: by somebody who may use the connection. */
export async function googleSheetsOrder(
  context: ImportsContext,
  base: LoadedBase,
  input: Streamed,
): Promise<ImportOrder> {
  const { deps, caller } = context;
  const { store, flow } = base;
  const reads = await deps.openConnection(caller, flow, { serviceId: input.serviceId, type });
  const readerOf = (signal: AbortSignal) => new SheetReader(reads, input, signal);
  const common = {
    ...{ importId: input.importId, userId: caller.userId, organizationId: flow.organizationId, store },
    ...{ fileId: null, next: null },
  };
  if ('fieldMappings' in input) {
    const { tables } = (await store.metadata()).metadata;
    const table = tables.find(({ id }) => id === input.tableId);
    if (table === undefined) throw notFound(`Table with id ${input.tableId} not found`);
    if (hasForm(flow.type))
      throw invalid('tableId', 'Answers come through their form: import these rows into a database');
    const fields = requireTargets(input.fieldMappings, table);
    const { createOptions = false, createLinks = false } = input;
    return {
      ...{ ...common, tableId: table.id, tableName: table.name, removesBase: false },
      request: {
        service: type,
        name: `${input.sheetName} (${reads.name})`,
        ...input,
      } satisfies ServiceImportRequest,
      begin: rowsWork({
        addition: { table, tables, keyFieldId: null, createOptions, createLinks },
        ready: (deps, tools) =>
          readySheet(
            readerOf(tools.signal),
            rangeOfSheet(input.sheetName),
            () => intoTableChoices(input.fieldMappings, fields, createOptions),
            deps,
            tools,
          ),
      }),
    };
  }
  const tableName = input.config.tableName.trim() || 'Google Sheets';
  return {
    ...common,
    // Resumed, it is another one: a server taken for dead may still be filling the first.
    ...{ tableId: tableIdAt(deps.newId('tbl'), 0), tableName },
    request: { service: type, name: `${tableName} (${reads.name})`, ...input } satisfies ServiceImportRequest,
    removesBase: input.baseMadeForImport ?? (await isUntouched(store)),
    begin: rowsWork({
      addition: null,
      ready: (deps, tools) =>
        readySheet(readerOf(tools.signal), input.range, ({ header }) => newTableChoices(header), deps, tools),
    }),
  };
}

/** The fields that columns go into, each of which takes one. */
function requireTargets(mappings: SheetMappings, table: Table): ReadonlyMap<string, Field> {
  const targets = new Map<string, Field>();
  for (const [index, { targetFieldId }] of mappings.entries()) {
    const path = `fieldMappings.${index}.targetFieldId`;
    const field = table.fields.find(({ id }) => id === targetFieldId);
    if (field === undefined) throw invalid(path, 'The table has no such field');
    if (targets.has(targetFieldId)) throw invalid(path, 'Two columns go into this field');
    targets.set(targetFieldId, field);
  }
  return targets;
}

async function stream(
  context: ImportsContext,
  input: Streamed,
  signal: AbortSignal,
): Promise<AsyncIterable<StreamEvent>> {
  const base = await loadBase(context, input.basePublicId, 'edit');
  const { imports } = context.deps;
  const order = () => googleSheetsOrder(context, base, input);
  return eventsOf(await imports.attach(input.importId, base.store.baseId, order, signal));
}

/** Reads for somebody who waits for the answer. */
async function readerFor(
  { deps, caller, left }: ImportsContext,
  input: { readonly serviceId: string; readonly spreadsheetId: string },
): Promise<SheetReader> {
  const reads = await deps.openConnection(caller, null, { serviceId: input.serviceId, type });
  return new SheetReader(reads, input, left());
}

export const googleSheetsCalls: ImportsHandlers<
  | 'import.googleSheetsRefreshMetadata'
  | 'import.googleSheetsPreview'
  | 'googleSheetsImportStream'
  | 'googleSheetsImportToTableStream'
> = {
  'import.googleSheetsRefreshMetadata': async (context, input) => {
    const reader = await readerFor(context, input);
    const { title, timeZone, sheets } = await reader.spreadsheet();
    const headers = new Map((await reader.headers()).map((sheet) => [sheet.sheetId, sheet.columnHeaders]));
    return {
      ...{ spreadsheetId: input.spreadsheetId, title, timeZone },
      sheets: sheets.map(({ merges: _, ...sheet }) => ({
        ...sheet,
        columnHeaders: (headers.get(sheet.sheetId) ?? []).map(({ name, type, developerMetadataId }) => ({
          ...{ name, type, developerMetadataId },
        })),
      })),
    };
  },
  'import.googleSheetsPreview': async (context, input) => {
    const reader = await readerFor(context, input);
    const part = await reader.part(rangeOfSheet(input.sheetName));
    await using spooled = await spoolSheet(reader, part, { whole: false, tell: () => {} });
    const profile = await profileAt(spooled.path, sheetParsing, context.left());
    if (profile.refusal !== null)
      throw new AppError('invalid', `The spreadsheet cannot be imported: ${profile.refusal}`);
    const { grid, spreadsheet } = part;
    const facts = { newOptionValue: () => 'option', timeZone: spreadsheet.timeZone };
    const columns = profile.columns.filter((column) => isUsed(column, spooled.header));
    return {
      totalRows: spooled.isWhole ? profile.rows : grid.rowCount - 1,
      rowsRejected: profile.rowsRejected,
      previewData: profile.preview
        .slice(0, input.previewRows)
        .map((row) => columns.map(({ sourceIndex }) => (row[sourceIndex] ?? '').slice(0, shownCell))),
      availableSheets: spreadsheet.sheets.map(({ title }) => ({ name: title })),
      currentSheet: grid.title,
      config: {
        columns: columns.map((column) => {
          const shown = presentColumn(column);
          const override = overrideOf(column, spooled.columns[column.sourceIndex], facts);
          if (override === null) return shown;
          const { fieldType } = override;
          const known = shown.fieldValidation.alternatives.find((one) => one.fieldType === fieldType);
          return {
            ...shown,
            ...(known && { format: known.format }),
            ...{ fieldType, confidence: 1, reason: 'The cells of the sheet are formatted so' },
            template: { ...(known?.template ?? {}) },
          };
        }),
      },
      parse: {
        delimiter: ',',
        encoding: 'utf-8',
        quotes: 'double',
        headerRow: true,
        leadRows: 0,
        sheet: grid.title,
      },
      leadData: [],
      allColumns: null,
      problems: [],
    };
  },
  googleSheetsImportStream: stream,
  googleSheetsImportToTableStream: stream,
};
