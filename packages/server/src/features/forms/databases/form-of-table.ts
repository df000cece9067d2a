import { type DatabaseMapping, type FormFromTable, formFromTable } from '@weft/forms';
import { invalid, notFound } from '@weft/std';
import type { FormsContext } from '../deps.ts';
import { writableBase } from './writable-base.ts';

interface SourceTable {
  readonly basePublicIdentifier: string;
  readonly tableId: string;
}

interface TableDraft extends FormFromTable {
  readonly baseName: string;
}

/** The draft of a form that asks for the fields of a table, where the caller may write it. */
export async function draftOfTable(
  { deps, caller }: FormsContext,
  { basePublicIdentifier, tableId }: SourceTable,
  name: string,
): Promise<TableDraft> {
  const base = await writableBase(deps, null, basePublicIdentifier, caller);
  if (!base.ok) throw notFound(base.error);
  const { tables } = (await deps.base(basePublicIdentifier).metadata()).metadata;
  const table = tables.find(({ id }) => id === tableId);
  if (table === undefined) throw notFound('Table not found');
  const made = formFromTable(table, name, deps.newId);
  if (Object.keys(made.nameMappings).length === 0)
    throw invalid('table', 'This table has no field that people fill in');
  return { ...made, baseName: base.value.name };
}

/** How the answers to a form become records of the table that it was made from. */
export const mappingOfTable = (
  { basePublicIdentifier, tableId }: SourceTable,
  { nameMappings }: FormFromTable,
): DatabaseMapping => ({
  ...{ basePublicIdentifier, tableId, nameMappings: { ...nameMappings } },
  ...{ keyFieldId: null, createOptions: true, createLinks: false },
});
