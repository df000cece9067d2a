import type { FieldSamples } from '../field-type.ts';
import type { SelectTemplate } from '../templates.ts';

/** Labels that differ in case only, hold commas, quotes and line breaks, or look like another option's value. */
export const selectTemplates: readonly SelectTemplate[] = [
  {
    options: [
      { value: 'opt1', label: 'Todo', color: 'Purple' },
      { value: 'opt2', label: 'todo', color: 'Orange' },
      { value: 'opt3', label: 'In progress, late', color: 'Blue' },
      { value: 'opt4', label: 'a "quoted" one', color: 'Gray' },
      { value: 'opt5', label: 'İş', color: 'Red' },
      { value: 'opt6', label: '"', color: 'Red' },
      { value: 'opt7', label: 'two\nlines', color: 'Fuchsia' },
      { value: 'opt8', label: 'opt1', color: 'Fuchsia' },
      { value: 'opt9', label: 'Todo, todo', color: 'Lime' },
      { value: 'optA', label: ',', color: 'Lime' },
    ],
    disableColors: false,
  },
  { options: [{ value: 'opt2', label: 'Only', color: 'Green' }], disableColors: true },
];

export const singleSelectSamples: FieldSamples<string, SelectTemplate> = {
  templates: selectTemplates,
  values: ['opt1', 'opt2', 'opt3', 'opt4', 'opt5', 'opt6', 'opt7', 'opt8', 'opt9', 'optA'],
  unfit: ['opt3', 'Todo;', 'unknown', 'Only, Only'],
};
