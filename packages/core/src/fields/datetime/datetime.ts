import { momentType } from '../date/moment-type.ts';
import type { FieldType } from '../field-type.ts';
import { datetimeSamples } from './samples.ts';

export const datetimeType: FieldType<'datetime'> = momentType('datetime', {
  label: 'Date and time',
  timed: true,
  samples: datetimeSamples,
});
