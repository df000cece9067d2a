import { ok, withoutUndefined } from '@weft/std';
import { planCells, planCreation } from '../cells.ts';
import type { Change } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { countLabel } from '../names.ts';
import { partsOf } from '../parts.ts';
import { findRecord, findTable, inPlace } from '../refusal.ts';

/** Most records of one paste. A larger one is several actions of one group: each has a transaction and a log row of its own. */
export const maxPasted = 10_000;

export const bulkPasteCells: ActionDefinition<'BULK_PASTE_CELLS'> = {
  label: (input, metadata) => {
    const all = [...input.records, ...input.created];
    if (input.imported) {
      const table = metadata.tables.find(({ id }) => id === input.tableId)?.name ?? 'a table';
      return `Imported ${countLabel(all.length, 'record')} into ${table}`;
    }
    if (input.pasted === 'rows') return `Pasted ${countLabel(all.length, 'row')}`;
    const fieldIds = all.flatMap(({ cells }) => Object.keys(cells));
    const cells = countLabel(fieldIds.length, 'cell');
    // Filling a range and toggling several checkboxes are this action too.
    if (input.pasted === undefined) return `Edited ${cells}`;
    const fields = new Set(fieldIds).size;
    return fields > 1 ? `Pasted ${cells} in ${fields} fields` : `Pasted ${cells}`;
  },
  needs: ({ tableId, records, created }) =>
    withoutUndefined({
      records: { tableId, ids: [...records, ...created].map((record) => record.id) },
      newRecords: created.length > 0 ? { tableId, ids: created.map(({ id }) => id) } : undefined,
      position: created.length > 0 ? tableId : undefined,
    }),
  divide: (input) => {
    const records = partsOf(input.records, ({ id }) => id);
    const created = partsOf(input.created, ({ id }) => id);
    return (ids) => ({ ...input, records: records(ids), created: created(ids) });
  },
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    const changes: Change[] = [];
    for (const [index, { id, cells }] of input.records.entries()) {
      const record = findRecord(state, input.tableId, id);
      if (!record.ok) return record;
      const change = inPlace(planCells(table.value, record.value, cells), `records.${index}`);
      if (!change.ok) return change;
      if (change.value !== null) changes.push(change.value);
    }
    const created = planCreation(state, table.value, input.created, 'created');
    return created.ok ? ok([...changes, ...created.value]) : created;
  },
};
