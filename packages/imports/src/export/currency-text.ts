import { type CurrencyTemplate, fieldTypes } from '@weft/core';
import { isCurrencySymbol } from '../convert/currency-text.ts';

/** An amount with its symbol, `$1234.5`; null when no importer knows the symbol. */
export function writeCurrency(value: number, template: CurrencyTemplate): string | null {
  // While a field is being converted, a value may be of another kind than its field.
  if (!Number.isFinite(value) || !isCurrencySymbol(template.currencySymbol)) return null;
  const amount = fieldTypes.currency.toText(Math.abs(value), template);
  return `${value < 0 ? '-' : ''}${template.currencySymbol}${amount}`;
}
