import type { Field, Table } from '@weft/core';
import type { BaseStore, RunScan } from '@weft/db';
import { AppError, notFound } from '@weft/std';
import { loadTable } from './load-base.ts';

interface Column {
  readonly tableId: string;
  readonly fieldId: string;
  readonly shadowId?: string | undefined;
}

/** Records per chunk; the server answers others in between. */
const chunk = 1_000;

/** The field, or the one that took its place: linked records become texts, and texts links, in a field of their own. */
export const convertedField = ({ fields }: Table, fieldId: string, shadowId?: string): Field | undefined =>
  fields.find(({ id }) => id === shadowId) ?? fields.find(({ id }) => id === fieldId);

export async function findField(store: BaseStore, { tableId, fieldId, shadowId }: Column): Promise<Field> {
  const field = convertedField(await loadTable(store, tableId), fieldId, shadowId);
  if (field === undefined) throw notFound(`Field with id ${fieldId} not found`);
  return field;
}

/** Refused once somebody converts the field meanwhile: its cells are then of another type than `field` says. */
export async function* recordsOf(store: BaseStore, column: Column, field: Field, runScan: RunScan) {
  const now = new Date(0).toISOString();
  const query = { tableId: column.tableId, timeZone: 'UTC', now, fieldIds: [column.fieldId] };
  for await (const records of store.stream(query, chunk, runScan)) {
    if ((await findField(store, column)).type !== field.type)
      throw new AppError('conflict', 'Somebody changed the type of this field meanwhile. Please try again.');
    yield records;
  }
}
