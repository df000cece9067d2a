import type { FieldType } from '../field-type.ts';
import { momentType } from './moment-type.ts';
import { dateSamples } from './samples.ts';

export const dateType: FieldType<'date'> = momentType('date', {
  label: 'Date',
  timed: false,
  samples: dateSamples,
});
