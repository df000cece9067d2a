import { anyFieldType, type CellValue, type Field } from '@weft/core';
import { ownText } from '../file-kinds.ts';

/**
 * The text of a cell in an exported file: the field's canonical text (`toText`), such that importing it again gives the
 * same value and, where the column's values say so, the same type. Currency says more than it: its symbol, `$1234.5`
 * (a plain number when no importer knows the symbol). `raw` wins: it is what the cell says.
 */
export function exportText(field: Field, value: CellValue | undefined, raw?: string): string {
  if (raw !== undefined) return raw;
  if (value === null || value === undefined) return '';
  return ownText(field, value) ?? anyFieldType(field.type).toText(value, field.template);
}
