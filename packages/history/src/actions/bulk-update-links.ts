import { type BaseRecord, isLinkField } from '@weft/core';
import { ok } from '@weft/std';
import { applyToRecord } from '../apply.ts';
import type { Change } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { difference, planLinks } from '../links.ts';
import { countLabel, nameIn } from '../names.ts';
import { partsOf } from '../parts.ts';
import { findField, findRecord, refuse } from '../refusal.ts';

export const bulkUpdateLinks: ActionDefinition<'BULK_UPDATE_LINKS'> = {
  label: ({ tableId, fieldId, records }, metadata) => {
    const count = records.length === 1 ? '1 record' : countLabel(records.length, 'record');
    return `Linked ${count} in ${nameIn(metadata, { tableId, fieldId })}`;
  },
  needs: ({ tableId, fieldId, records }) => ({
    records: { tableId, ids: records.map(({ id }) => id) },
    linked: {
      ...{ tableId, fieldId },
      ids: [...new Set(records.flatMap(({ newIds, oldIds }) => difference(newIds, oldIds)))],
    },
  }),
  divide: (input) => {
    const records = partsOf(input.records, ({ id }) => id);
    return (ids) => ({ ...input, records: records(ids) });
  },
  plan: (state, { tableId, fieldId, records }) => {
    const found = findField(state.metadata, { tableId, fieldId });
    if (!found.ok) return found;
    const { field } = found.value;
    if (!isLinkField(field)) return refuse('invalid', `${field.name} holds no linked records`, 'fieldId');
    // Each is planned on what those before it leave: where the other side takes one record, the last one has it.
    const changed = new Map<string, BaseRecord>();
    const key = (table: string, id: string) => `${table}/${id}`;
    const record = (table: string, id: string) => changed.get(key(table, id)) ?? state.record(table, id);
    const { metadata } = state;
    const missing = (table: string, id: string) => state.missing?.(table, id) ?? false;
    const now = { metadata, record, missing };
    const changes: Change[] = [];
    for (const { id, newIds, oldIds } of records) {
      const own = findRecord(now, tableId, id);
      if (!own.ok) return own;
      const wanted = { add: difference(newIds, oldIds), remove: difference(oldIds, newIds) };
      const links = planLinks(now, { tableId, field, record: own.value }, wanted);
      if (!links.ok) return links;
      for (const change of links.value) {
        const after = applyToRecord(record(change.tableId, change.recordId), change, state.now);
        if (after !== undefined) changed.set(key(change.tableId, change.recordId), after);
      }
      changes.push(...links.value);
    }
    return ok(changes);
  },
};
