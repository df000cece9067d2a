import type { BaseMetadata, BaseRecord, Field, Table, View } from '@weft/core';
import { err, ok, type Result } from '@weft/std';
import type { PlanState, Refusal } from './definition.ts';

export const refuse = (
  kind: Refusal['kind'],
  message: string,
  path?: string,
): { readonly ok: false; readonly error: Refusal } =>
  err({ kind, message, ...(path !== undefined && { faults: [{ path, reason: message }] }) });

export function findTable(metadata: BaseMetadata, tableId: string): Result<Table, Refusal> {
  const table = metadata.tables.find((candidate) => candidate.id === tableId);
  return table ? ok(table) : refuse('not-found', `Table with id ${tableId} not found`);
}

export function findField(table: Table, fieldId: string): Result<Field, Refusal> {
  const field = table.fields.find((candidate) => candidate.id === fieldId);
  return field ? ok(field) : refuse('not-found', `Field with id ${fieldId} not found`);
}

export function findView(table: Table, viewId: string): Result<View, Refusal> {
  const view = table.views.find((candidate) => candidate.id === viewId);
  return view ? ok(view) : refuse('not-found', `View with id ${viewId} not found`);
}

export function findRecord(state: PlanState, tableId: string, recordId: string): Result<BaseRecord, Refusal> {
  const record = state.record(tableId, recordId);
  return record ? ok(record) : refuse('not-found', `Record with id ${recordId} not found`);
}
