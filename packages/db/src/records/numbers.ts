import { anyFieldType, type BaseMetadata } from '@weft/core';
import type { Sql, Transaction } from '../engine/engine.ts';
import { partName, type TableLayout } from '../schema/layout.ts';

/** The last numbers of the fields that count the records of these tables; most tables have none, and cost nothing. */
export async function readNumbers(
  tx: Sql,
  { schema, metadata }: { readonly schema: string; readonly metadata: BaseMetadata },
  tableIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const fieldIds = metadata.tables
    .filter(({ id }) => tableIds.has(id))
    .flatMap(({ fields }) => fields.filter(({ type }) => anyFieldType(type).kept?.counts === true))
    .map(({ id }) => id);
  if (fieldIds.length === 0) return new Map();
  const rows = await tx.query(`SELECT id, last_number FROM ${schema}._fields WHERE id = ANY($1::text[])`, [
    fieldIds,
  ]);
  return new Map(rows.map(([id, number]) => [id as string, number as number]));
}

/** Remembers the last numbers given: one that went with its record is not given again. */
export function writeNumbers(
  tx: Pick<Transaction, 'send'>,
  schema: string,
  numbers: ReadonlyMap<string, number>,
): void {
  if (numbers.size === 0) return;
  tx.send(
    `UPDATE ${schema}._fields f SET last_number = GREATEST(f.last_number, v.number)
     FROM unnest($1::text[], $2::int4[]) AS v(id, number) WHERE f.id = v.id`,
    [[...numbers.keys()], [...numbers.values()]],
  );
}

/** Goes on counting where the records end that came with their numbers. */
export async function keepNumbers(tx: Sql, table: TableLayout): Promise<void> {
  for (const { fieldId, type, part, column } of table.columns.values())
    if (anyFieldType(type).kept?.counts === true)
      await tx.query(
        `UPDATE ${table.schema}._fields
         SET last_number = COALESCE((SELECT max(${column}) FROM ${partName(table, part)}), 0) WHERE id = $1`,
        [fieldId],
      );
}
