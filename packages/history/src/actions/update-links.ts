import { isLinkField } from '@weft/core';
import type { ActionDefinition } from '../definition.ts';
import { difference, planLinks } from '../links.ts';
import { nameIn } from '../names.ts';
import { findField, findRecord, refuse } from '../refusal.ts';

export const updateLinks: ActionDefinition<'UPDATE_LINKS'> = {
  label: (input, metadata) => `Edited ${nameIn(metadata, input)}`,
  needs: ({ tableId, fieldId, recordId, newIds, oldIds }) => ({
    records: { tableId, ids: [recordId] },
    linked: { tableId, fieldId, ids: difference(newIds, oldIds) },
  }),
  plan: (state, input) => {
    const found = findField(state.metadata, input);
    if (!found.ok) return found;
    const { tableId, newIds, oldIds } = input;
    const { field } = found.value;
    if (!isLinkField(field)) return refuse('invalid', `${field.name} holds no linked records`, 'fieldId');
    const record = findRecord(state, tableId, input.recordId);
    if (!record.ok) return record;
    const wanted = { add: difference(newIds, oldIds), remove: difference(oldIds, newIds) };
    return planLinks(state, { tableId, field, record: record.value }, wanted);
  },
};
