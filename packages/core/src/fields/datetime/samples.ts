import { instants, noDates, telling } from '../date/samples.ts';
import type { FieldSamples } from '../field-type.ts';
import type { DateTemplate } from '../templates.ts';

export const datetimeSamples: FieldSamples<string, DateTemplate> = {
  templates: instants,
  values: telling,
  unfit: noDates,
};
