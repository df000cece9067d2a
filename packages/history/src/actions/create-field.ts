import { anyFieldType, isLinkField, isLinkKind, type LinkField, readShape, type Table } from '@weft/core';
import { isId, must, ok, type Result } from '@weft/std';
import type { ActionInputs, NewField } from '../action.ts';
import type { Change } from '../change.ts';
import type { ActionDefinition, PlanState, Refusal } from '../definition.ts';
import { readField } from '../field-settings.ts';
import { lookupFault } from '../lookups.ts';
import { fieldName, nameIn, uniqueName } from '../names.ts';
import { findTable, refuse, refuseTaken } from '../refusal.ts';
import { maxFields } from './create-table.ts';

/** The field by which the linked records see the links: named after the table they come from. */
export function planInverse(
  state: Pick<PlanState, 'metadata' | 'taken'>,
  table: Table,
  field: LinkField,
): Result<Change, Refusal> {
  const { tableId, inverseFieldId } = field.template;
  if (!isId('fld', inverseFieldId) || inverseFieldId === field.id)
    return refuse(
      'invalid',
      'The field on the other side needs an id of its own',
      'field.template.inverseFieldId',
    );
  const target = findTable(state.metadata, tableId);
  if (!target.ok) return refuse('not-found', `Table with id ${tableId} not found`, 'field.template.tableId');
  const taken = refuseTaken(state, inverseFieldId, 'field', 'field.template.inverseFieldId');
  if (taken !== null) return taken;
  // A table that links to itself has the new field already.
  const fields = target.value.id === table.id ? [...table.fields, field] : target.value.fields;
  if (fields.length >= maxFields)
    return refuse('limit', `The linked table has ${maxFields} fields, which is the most it takes`, 'field');
  const shape = readShape('linked_record', {
    tableId: table.id,
    allowMultiple: true,
    inverseFieldId: field.id,
  });
  const after = {
    id: inverseFieldId,
    name: uniqueName(table.name, fields),
    order: (fields.at(-1)?.order ?? -1) + 1,
    ...must(shape.ok ? shape.value : null, 'the settings of the other side'),
  };
  return ok({ kind: 'field', tableId, fieldId: inverseFieldId, before: null, after });
}

/** The settings of a new field: those of the field that it copies, if it copies one. */
function likeSource(
  { fields }: Table,
  { field, copyOf }: ActionInputs['CREATE_FIELD'],
): Result<Pick<NewField, 'type' | 'template'>, Refusal> {
  if (copyOf === undefined) return ok(field);
  const source = fields.find(({ id }) => id === copyOf);
  if (source === undefined) return refuse('not-found', `Field with id ${copyOf} not found`, 'copyOf');
  if (source.type !== field.type)
    return refuse('invalid', 'A copy has the type of the field that it copies', 'field.type');
  if (!isLinkField(source)) return ok(source);
  const { inverseFieldId } = field.template as Partial<LinkField['template']>;
  return ok({ type: source.type, template: { ...source.template, inverseFieldId } });
}

export const createField: ActionDefinition<'CREATE_FIELD'> = {
  label: (input, metadata) => {
    if (input.copyOf !== undefined)
      return `Duplicated field ${nameIn(metadata, { tableId: input.tableId, fieldId: input.copyOf })}`.trim();
    return input.field.name.trim() === '' ? 'Added a field' : `Added field ${input.field.name.trim()}`;
  },
  // What later actions of a group need is read before the group's first action is done: the records that a new link
  // field leads to, the cells that a copy is filled with, and the last number of a field that counts the records.
  needs: ({ field, copyOf }) =>
    isLinkKind(field.type) || copyOf !== undefined || anyFieldType(field.type).kept?.counts === true
      ? { alone: true }
      : {},
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const { fields } = table.value;
    const taken = refuseTaken(state, input.field.id, 'field', 'field');
    if (taken !== null) return taken;
    if (fields.length >= maxFields)
      return refuse('limit', `A table has at most ${maxFields} fields`, 'field');
    const name = fieldName(input.field.name, fields);
    if (!name.ok) return name;
    const order = (fields.at(-1)?.order ?? -1) + 1;
    const wanted = likeSource(table.value, input);
    if (!wanted.ok) return wanted;
    const after = readField({ id: input.field.id, name: name.value, order }, wanted.value);
    if (!after.ok) return after;
    const fault = lookupFault(state.metadata, table.value, after.value);
    if (fault !== null) return fault;
    const created: Change = {
      kind: 'field',
      tableId: input.tableId,
      fieldId: after.value.id,
      before: null,
      after: after.value,
      ...(input.copyOf !== undefined && { copyOf: input.copyOf }),
    };
    if (!isLinkField(after.value)) return ok([created]);
    const inverse = planInverse(state, table.value, after.value);
    if (!inverse.ok) return inverse;
    // Copied links need both sides.
    return ok(input.copyOf === undefined ? [created, inverse.value] : [inverse.value, created]);
  },
};
