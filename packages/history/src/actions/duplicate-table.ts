import { isLinkField } from '@weft/core';
import { ok, withoutUndefined } from '@weft/std';
import { copiedTable } from '../copied-table.ts';
import type { ActionDefinition } from '../definition.ts';
import { nameIn, uniqueName } from '../names.ts';
import { findTable, refuse } from '../refusal.ts';
import { planTable } from './create-table.ts';

/** A name with room for ' copy' and a number behind it; characters are counted whole. */
const shortened = (name: string): string => (name.length > 240 ? [...name].slice(0, 120).join('') : name);

export const duplicateTable: ActionDefinition<'DUPLICATE_TABLE'> = {
  label: (input, metadata) => `Duplicated table ${nameIn(metadata, input)}`.trim(),
  // The records of the copy can be named by what comes after it only once they are there.
  needs: () => ({ alone: true }),
  plan: (state, input) => {
    const source = findTable(state.metadata, input.tableId);
    if (!source.ok) return source;
    if (source.value.fields.some(isLinkField))
      return refuse('invalid', 'A table with linked records cannot be duplicated: delete those fields first');
    const { tables } = state.metadata;
    const name = input.name ?? uniqueName(`${shortened(source.value.name)} copy`, tables);
    const { table: copy, fieldIds } = copiedTable(source.value, input.newTableId, name);
    const table = planTable(state, copy, false);
    if (!table.ok) return table;
    const copyOf = { tableId: input.tableId, fieldIds };
    return ok([
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
