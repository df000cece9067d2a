import type { Table } from '@weft/core';

/** Why a table cannot have this name (specification 3, section 5); null when it can. */
export function tableNameFault(name: string, table: Table | null, tables: readonly Table[]): string | null {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return 'Table name is required';
  const taken = tables.some((other) => other.id !== table?.id && other.name.trim().toLowerCase() === wanted);
  return taken ? 'A table with this name already exists' : null;
}
