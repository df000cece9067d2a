import { mostFields, type Setting, type Settings } from '../settings.ts';

const longestTitle = 255;

export const titleSetting: Setting = { kind: 'text', label: 'Title', maxLength: longestTitle };

const perPage: Setting = { kind: 'integer', label: 'Records per page', min: 1, max: 100, usual: 20 };

export const recordSetting: Setting = {
  kind: 'binding',
  label: 'Record',
  hint: 'Without it, the record that the page is about.',
};

/** What blocks have that show one record. */
export const oneRecord = {
  table: { kind: 'table', label: 'Table' },
  title: titleSetting,
  fields: { kind: 'fields', label: 'Fields', most: mostFields },
} as const satisfies Settings;

/** Which records a block is about. */
export const chosenRecords = {
  table: { kind: 'table', label: 'Shows records of' },
  title: titleSetting,
  filter: { kind: 'conditions', label: 'Also only when' },
} as const satisfies Settings;

/** What blocks have that show many. */
export const manyRecords = {
  ...chosenRecords,
  fields: { kind: 'fields', label: 'Fields', most: mostFields },
  sort: { kind: 'sort', label: 'Sort by' },
  perPage,
  opens: { kind: 'page', label: 'A record opens' },
  empty: {
    kind: 'text',
    label: 'When there is nothing',
    hint: 'Without it: “Nothing here yet.”',
    maxLength: longestTitle,
  },
  exports: { kind: 'flag', label: 'People may export what they see' },
} as const satisfies Settings;

/** What is counted or added up. */
export const measures: Setting = {
  kind: 'pick',
  label: 'Shows',
  options: [
    { value: 'count', label: 'Number of records' },
    { value: 'sum', label: 'Sum' },
    { value: 'average', label: 'Average' },
    { value: 'min', label: 'Least' },
    { value: 'max', label: 'Most' },
  ],
};
