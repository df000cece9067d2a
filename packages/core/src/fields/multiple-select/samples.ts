import type { FieldSamples } from '../field-type.ts';
import { selectTemplates } from '../single-select/samples.ts';
import type { SelectTemplate } from '../templates.ts';

export const multipleSelectSamples: FieldSamples<readonly string[], SelectTemplate> = {
  templates: selectTemplates,
  values: [
    ['opt1'],
    ['opt2'],
    ['opt1', 'opt2'],
    ['opt2', 'opt1'],
    ['opt9'],
    ['opt3', 'opt4'],
    ['opt6', 'opt7', 'opt8', 'optA'],
    ['opt5'],
  ],
  unfit: ['unknown', 'Only, unknown', 'Todo, unknown', '"Todo, unknown', '""', ', ,'],
};
