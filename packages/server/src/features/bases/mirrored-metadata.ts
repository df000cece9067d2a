import type { BaseMetadata, Field, Table } from '@weft/core';
import type { Mirror } from '@weft/db';

/** The tables of a database that shows a service, with what nobody fills in here marked so. */
export function asMirrored({ tables }: BaseMetadata, { fixedFields }: Mirror): BaseMetadata {
  const fixed = new Set(fixedFields);
  const marked = (field: Field): Field => (fixed.has(field.id) ? { ...field, readOnly: true } : field);
  return { tables: tables.map((table): Table => ({ ...table, fields: table.fields.map(marked) })) };
}
