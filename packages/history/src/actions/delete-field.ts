import { isLinkField, type Table } from '@weft/core';
import { deepEqual, ok, pick } from '@weft/std';
import type { Change } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { inverseOf } from '../links.ts';
import { nameIn } from '../names.ts';
import { findField, refuse } from '../refusal.ts';
import { withoutConditions } from '../without-conditions.ts';

/** Takes fields out of the sorts and filters of every view; undo puts them back as they were. */
function cleanViews(table: Table, fieldIds: readonly string[]): Change[] {
  return table.views.flatMap((view): Change[] => {
    const { sorts, filters } = view.config;
    const cleaned = {
      sorts: sorts.filter((sort) => !fieldIds.includes(sort.fieldId)),
      filters: filters && withoutConditions(filters, (condition) => fieldIds.includes(condition.fieldId)),
    };
    const keys = (['sorts', 'filters'] as const).filter((key) => !deepEqual(cleaned[key], view.config[key]));
    if (keys.length === 0) return [];
    const config = { before: { config: pick(view.config, keys) }, after: { config: pick(cleaned, keys) } };
    return [{ kind: 'view-update', tableId: table.id, viewId: view.id, ...config }];
  });
}

export const deleteField: ActionDefinition<'DELETE_FIELD'> = {
  label: (input, metadata) => `Deleted field ${nameIn(metadata, input)}`.trim(),
  plan: (state, input) => {
    const found = findField(state.metadata, input);
    if (!found.ok) return found;
    const { table, field } = found.value;
    if (table.primaryFieldId === input.fieldId) {
      return refuse(
        'invalid',
        'The primary field cannot be deleted: it names the records of the table',
        'fieldId',
      );
    }
    const removed: Change = {
      kind: 'field',
      tableId: input.tableId,
      fieldId: input.fieldId,
      before: field,
      after: null,
    };
    const inverse = isLinkField(field) ? inverseOf(state.metadata, field) : undefined;
    const other = isLinkField(field)
      ? state.metadata.tables.find(({ id }) => id === field.template.tableId)
      : undefined;
    if (inverse === undefined || other === undefined)
      return ok([...cleanViews(table, [input.fieldId]), removed]);
    const removedInverse: Change = {
      kind: 'field',
      tableId: other.id,
      fieldId: inverse.id,
      before: inverse,
      after: null,
    };
    // A table linked to itself loses both fields at once.
    const cleaned =
      other.id === table.id
        ? cleanViews(table, [field.id, inverse.id])
        : [...cleanViews(table, [field.id]), ...cleanViews(other, [inverse.id])];
    return ok([...cleaned, removed, removedInverse]);
  },
};
