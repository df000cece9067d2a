import type { FieldType } from '../field-type.ts';
import { readTemplate } from '../read-template.ts';
import { amountType, readNumberSettings } from './amount-type.ts';
import { numberSamples } from './samples.ts';

const noAffixes = { mark: '', shift: 0 };

export const numberType: FieldType<'number'> = amountType('number', {
  label: 'Number',
  readTemplate: (input) => readTemplate(input, (read) => readNumberSettings(read)),
  affixes: () => noAffixes,
  allowsNegative: () => true,
  decorate: (digits, minus) => minus + digits,
  canonicalMark: '',
  samples: numberSamples,
});
