import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { readField } from '../field-settings.ts';
import { fieldName } from '../names.ts';
import { findTable, refuse, refuseTaken } from '../refusal.ts';
import { mostFields } from './create-table.ts';

export const createField: ActionDefinition<'CREATE_FIELD'> = {
  label: (input) =>
    input.field.name.trim() === '' ? 'Added a field' : `Added field ${input.field.name.trim()}`,
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const { fields } = table.value;
    const taken = refuseTaken(state, input.field.id, 'field', 'field');
    if (taken !== null) return taken;
    if (fields.length >= mostFields)
      return refuse('limit', `A table has at most ${mostFields} fields`, 'field');
    const name = fieldName(input.field.name, fields);
    if (!name.ok) return name;
    const order = (fields.at(-1)?.order ?? -1) + 1;
    const after = readField({ id: input.field.id, name: name.value, order }, input.field);
    if (!after.ok) return after;
    return ok([
      { kind: 'field', tableId: input.tableId, fieldId: after.value.id, before: null, after: after.value },
    ]);
  },
};
