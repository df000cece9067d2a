import { anyFieldType, type CellValue, type Field, fieldTypes } from '@weft/core';
import { isCurrencySymbol } from '../convert/currency-text.ts';

/**
 * The text of a cell in an exported file: the field's canonical text (`toText`), such that importing it again gives the
 * same value and, where the column's values say so, the same type. Currency says more than it: its symbol, `$1234.5`
 * (a plain number when no importer knows the symbol). `raw` wins: it is what the cell says.
 */
export function exportText(field: Field, value: CellValue | undefined, raw?: string): string {
  if (raw !== undefined) return raw;
  if (value === null || value === undefined) return '';
  if (
    field.type === 'currency' &&
    typeof value === 'number' &&
    isCurrencySymbol(field.template.currencySymbol)
  ) {
    const amount = fieldTypes.currency.toText(Math.abs(value), field.template);
    return `${value < 0 ? '-' : ''}${field.template.currencySymbol}${amount}`;
  }
  return anyFieldType(field.type).toText(value, field.template);
}
