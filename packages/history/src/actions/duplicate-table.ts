import { readShape, type Table } from '@weft/core';
import { must, ok, type Result, withoutUndefined } from '@weft/std';
import type { Change } from '../change.ts';
import { type CopiedInverse, copiedTable } from '../copied-table.ts';
import type { ActionDefinition, PlanState, Refusal } from '../definition.ts';
import { nameIn, uniqueName } from '../names.ts';
import { findTable, refuse, refuseTaken } from '../refusal.ts';
import { maxFields, planTable } from './create-table.ts';

/** A name with room for ' copy' and a number behind it; characters are counted whole. */
const shortened = (name: string): string => (name.length > 240 ? [...name].slice(0, 120).join('') : name);

/** The fields by which other tables see the links of the copy: named after it. */
function planInverses(
  state: PlanState,
  name: string,
  inverses: readonly CopiedInverse[],
): Result<readonly Change[], Refusal> {
  const fieldsOf = new Map<string, Table['fields']>();
  const changes: Change[] = [];
  for (const { tableId, fieldId, template } of inverses) {
    const target = findTable(state.metadata, tableId);
    if (!target.ok) return target;
    const taken = refuseTaken(state, fieldId, 'field', 'newTableId');
    if (taken !== null) return taken;
    const fields = fieldsOf.get(tableId) ?? target.value.fields;
    if (fields.length >= maxFields)
      return refuse(
        'limit',
        `The linked table ${target.value.name} has ${maxFields} fields, which is the most it takes`,
      );
    const shape = readShape('linked_record', template);
    const after = {
      id: fieldId,
      name: uniqueName(name, fields),
      order: (fields.at(-1)?.order ?? -1) + 1,
      ...must(shape.ok ? shape.value : null, 'the settings of the other side'),
    };
    fieldsOf.set(tableId, [...fields, after]);
    changes.push({ kind: 'field', tableId, fieldId, before: null, after });
  }
  return ok(changes);
}

export const duplicateTable: ActionDefinition<'DUPLICATE_TABLE'> = {
  label: (input, metadata) => `Duplicated table ${nameIn(metadata, input)}`.trim(),
  // The records of the copy can be named by what comes after it only once they are there.
  needs: () => ({ alone: true }),
  plan: (state, input) => {
    const source = findTable(state.metadata, input.tableId);
    if (!source.ok) return source;
    const { tables } = state.metadata;
    const name = input.name ?? uniqueName(`${shortened(source.value.name)} copy`, tables);
    const { table: copy, fieldIds, inverses } = copiedTable(source.value, tables, input.newTableId, name);
    const table = planTable(state, copy, { linked: true });
    if (!table.ok) return table;
    const others = planInverses(state, table.value.name, inverses);
    if (!others.ok) return others;
    const copyOf = { tableId: input.tableId, fieldIds };
    // Links of the copy are copied with its records: both sides of them are there by then.
    return ok([
      ...others.value,
      withoutUndefined({
        kind: 'table',
        tableId: input.newTableId,
        before: null,
        after: table.value,
        copyOf: input.withRecords ? copyOf : undefined,
      }),
    ]);
  },
};
