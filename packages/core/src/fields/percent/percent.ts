import type { FieldType } from '../field-type.ts';
import { amountType, readNumberSettings } from '../number/amount-type.ts';
import { readTemplate } from '../read-template.ts';
import type { PercentTemplate } from '../templates.ts';
import { percentSamples } from './samples.ts';

const percentSign = { mark: '%', shift: 2 };

/**
 * A fraction: typing 25 (or 25%) stores 0.25. The canonical text is '25%', moved by the digits and not by
 * multiplying, so that 0.07 is '7%'; without the sign a text would have two meanings.
 */
export const percentType: FieldType<'percent'> = amountType<'percent', PercentTemplate>('percent', {
  label: 'Percent',
  readTemplate: (input) =>
    readTemplate(input, (read) => ({
      ...readNumberSettings(read, 0),
      showProgressBar: read.flag('showProgressBar', false),
      allowNegative: read.flag('allowNegative', false),
    })),
  affixes: () => percentSign,
  allowsNegative: (template) => template.allowNegative,
  decorate: (digits, minus) => `${minus + digits}%`,
  canonicalMark: '%',
  samples: percentSamples,
});
