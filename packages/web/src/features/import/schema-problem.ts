import { fieldTypes } from '@weft/core';
import { type ColumnFault, primaryOf } from './column-choice.ts';
import type { ImportSchema } from './import-schema.ts';

/** Why the import cannot begin yet; null when it can. */
export function schemaProblem(
  schema: Pick<ImportSchema, 'tableName' | 'columns' | 'primary'>,
  faults: ReadonlyMap<number, ColumnFault>,
): string | null {
  if (!schema.columns.some((column) => column.include)) return 'Choose at least one column';
  if (schema.tableName.trim() === '') return 'Table name is required';
  const [fault] = faults.values();
  if (fault !== undefined) return fault;
  const broken = schema.columns.find(
    ({ include, type, template }) => include && !fieldTypes[type].readTemplate(template).ok,
  );
  if (broken !== undefined) return `Check the settings of ${broken.name.trim()}`;
  if (primaryOf(schema.columns, schema.primary) === null)
    return 'None of the columns can be the primary field: import one of them as text';
  return null;
}
