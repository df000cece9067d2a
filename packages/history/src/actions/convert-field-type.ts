import {
  anyFieldType,
  type Condition,
  checkFilter,
  type Field,
  type FieldEnv,
  type Filter,
  fieldShape,
  holdsLinkNames,
  isLinkField,
  isLinkKind,
  type Table,
  takesLinkNames,
  type View,
} from '@weft/core';
import { deepEqual, ok } from '@weft/std';
import type { ActionInputs } from '../action.ts';
import type { Change } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { readField } from '../field-settings.ts';
import { nameIn } from '../names.ts';
import { findField, refuse } from '../refusal.ts';
import { withoutConditions } from '../without-conditions.ts';
import { planLinkNames, planTextLinks } from './convert-links.ts';

/** The views whose filter has conditions that the converted field cannot be asked, and what is left of it without them. */
export function filtersCut(
  table: Table,
  converted: Field,
  env: FieldEnv,
): readonly { readonly view: View; readonly kept: Filter | null }[] {
  const after = {
    ...table,
    fields: table.fields.map((field) => (field.id === converted.id ? converted : field)),
  };
  const unanswered = (condition: Condition): boolean =>
    condition.fieldId === converted.id &&
    !checkFilter({ conjunction: 'and', items: [condition] }, after, env).ok;
  return table.views.flatMap((view) => {
    const { filters } = view.config;
    const kept = filters && withoutConditions(filters, unanswered);
    return kept === filters ? [] : [{ view, kept }];
  });
}

/** Removes conditions that the new type cannot evaluate from every view; undo restores them. */
const cleanFilters = (table: Table, converted: Field, env: FieldEnv): readonly Change[] =>
  filtersCut(table, converted, env).map(({ view: { id: viewId, config }, kept }) => ({
    kind: 'view-update',
    ...{ tableId: table.id, viewId },
    ...{ before: { config: { filters: config.filters } }, after: { config: { filters: kept } } },
  }));

/** Why a field cannot be converted to this type; null when it can. */
function fault(field: Field, table: Table, { type, shadowId }: ActionInputs['CONVERT_FIELD_TYPE']) {
  const from = anyFieldType(field.type);
  const to = anyFieldType(type);
  if (from.readOnly && from.kept === undefined)
    return refuse('invalid', 'A computed field cannot be converted: it holds no values of its own', 'type');
  if (to.readOnly)
    return refuse('invalid', 'Cells of this type cannot be written: add a field of it instead', 'type');
  if (isLinkKind(type) && !isLinkKind(field.type) && !holdsLinkNames(field.type))
    return refuse('invalid', 'Only texts become linked records: convert the field to a text first', 'type');
  if (isLinkKind(field.type) && !takesLinkNames(type))
    return refuse('invalid', 'Linked records can be converted to texts only', 'type');
  if (table.primaryFieldId === field.id && !to.canBePrimary)
    return refuse('invalid', 'The primary field names the records: it cannot be of this type', 'type');
  if (table.fields.some((other) => other.id === shadowId))
    return refuse('conflict', 'A field with this id already exists', 'shadowId');
  return null;
}

/** Converts a field to another type; the old cells are kept hidden under the shadow's id, for undo. */
export const convertFieldType: ActionDefinition<'CONVERT_FIELD_TYPE'> = {
  label: (input, metadata) => `Changed the type of ${nameIn(metadata, input)}`,
  // Linked records become their names, and texts the records that they name: other actions may change both.
  needs: () => ({ alone: true }),
  plan: (state, input) => {
    const found = findField(state.metadata, input);
    if (!found.ok) return found;
    const { table, field } = found.value;
    const { tableId, fieldId, type, shadowId, timeZone, locale } = input;
    const refused = fault(field, table, input);
    if (refused !== null) return refused;
    if (isLinkField(field)) return planLinkNames(state, table, field, input);
    if (isLinkKind(type)) return planTextLinks(state, table, field, input);
    const converted = readField(field, input);
    if (!converted.ok) return converted;
    const before = fieldShape(field);
    const after = fieldShape(converted.value);
    if (deepEqual(before, after)) return ok([]);
    const change: Change = {
      kind: 'field-type',
      tableId,
      fieldId,
      shadowId,
      timeZone,
      locale,
      before,
      after,
    };
    return ok([...cleanFilters(table, converted.value, { timeZone, locale, now: state.now }), change]);
  },
};
