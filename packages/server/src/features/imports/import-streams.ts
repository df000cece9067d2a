import { can } from '@weft/core';
import type { ImportChoices } from '@weft/imports';
import type { CallInput, ImportEvent } from '@weft/protocol';
import { AppError, invalid, notFound, withoutUndefined } from '@weft/std';
import type { StreamEvent } from '../../http/event-stream.ts';
import { type LoadedBase, loadBase } from '../bases/methods/load-base.ts';
import { timeZoneOf } from '../bases/methods/time-zone.ts';
import { requireCan, roleOf } from '../flows/flow-policy.ts';
import type { ImportsContext, ImportsHandlers } from './deps.ts';
import { findUpload, givenParsing } from './import-preview.ts';
import type { ImportOrder } from './import-run.ts';
import type { ImportState } from './import-states.ts';
import { isUntouched } from './touched-base.ts';

type Run = CallInput<'import.csvCreateTableStream'>;

async function* eventsOf(events: AsyncIterable<ImportEvent>): AsyncIterable<StreamEvent> {
  for await (const event of events) yield { json: JSON.stringify(event) };
}

const newTableOnly = 'A file is imported into a new table, not into one that is there';

function choicesOf(input: Run): ImportChoices {
  const fieldMappings = input.fieldMappings.map(
    ({ sourceFieldIndex, targetFieldId, fieldName, isPrimary }, index) => {
      if (targetFieldId !== undefined) throw invalid(`fieldMappings.${index}.targetFieldId`, newTableOnly);
      return withoutUndefined({ sourceFieldIndex, fieldName, isPrimary });
    },
  );
  const overrides = Object.entries(input.fieldTypeOverrides ?? {}).map(([index, override]) => {
    const { fieldType, template, labels, trim } = override;
    return [index, withoutUndefined({ fieldType, template, labels, trim })];
  });
  return { fieldMappings, fieldTypeOverrides: Object.fromEntries(overrides) };
}

async function orderOf(context: ImportsContext, base: LoadedBase, input: Run): Promise<ImportOrder> {
  const timeZone = timeZoneOf(input.timeZone);
  const file = await findUpload(context, input.csvFileUrl);
  const { metadata } = await base.store.metadata();
  if (metadata.tables.some((table) => table.id === input.tableId))
    throw new AppError('conflict', newTableOnly);
  const tableName = input.config.tableName.trim() || file.name.replace(/\.(?:csv|xlsx)$/i, '');
  return {
    importId: input.importId,
    userId: context.caller.userId,
    // The database's, wherever the person works by now: its people read the report.
    organizationId: base.flow.organizationId,
    store: base.store,
    // Resumed, it is another one: a server taken for dead may still be filling the first.
    tableId: input.tableId ?? context.deps.newId('tbl'),
    tableName,
    file,
    parse: givenParsing(input.parse),
    choices: choicesOf(input),
    timeZone,
    removesBase: input.baseMadeForImport ?? (await isUntouched(base.store)),
    request: input,
  };
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

/** The order of an import that is resumed, by somebody who may still edit its base. */
async function orderAgain(context: ImportsContext, request: Run): Promise<ImportOrder> {
  return orderOf(context, await loadBase(context, request.basePublicId, 'edit'), request);
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
        const { tableId: _, ...order } = request;
        const begunBy = userId === caller.userId ? null : userName;
        return { importId: id, fileName, begunAt, begunBy, order };
      }),
    };
  },
  'import.resume': async (context, { importId }) => {
    const { deps, caller } = context;
    const order = (request: Run) => orderAgain(context, request);
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
