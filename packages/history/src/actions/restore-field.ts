import { type Field, isLinkField, type Table } from '@weft/core';
import { deepEqual, ok, withoutUndefined } from '@weft/std';
import type { Change, ViewUpdate } from '../change.ts';
import type { ActionDefinition, PlanState } from '../definition.ts';
import { inverseOf } from '../links.ts';
import { uniqueName } from '../names.ts';
import { findTable, refuse } from '../refusal.ts';
import { withoutConditions } from '../without-conditions.ts';
import { maxFields } from './create-table.ts';

/** Puts the field back into a view: among its present sorts, and in filters that were not changed since. */
function backInView(table: Table, fieldId: string, lost: ViewUpdate): Change[] {
  const view = table.views.find((candidate) => candidate.id === lost.viewId);
  if (view === undefined) return [];
  const { sorts, filters } = view.config;
  const at = lost.before.config?.sorts?.findIndex((sort) => sort.fieldId === fieldId) ?? -1;
  const sort = lost.before.config?.sorts?.[at];
  const sorted = sort !== undefined && sorts.every((other) => other.fieldId !== fieldId);
  const lostFilters = lost.before.config?.filters;
  const filtered =
    lostFilters != null &&
    withoutConditions(lostFilters, (condition) => condition.fieldId === fieldId) !== lostFilters &&
    deepEqual(filters, lost.after.config?.filters);
  if (!sorted && !filtered) return [];
  const before = withoutUndefined({
    sorts: sorted ? sorts : undefined,
    filters: filtered ? filters : undefined,
  });
  const after = withoutUndefined({
    sorts: sorted ? sorts.toSpliced(at, 0, sort) : undefined,
    filters: filtered ? lostFilters : undefined,
  });
  return [{ ...lost, before: { config: before }, after: { config: after } }];
}

/** A table as these changes leave its views: both sides of a link within one table come back into the same ones. */
const withViews = (table: Table, changes: readonly Change[]): Table => ({
  ...table,
  views: table.views.map((view) => {
    const update = changes.find((change) => change.kind === 'view-update' && change.viewId === view.id);
    return update?.kind === 'view-update'
      ? { ...view, config: { ...view.config, ...update.after.config } }
      : view;
  }),
});

/** The field on the other side of a link field comes back with it, where its table is there and has room. */
function restoredInverse(
  state: PlanState,
  field: Field,
): { readonly table: Table; readonly fieldId: string; readonly changes: readonly Change[] } | null {
  if (!isLinkField(field) || inverseOf(state.metadata, field) !== undefined) return null;
  const { tableId, inverseFieldId: fieldId = '' } = field.template;
  const table = state.metadata.tables.find(({ id }) => id === tableId);
  const inverse = state.deletedField?.(tableId, fieldId);
  if (table === undefined || inverse === undefined || table.fields.length >= maxFields) return null;
  const after = { ...inverse, name: uniqueName(inverse.name, table.fields) };
  return { table, fieldId, changes: [{ kind: 'field', tableId, fieldId, before: null, after }] };
}

export const restoreField: ActionDefinition<'RESTORE_FIELD'> = {
  label: () => 'Restored a field',
  // What was deleted is read from the log, which the actions of its own group are not in yet.
  needs: ({ tableId, fieldId }) => ({ lostViews: { tableId, fieldId }, alone: true }),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const { fields } = table.value;
    if (fields.some((field) => field.id === input.fieldId)) return ok([]);
    const field = state.deletedField?.(input.tableId, input.fieldId);
    if (!field) return refuse('not-found', `Field with id ${input.fieldId} not found`);
    if (fields.length >= maxFields)
      return refuse('limit', `A table has at most ${maxFields} fields`, 'fieldId');
    const after = { ...field, name: uniqueName(field.name, fields) };
    const lost = state.lostViews?.(input.tableId, input.fieldId) ?? [];
    const inverse = restoredInverse(state, field);
    const shown = lost.flatMap((change) => backInView(table.value, input.fieldId, change));
    const other = inverse && withViews(inverse.table, shown);
    return ok([
      { kind: 'field', tableId: input.tableId, fieldId: input.fieldId, before: null, after },
      ...shown,
      ...(inverse?.changes ?? []),
      ...lost.flatMap((change) => (inverse && other ? backInView(other, inverse.fieldId, change) : [])),
    ]);
  },
};
