import type { BaseMetadata, BaseRecord, Field, Table, View } from '@weft/core';
import { err, ok, type Result, withoutUndefined } from '@weft/std';
import type { PlanState, Refusal } from './definition.ts';

export const refuse = (
  kind: Refusal['kind'],
  message: string,
  path?: string,
): { readonly ok: false; readonly error: Refusal } =>
  err(
    withoutUndefined({ kind, message, faults: path === undefined ? undefined : [{ path, reason: message }] }),
  );

/** A refusal of one of several things, its faults' paths led by the place of that one: 'records.3'. */
export const inPlace = <T>(result: Result<T, Refusal>, place: string): Result<T, Refusal> =>
  result.ok || result.error.faults === undefined
    ? result
    : err({
        ...result.error,
        faults: result.error.faults.map((fault) => ({ ...fault, path: `${place}.${fault.path}` })),
      });

/** Refuses the id of something new when anything of the base has it, or had it: ids name columns for good. */
export function refuseTaken(
  { metadata, taken }: Pick<PlanState, 'metadata' | 'taken'>,
  id: string,
  what: string,
  path: string,
): { readonly ok: false; readonly error: Refusal } | null {
  const known =
    taken?.(id) ||
    metadata.tables.some(
      (table) => table.id === id || [...table.fields, ...table.views].some((item) => item.id === id),
    );
  return known ? refuse('conflict', `A ${what} with id ${id} already exists`, path) : null;
}

export function findTable(metadata: BaseMetadata, tableId: string): Result<Table, Refusal> {
  const table = metadata.tables.find((candidate) => candidate.id === tableId);
  return table ? ok(table) : refuse('not-found', `Table with id ${tableId} not found`);
}

export function fieldOf(table: Table, fieldId: string): Result<Field, Refusal> {
  const field = table.fields.find((candidate) => candidate.id === fieldId);
  return field ? ok(field) : refuse('not-found', `Field with id ${fieldId} not found`);
}

/** The field an action names, with its table. */
export function findField(
  metadata: BaseMetadata,
  { tableId, fieldId }: { readonly tableId: string; readonly fieldId: string },
): Result<{ readonly table: Table; readonly field: Field }, Refusal> {
  const table = findTable(metadata, tableId);
  if (!table.ok) return table;
  const field = fieldOf(table.value, fieldId);
  return field.ok ? ok({ table: table.value, field: field.value }) : field;
}

/** The view an action names, with its table. */
export function findView(
  metadata: BaseMetadata,
  { tableId, viewId }: { readonly tableId: string; readonly viewId: string },
): Result<{ readonly table: Table; readonly view: View }, Refusal> {
  const table = findTable(metadata, tableId);
  if (!table.ok) return table;
  const view = table.value.views.find((candidate) => candidate.id === viewId);
  return view ? ok({ table: table.value, view }) : refuse('not-found', `View with id ${viewId} not found`);
}

/** The same of a view that an action changes: a locked one is not. */
export function findOpenView(
  metadata: BaseMetadata,
  input: { readonly tableId: string; readonly viewId: string },
): ReturnType<typeof findView> {
  const found = findView(metadata, input);
  return found.ok && found.value.view.config.locked ? refuseLocked(found.value.view) : found;
}

export const refuseLocked = ({ name }: View) =>
  refuse('conflict', `The view ${name} is locked: unlock it to change it`);

export function findRecord(
  state: Pick<PlanState, 'record'>,
  tableId: string,
  recordId: string,
): Result<BaseRecord, Refusal> {
  const record = state.record(tableId, recordId);
  return record ? ok(record) : refuse('not-found', `Record with id ${recordId} not found`);
}
