import { type Field, isLinkField, mergeSettings } from '@weft/core';
import { deepEqual, ok, pick, type Result, withoutUndefined } from '@weft/std';
import type { FieldProps } from '../change.ts';
import type { ActionDefinition, Refusal } from '../definition.ts';
import { readField } from '../field-settings.ts';
import { lookupFault } from '../lookups.ts';
import { fieldName, nameIn } from '../names.ts';
import { findField, refuse } from '../refusal.ts';

/** A link field stays with its table and the field on the other side. */
function keepSides(field: Field, changed: Field): Result<Field, Refusal> {
  if (!isLinkField(field) || !isLinkField(changed)) return ok(changed);
  const { tableId, inverseFieldId } = field.template;
  if (changed.template.tableId !== tableId)
    return refuse('invalid', "Can't edit the selected table", 'template.tableId');
  return ok({ ...changed, template: withoutUndefined({ ...changed.template, inverseFieldId }) });
}

export const updateField: ActionDefinition<'UPDATE_FIELD'> = {
  label: (input, metadata) => {
    const name = nameIn(metadata, input);
    const wanted = input.name?.trim();
    if (wanted === undefined || wanted === name) return `Changed field ${name}`;
    return wanted === '' ? `Renamed field ${name}` : `Renamed field ${name} to ${wanted}`;
  },
  plan: (state, input) => {
    const found = findField(state.metadata, input);
    if (!found.ok) return found;
    const { table, field } = found.value;
    let wanted: FieldProps = {};
    if (input.name !== undefined) {
      const others = table.fields.filter((other) => other.id !== input.fieldId);
      const name = fieldName(input.name, others);
      if (!name.ok) return name;
      wanted = { name: name.value };
    }
    if (input.template !== undefined) {
      const { template, from } = input;
      const merged = from === undefined ? template : mergeSettings(field.template, from, template);
      const read = readField(field, { type: field.type, template: merged });
      if (!read.ok) return read;
      const kept = keepSides(field, read.value);
      if (!kept.ok) return kept;
      // A lookup whose settings stay as they were may show nothing any more: it can still be renamed.
      const fault = deepEqual(kept.value.template, field.template)
        ? null
        : lookupFault(state.metadata, table, kept.value);
      if (fault !== null) return fault;
      wanted = { ...wanted, template: kept.value.template };
    }
    const differs = (key: keyof FieldProps) => key in wanted && !deepEqual(field[key], wanted[key]);
    const keys = (['name', 'template'] as const).filter(differs);
    if (keys.length === 0) return ok([]);
    const change = { before: pick<FieldProps, keyof FieldProps>(field, keys), after: pick(wanted, keys) };
    return ok([{ kind: 'field-update', tableId: input.tableId, fieldId: input.fieldId, ...change }]);
  },
};
