import { hasForm } from '@weft/core';
import type { CallInput, ImportEvent, ServiceImportRequest } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import type { StreamEvent } from '../../../http/event-stream.ts';
import { type LoadedBase, loadBase } from '../../bases/methods/load-base.ts';
import { timeZoneOf } from '../../bases/methods/time-zone.ts';
import type { ImportsContext, ImportsHandlers } from '../deps.ts';
import { serviceWork } from '../from-service/service-work.ts';
import { tableIdAt } from '../from-service/table-ids.ts';
import type { ImportOrder } from '../import-work.ts';
import { isUntouched } from '../touched-base.ts';
import { AirtableAddition } from './airtable-addition.ts';
import { ImportedIds } from './airtable-ids.ts';
import { AirtableSource } from './airtable-source.ts';
import { BaseReader, requireFewFields } from './base-reader.ts';
import { previewCells, previewFields } from './preview.ts';

type Streamed = CallInput<'airtableImportStream'> | CallInput<'airtableImportToTableStream'>;
type IntoTable = CallInput<'airtableImportToTableStream'>;

const type = 'airtable';

async function* eventsOf(events: AsyncIterable<ImportEvent>): AsyncIterable<StreamEvent> {
  for await (const event of events) yield { json: JSON.stringify(event) };
}

/** The order of an import from Airtable, made anew where it is resumed: by somebody who may use the connection. */
export async function airtableOrder(
  context: ImportsContext,
  base: LoadedBase,
  input: Streamed,
): Promise<ImportOrder> {
  const { deps, caller } = context;
  const { store, flow } = base;
  const { serviceId, airtableBaseId } = input;
  const reads = await deps.openConnection(caller, flow, { serviceId, type });
  const reader = (signal: AbortSignal) => new BaseReader(reads, airtableBaseId, signal);
  const common = {
    ...{ importId: input.importId, userId: caller.userId, organizationId: flow.organizationId, store },
    ...{ fileId: null, next: null },
    request: { service: type, name: `Airtable (${reads.name})`, ...input } satisfies ServiceImportRequest,
  };
  if ('fieldMappings' in input) {
    const { tables } = (await store.metadata()).metadata;
    const table = tables.find(({ id }) => id === input.tableId);
    if (table === undefined) throw notFound(`Table with id ${input.tableId} not found`);
    if (hasForm(flow.type))
      throw invalid('tableId', 'Answers come through their form: import these rows into a database');
    requireTargets(input, new Set(table.fields.map(({ id }) => id)));
    const begin: ImportOrder['begin'] = (runDeps, order, tools) =>
      new AirtableAddition(runDeps, order, tools, {
        ...{ reader: reader(tools.signal), input, tables, timeZone: timeZoneOf(input.timeZone) },
        table,
      });
    return { ...common, tableId: table.id, tableName: table.name, begin, removesBase: false };
  }
  // Resumed, it is another one: a server taken for dead may still be filling the first.
  const tableId = tableIdAt(deps.newId('tbl'), 0);
  return {
    ...{ ...common, tableId, tableName: reads.name },
    begin: serviceWork(new AirtableSource(reader, new ImportedIds(tableId), input.airtableTableId)),
    removesBase: input.baseMadeForImport ?? (await isUntouched(store)),
  };
}

function requireTargets({ fieldMappings }: IntoTable, fields: ReadonlySet<string>): void {
  const taken = new Set<string>();
  for (const [index, { targetFieldId }] of fieldMappings.entries()) {
    const path = `fieldMappings.${index}.targetFieldId`;
    if (!fields.has(targetFieldId)) throw invalid(path, 'The table has no such field');
    if (taken.has(targetFieldId)) throw invalid(path, 'Two columns go into this field');
    taken.add(targetFieldId);
  }
}

async function stream(
  context: ImportsContext,
  input: Streamed,
  signal: AbortSignal,
): Promise<AsyncIterable<StreamEvent>> {
  const base = await loadBase(context, input.basePublicId, 'edit');
  const { imports } = context.deps;
  const order = () => airtableOrder(context, base, input);
  return eventsOf(await imports.attach(input.importId, base.store.baseId, order, signal));
}

export const airtableCalls: ImportsHandlers<
  'import.airtablePreview' | 'airtableImportStream' | 'airtableImportToTableStream'
> = {
  'import.airtablePreview': async (context, { serviceId, airtableBaseId, airtableTableId, previewRows }) => {
    const { deps, caller } = context;
    const reads = await deps.openConnection(caller, null, { serviceId, type });
    const reader = new BaseReader(reads, airtableBaseId, context.left());
    const table = (await reader.tables()).find(({ id }) => id === airtableTableId);
    if (table === undefined)
      throw new AppError('not-found', 'The table is no longer in this base: choose another one');
    requireFewFields(table);
    const { records } = await reader.page(airtableTableId, { pageSize: previewRows });
    return { importedFields: previewFields(table), previewData: previewCells(table, records) };
  },
  airtableImportStream: stream,
  airtableImportToTableStream: stream,
};
