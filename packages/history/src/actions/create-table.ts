import { isLinkField, isLookupField, type Table, whyNotPrimary } from '@weft/core';
import { ok, type Result } from '@weft/std';
import { planCreation } from '../cells.ts';
import type { Change } from '../change.ts';
import type { ActionDefinition, PlanState, Refusal } from '../definition.ts';
import { fieldName, requiredName, uniqueName } from '../names.ts';
import { refuse, refuseTaken } from '../refusal.ts';

/** Fields a table takes (architecture, section 4). */
export const maxFields = 500;

/** Refuses ids that something has already, or that the new table has twice. */
function refuseIds(state: Pick<PlanState, 'metadata' | 'taken'>, table: Omit<Table, 'order'>) {
  const ids = [
    [table.id, 'table', 'id'],
    ...table.fields.map(({ id }) => [id, 'field', 'fields']),
    ...table.views.map(({ id }) => [id, 'view', 'viewId']),
  ] as const;
  const seen = new Set<string>();
  for (const [id, what, path] of ids) {
    if (seen.has(id)) return refuse('conflict', `Two ${what}s have the id ${id}`, path);
    seen.add(id);
    const taken = refuseTaken(state, id, what, path);
    if (taken !== null) return taken;
  }
  return null;
}

interface Making {
  readonly unique?: boolean;
  /** It exists already, hidden, filled by an import. */
  readonly filled?: boolean;
  /** Its links and lookups are a copy of another table's: what they need is made with it. */
  readonly linked?: boolean;
}

/** The table to create: last in order, its names validated. */
export function planTable(
  state: PlanState,
  table: Omit<Table, 'order'>,
  { unique = false, filled = false, linked = false }: Making,
): Result<Table, Refusal> {
  const { metadata } = state;
  const refused = refuseIds(filled ? { metadata } : state, table);
  if (refused !== null) return refused;
  const wanted = unique ? uniqueName(table.name.trim(), metadata.tables) : table.name;
  const name = requiredName(wanted, 'Table', metadata.tables);
  if (!name.ok) return name;
  if (table.fields.length > maxFields)
    return refuse('limit', `A table has at most ${maxFields} fields`, 'fields');
  const fields: Table['fields'][number][] = [];
  for (const field of table.fields) {
    const named = fieldName(field.name, fields);
    if (!named.ok) return named;
    fields.push({ ...field, name: named.value, order: fields.length });
  }
  if (!linked && fields.some((field) => isLinkField(field) || isLookupField(field)))
    return refuse('invalid', 'Linked records and lookups are added to a table that is there', 'fields');
  const primary = fields.find((field) => field.id === table.primaryFieldId);
  if (!primary) return refuse('invalid', 'The primary field is not among the fields', 'primaryFieldId');
  const unfit = whyNotPrimary(primary.type);
  if (unfit !== null) return refuse('invalid', unfit, 'primaryFieldId');
  const order = (metadata.tables.at(-1)?.order ?? -1) + 1;
  return ok({ ...table, name: name.value, fields, order });
}

export const createTable: ActionDefinition<'CREATE_TABLE'> = {
  label: (input) => `Created table ${input.table.name}`,
  plan: (state, input) => {
    const table = planTable(state, input.table, { unique: input.unique ?? false });
    if (!table.ok) return table;
    const created: Change = { kind: 'table', tableId: table.value.id, before: null, after: table.value };
    const records = planCreation(state, table.value, input.records);
    return records.ok ? ok([created, ...records.value]) : records;
  },
};
