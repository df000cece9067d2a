import type { FieldSamples } from '../field-type.ts';
import { noNumbers, telling } from '../number/samples.ts';
import { numberFormats, type PercentTemplate } from '../templates.ts';

export const percentSamples: FieldSamples<number, PercentTemplate> = {
  templates: numberFormats.flatMap((numberFormat) =>
    [0, 1, 6, undefined].map((decimalPlaces) => ({
      ...(decimalPlaces === undefined ? { grouping: false as const } : { decimalPlaces }),
      numberFormat,
      showProgressBar: decimalPlaces === 0,
      allowNegative: decimalPlaces !== 1,
    })),
  ),
  values: telling,
  unfit: [...noNumbers, '5%%', '$5', '%'],
};
