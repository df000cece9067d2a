import { can, type Field, hasForm, type Table, whyNotPrimary } from '@weft/core';
import type { ImportChoices, IntoTable } from '@weft/imports';
import type { ImportEvent, InterruptedImport } from '@weft/protocol';
import { invalid, notFound, withoutUndefined } from '@weft/std';
import type { StreamEvent } from '../../http/event-stream.ts';
import { type LoadedBase, loadBase } from '../bases/methods/load-base.ts';
import { timeZoneOf } from '../bases/methods/time-zone.ts';
import { requireCan, roleOf } from '../flows/flow-policy.ts';
import { airtableOrder } from './airtable/airtable-calls.ts';
import type { ImportsContext, ImportsHandlers } from './deps.ts';
import { fileWork } from './file-work.ts';
import { googleSheetsOrder } from './google-sheets/google-sheets-calls.ts';
import { findUpload, givenParsing } from './import-preview.ts';
import { type FileRequest, type ImportRequest, type ImportState, isFromService } from './import-states.ts';
import type { ImportOrder } from './import-work.ts';
import { isUntouched } from './touched-base.ts';

type Run = FileRequest;

async function* eventsOf(events: AsyncIterable<ImportEvent>): AsyncIterable<StreamEvent> {
  for await (const event of events) yield { json: JSON.stringify(event) };
}

function choicesOf(input: Run, table: Table | null): ImportChoices {
  const fieldMappings = input.fieldMappings.map(({ sourceFieldIndex, fieldName, isPrimary }) =>
    withoutUndefined({ sourceFieldIndex, fieldName, isPrimary }),
  );
  const overrides = Object.entries(input.fieldTypeOverrides ?? {}).map(([index, override]) => {
    const { fieldType, template, labels, trim } = override;
    return [index, withoutUndefined({ fieldType, template, labels, trim })];
  });
  const into = table === null ? {} : { into: intoTable(input, table) };
  return { fieldMappings, fieldTypeOverrides: Object.fromEntries(overrides), ...into };
}

/** The table that the rows go into, where it is there: named itself, or by its fields. */
function tableOf({ tableId, fieldMappings }: Run, tables: readonly Table[]): Table | null {
  const named = fieldMappings.findIndex(({ targetFieldId }) => targetFieldId !== undefined);
  const fieldId = fieldMappings[named]?.targetFieldId;
  const table = tables.find(({ id, fields }) =>
    tableId === undefined ? fields.some((field) => field.id === fieldId) : id === tableId,
  );
  if (table === undefined && fieldId !== undefined)
    throw invalid(`fieldMappings.${named}.targetFieldId`, noSuchField);
  return table ?? null;
}

const noSuchField = 'The table has no such field';

function intoTable({ fieldMappings, keyFieldId, createOptions = false }: Run, table: Table): IntoTable {
  const targets: { [index: string]: Field } = {};
  const taken = new Set<string>();
  for (const [index, { sourceFieldIndex, targetFieldId }] of fieldMappings.entries()) {
    if (targetFieldId === undefined) continue;
    const path = `fieldMappings.${index}.targetFieldId`;
    const field = table.fields.find(({ id }) => id === targetFieldId);
    if (field === undefined) throw invalid(path, noSuchField);
    if (taken.has(targetFieldId)) throw invalid(path, 'Two columns go into this field');
    taken.add(targetFieldId);
    targets[sourceFieldIndex] = field;
  }
  const key = Object.values(targets).find(({ id }) => id === keyFieldId);
  if (keyFieldId !== undefined && !(key !== undefined && whyNotPrimary(key.type) === null))
    throw invalid(
      'keyFieldId',
      'Records are found by a field that a column goes into, of texts, numbers or dates',
    );
  return { targets, createOptions };
}

async function orderOf(context: ImportsContext, base: LoadedBase, input: Run): Promise<ImportOrder> {
  const timeZone = timeZoneOf(input.timeZone);
  const file = await findUpload(context, input.csvFileUrl);
  const { metadata } = await base.store.metadata();
  const { tables } = metadata;
  const table = tableOf(input, tables);
  if (table !== null && hasForm(base.flow.type))
    throw invalid('tableId', 'Answers come through their form: import these rows into a database');
  const addition =
    table === null
      ? null
      : {
          ...{ table, tables, keyFieldId: input.keyFieldId ?? null },
          ...{ createOptions: input.createOptions ?? false, createLinks: input.createLinks ?? false },
        };
  if (table !== null && (input.moreSheets ?? []).length > 0)
    throw invalid(
      'moreSheets',
      'Several sheets become tables of their own: only one goes into a table that is there',
    );
  const tableName = table?.name || input.config.tableName.trim() || file.name.replace(/\.(?:csv|xlsx)$/i, '');
  return {
    importId: input.importId,
    userId: context.caller.userId,
    // The database's, wherever the person works by now: its people read the report.
    organizationId: base.flow.organizationId,
    store: base.store,
    // Resumed, it is another one: a server taken for dead may still be filling the first.
    tableId: table?.id ?? input.tableId ?? context.deps.newId('tbl'),
    tableName,
    fileId: file.id,
    begin: fileWork({
      ...{ file, addition, timeZone },
      parse: givenParsing(input.parse),
      choices: choicesOf(input, table),
    }),
    removesBase: table === null && (input.baseMadeForImport ?? (await isUntouched(base.store))),
    next: nextOf(context, input),
    request: input,
  };
}

