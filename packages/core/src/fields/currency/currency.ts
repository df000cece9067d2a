import type { FieldType } from '../field-type.ts';
import { amountType, readNumberSettings } from '../number/amount-type.ts';
import { readTemplate, type TemplateReader } from '../read-template.ts';
import type { CurrencyTemplate } from '../templates.ts';
import { currencySamples } from './samples.ts';

/** A symbol must not be mistaken for a part of the number: it has neither digits nor signs, and more than marks. */
function readSymbol(read: TemplateReader): string {
  const symbol = read.text('currencySymbol', 10, '$').trim();
  if (symbol !== '' && (/[\p{N}\p{Cc}%+\-−]/u.test(symbol) || !/[\p{L}\p{S}]/u.test(symbol)))
    read.fault('currencySymbol', 'must be a symbol such as $ or CHF');
  return symbol;
}

/** 'CHF 5', but '$5': a word keeps its distance. */
function symbolBefore(symbol: string): string {
  const last = symbol.charAt(symbol.length - 1);
  return last === '.' || last.toLowerCase() !== last.toUpperCase() ? `${symbol} ` : symbol;
}

export const currencyType: FieldType<'currency'> = amountType<'currency', CurrencyTemplate>('currency', {
  label: 'Currency',
  readTemplate: (input) =>
    readTemplate(input, (read) => ({ currencySymbol: readSymbol(read), ...readNumberSettings(read, 2) })),
  affixes: (template) => ({ mark: template.currencySymbol, shift: 0 }),
  allowsNegative: () => true,
  decorate: (digits, minus, template) => minus + symbolBefore(template.currencySymbol) + digits,
  canonicalMark: '',
  samples: currencySamples,
});
