import type { FieldSamples } from '../field-type.ts';
import type { CheckboxTemplate } from '../templates.ts';

export const checkboxSamples: FieldSamples<boolean, CheckboxTemplate> = {
  templates: [{ color: 'Green' }, { color: 'Fuchsia' }],
  values: [true, false],
  unfit: ['maybe', '2', 'truely', '-1', 'ja', 'checked?'],
};
