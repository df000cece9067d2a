import { type Field, isLinkField, type LinkField, type Table } from '@weft/core';
import { ok, type Result } from '@weft/std';
import type { ActionInputs } from '../action.ts';
import type { Change, ViewUpdate } from '../change.ts';
import type { PlanState, Refusal } from '../definition.ts';
import { readField } from '../field-settings.ts';
import { targetGone } from '../links.ts';
import { longestName, uniqueName } from '../names.ts';
import { findTable, refuse, refuseTaken } from '../refusal.ts';
import { planInverse } from './create-field.ts';
import { maxFields } from './create-table.ts';
import { deleteField } from './delete-field.ts';

/**
 * Gives a field the place that another has in the views: its column, its width, and whether it is hidden. `stays`: the
 * other stands behind it from then on.
 */
function takePlaces(
  { id: tableId, views }: Table,
  from: string,
  to: string,
  stays: boolean,
): readonly ViewUpdate[] {
  const taken = stays ? [to, from] : [to];
  const moved = (ids: readonly string[]) => ids.flatMap((id) => (id === from ? taken : [id]));
  return views.flatMap(({ id: viewId, config }): readonly ViewUpdate[] => {
    const keys = (['orderedFieldIds', 'hiddenFieldIds'] as const).filter((key) => config[key].includes(from));
    const width = config.fieldWidths[from];
    if (keys.length === 0 && width === undefined) return [];
    const before = Object.fromEntries(keys.map((key) => [key, config[key]]));
    const after = Object.fromEntries(keys.map((key) => [key, moved(config[key])]));
    return [
      {
        ...{ kind: 'view-update', tableId, viewId },
        before: {
          ...(keys.length > 0 && { config: before }),
          ...(width !== undefined && { widths: { ...(!stays && { [from]: width }), [to]: null } }),
        },
        after: {
          ...(keys.length > 0 && { config: after }),
          ...(width !== undefined && { widths: { ...(!stays && { [from]: null }), [to]: width } }),
        },
      },
    ];
  });
}

/**
 * Linked records become a text that names them. Links have no column to swap with: a new field, filled with the names,
 * takes the place of the link field, which is deleted with its other side, so that undo brings back every link.
 */
export function planLinkNames(
  state: PlanState,
  table: Table,
  field: LinkField,
  input: ActionInputs['CONVERT_FIELD_TYPE'],
): Result<readonly Change[], Refusal> {
  const { tableId, fieldId, shadowId } = input;
  if (!findTable(state.metadata, field.template.tableId).ok)
    return refuse('not-found', targetGone, 'fieldId');
  const taken = refuseTaken(state, shadowId, 'field', 'shadowId');
  if (taken !== null) return taken;
  const after = readField({ id: shadowId, name: field.name, order: field.order }, input);
  if (!after.ok) return after;
  const deleted = deleteField.plan(state, { tableId, fieldId });
  if (!deleted.ok) return deleted;
  // Deleted first, and so restored last by undo: the name is free then.
  return ok([
    ...deleted.value,
    { kind: 'field', tableId, fieldId: shadowId, before: null, after: after.value, copyOf: fieldId },
    ...takePlaces(table, fieldId, shadowId, false),
  ]);
}

/** The text goes, or (`keepText`) makes room for a field of its name and stands behind it. */
function planText(
  state: PlanState,
  { id: tableId, fields }: Table,
  field: Field,
  keepText: boolean,
): Result<readonly Change[], Refusal> {
  if (!keepText) return deleteField.plan(state, { tableId, fieldId: field.id });
  if (fields.length >= maxFields) return refuse('limit', `A table has at most ${maxFields} fields`, 'field');
  const suffix = ' (text)';
  const name = uniqueName(`${field.name.slice(0, longestName - suffix.length - 4)}${suffix}`, fields);
  const next = fields[fields.indexOf(field) + 1];
  const order = next === undefined ? field.order + 1 : (field.order + next.order) / 2;
  const before = { name: field.name, order: field.order };
  return ok([{ kind: 'field-update', tableId, fieldId: field.id, before, after: { name, order } }]);
}

/**
 * A text becomes the records that it names: a new field of links takes its place, with another side in the linked table.
 * Undo hides both and shows the text again as it was.
 */
export function planTextLinks(
  state: PlanState,
  table: Table,
  field: Field,
  input: ActionInputs['CONVERT_FIELD_TYPE'],
): Result<readonly Change[], Refusal> {
  const { tableId, fieldId, shadowId, keepText = false } = input;
  const taken = refuseTaken(state, shadowId, 'field', 'shadowId');
  if (taken !== null) return taken;
  const after = readField({ id: shadowId, name: field.name, order: field.order }, input);
  if (!after.ok) return after;
  if (!isLinkField(after.value)) return refuse('invalid', 'Choose the table to link to', 'template');
  const text = planText(state, table, field, keepText);
  if (!text.ok) return text;
  const inverse = planInverse(state, table, after.value);
  if (!inverse.ok) return inverse;
  return ok([
    ...text.value,
    inverse.value,
    { kind: 'field', tableId, fieldId: shadowId, before: null, after: after.value, copyOf: fieldId },
    ...takePlaces(table, fieldId, shadowId, keepText),
  ]);
}
