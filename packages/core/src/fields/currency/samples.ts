import type { FieldSamples } from '../field-type.ts';
import { noNumbers, telling } from '../number/samples.ts';
import { type CurrencyTemplate, numberFormats } from '../templates.ts';

export const currencySamples: FieldSamples<number, CurrencyTemplate> = {
  templates: ['$', '€', 'CHF', 'kr.', 'R$', 'د.إ', ''].flatMap((currencySymbol, index) =>
    numberFormats.map((numberFormat) =>
      index % 4 === 3
        ? { currencySymbol, numberFormat, grouping: false as const }
        : { currencySymbol, decimalPlaces: index % 4, numberFormat },
    ),
  ),
  values: telling,
  unfit: [...noNumbers, '£5', '$$5', '5 apples'],
};
