import { ok, withoutUndefined } from '@weft/std';
import { planCells, planCreation } from '../cells.ts';
import type { Change } from '../change.ts';
import type { ActionDefinition } from '../definition.ts';
import { partsOf } from '../parts.ts';
import { findRecord, findTable, inPlace } from '../refusal.ts';

/** Most records of one paste. A larger one is several actions of one group: each has a transaction and a log row of its own. */
export const maxPasted = 10_000;

export const bulkPasteCells: ActionDefinition<'BULK_PASTE_CELLS'> = {
  label: (input, metadata) => {
    if (input.imported) {
      const records = input.records.length + input.created.length;
      const table = metadata.tables.find(({ id }) => id === input.tableId)?.name ?? 'a table';
      return records === 1 ? `Imported a record into ${table}` : `Imported ${records} records into ${table}`;
    }
    const count = [...input.records, ...input.created].reduce(
      (sum, record) => sum + Object.keys(record.cells).length,
      0,
    );
    // Not 'Pasted': filling a range and toggling several checkboxes are this action too.
    return count === 1 ? 'Edited a cell' : `Edited ${count} cells`;
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