/** How the order of the next sheet is made; it may be long until then, so the caller's right is looked up again. */
function nextOf(context: ImportsContext, { moreSheets = [], ...input }: Run): ImportOrder['next'] {
  const [sheet, ...rest] = moreSheets;
  if (sheet === undefined) return null;
  const { basePublicId, csvFileUrl, timeZone, baseMadeForImport } = input;
  const request: Run = {
    ...{ basePublicId, csvFileUrl, ...withoutUndefined({ timeZone, baseMadeForImport }) },
    ...{ ...sheet, moreSheets: rest },
  };
  return () => orderAgain(context, request);
}

async function stream(
  context: ImportsContext,
  input: Run,
  signal: AbortSignal,
): Promise<AsyncIterable<StreamEvent>> {
  const base = await loadBase(context, input.basePublicId, 'edit');
  const { imports } = context.deps;
  const order = () => orderOf(context, base, input);
  return eventsOf(await imports.attach(input.importId, base.store.baseId, order, signal));
}

/** The order of an import that begins later than it was asked for, by somebody who may still edit its base. */
async function orderAgain(context: ImportsContext, request: ImportRequest): Promise<ImportOrder> {
  const base = await loadBase(context, request.basePublicId, 'edit');
  if (!isFromService(request)) return orderOf(context, base, request);
  return request.service === 'airtable'
    ? airtableOrder(context, base, request)
    : googleSheetsOrder(context, base, request);
}

/** What is in the trash is asked about as if it were not: its imports are ended all the same. */
const outsideTrash = { type: 'base', trashed: false } as const;

/**
 * Whoever may edit a base sees to its imports, one in the trash too; to others they do not exist. One's own is known
 * to have ended even where its base went with it, but not by a token of another organization.
 */
const editorOnly =
  ({ deps, caller }: ImportsContext) =>
  async ({ baseId, userId, organizationId }: ImportState): Promise<void> => {
    const found = await deps.flowAccess.of(baseId, caller.userId);
    const inReach = caller.scope === null || caller.organizationId === organizationId;
    if (found === null && userId === caller.userId && inReach) return;
    const role = found === null ? null : roleOf(caller, found.flow.organizationId, found.standing);
    if (role === null) throw notFound('Import not found');
    requireCan(role, 'edit', outsideTrash);
  };

/** What an import is followed with again; one of a file into a new table gets another table. */
function resumable(request: ImportRequest): InterruptedImport['order'] {
  if (isFromService(request)) return request;
  const { tableId: _, ...order } = request;
  return order;
}

type Importing =
  | 'import.csvImportStream'
  | 'import.csvCreateTableStream'
  | 'csvCreateTableStream'
  | 'import.interrupted'
  | 'import.resume'
  | 'import.cancel'
  | 'import.discard';

export const importStreams: ImportsHandlers<Importing> = {
  'import.csvImportStream': stream,
  'import.csvCreateTableStream': stream,
  csvCreateTableStream: stream,
  'import.interrupted': async ({ deps, caller }) => {
    const found = await deps.importStates.interrupted(caller.userId, caller.organizationId);
    const editable = found.filter(
      ({ standing }) => can(roleOf(caller, caller.organizationId, standing), 'edit', outsideTrash).ok,
    );
    return {
      imports: editable.map(({ id, request, fileName, begunAt, userId, userName }) => {
        const begunBy = userId === caller.userId ? null : userName;
        return { importId: id, fileName, begunAt, begunBy, order: resumable(request) };
      }),
    };
  },
  'import.resume': async (context, { importId }) => {
    const { deps, caller } = context;
    const order = (request: ImportRequest) => orderAgain(context, request);
    await deps.imports.resume(importId, caller.userId, editorOnly(context), order);
    return { ok: true };
  },
  'import.cancel': async (context, { importId }) => {
    await context.deps.imports.cancel(importId, context.caller.userId, editorOnly(context));
    return { ok: true };
  },
  'import.discard': async (context, { importId }) => {
    await context.deps.imports.discard(importId, context.caller.userId, editorOnly(context));
    return { ok: true };
  },
};
