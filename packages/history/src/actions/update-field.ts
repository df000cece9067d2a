import { deepEqual, ok } from '@weft/std';
import { patchField } from '../apply.ts';
import type { FieldProps } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { readField } from '../field-settings.ts';
import { fieldName } from '../names.ts';
import { findField, findTable } from '../refusal.ts';

export const updateField: ActionDefinition<'UPDATE_FIELD'> = {
  type: 'UPDATE_FIELD',
  label: (input, metadata) => {
    const table = metadata.tables.find((candidate) => candidate.id === input.tableId);
    const name = table?.fields.find((field) => field.id === input.fieldId)?.name ?? '';
    return input.name !== undefined && input.name !== name
      ? `Renamed field ${name} to ${input.name.trim()}`
      : `Changed field ${name}`;
  },
  needs: () => ({}),
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const field = findField(table.value, input.fieldId);
    if (!field.ok) return field;
    let wanted: FieldProps = {};
    if (input.name !== undefined) {
      const others = table.value.fields.filter((other) => other.id !== input.fieldId);
      const name = fieldName(input.name, others);
      if (!name.ok) return name;
      wanted = { name: name.value };
    }
    if (input.template !== undefined) {
      const read = readField(patchField(field.value, { template: input.template }));
      if (!read.ok) return read;
      wanted = { ...wanted, template: read.value.template };
    }
    const differs = (key: keyof FieldProps) => key in wanted && !deepEqual(field.value[key], wanted[key]);
    const keys = (['name', 'template'] as const).filter(differs);
    if (keys.length === 0) return ok([]);
    const pick = (from: FieldProps): FieldProps => Object.fromEntries(keys.map((key) => [key, from[key]]));
    const change = { before: pick(field.value), after: pick(wanted) };
    return ok([{ kind: 'field-update', tableId: input.tableId, fieldId: input.fieldId, ...change }]);
  },
  debounce: 0,
  tracked: true,
};
