import { pyairtable } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { readCell } from './airtable-cells.ts';
import { planField } from './field-plan.ts';

const links = { becomes: 'link', linkedTableId: 'tblFgcHgyO7LlhgUe', inverseId: null, single: false };
const at = { dateFormat: 'local', timeFormat: '12h' };
const three = [
  { label: 'One', color: 'Blue' },
  { label: 'Two', color: 'Cyan' },
  { label: 'Three', color: 'Teal' },
];
const person = 'Alice <alice@example.com>';

/** What a person expects of each type of field: the type here, its settings, and its cells (`raw`: kept as text). */
const expected: { readonly [type: string]: readonly [string, object, ...unknown[]] } = {
  aiText: ['long_text', {}, null],
  autoNumber: ['number', { decimalPlaces: 0 }, 1],
  barcode: ['single_line_text', {}, '084114125538', '0123456'],
  checkbox: ['checkbox', { color: 'Green' }, true],
  count: ['number', { decimalPlaces: 0 }, 1],
  createdBy: ['single_line_text', {}, person],
  createdTime: ['created_time', at, null],
  currency: ['currency', { decimalPlaces: 2, currencySymbol: '$' }, 1.05],
  date: ['date', { dateFormat: 'local' }, '2023-01-01T00:00:00.000Z'],
  dateTime: ['datetime', at, '2023-04-12T09:30:00.000Z'],
  duration: ['duration', { format: 'h:mm:ss.s' }, 100.5, 100],
  email: ['email', {}, 'x@y.com'],
  externalSyncSource: ['single_select', { options: three }, { raw: 'Source' }],
  formula: ['number', { decimalPlaces: 0 }, { raw: '#ERROR!' }, { raw: 'NaN' }],
  lastModifiedBy: ['single_line_text', {}, person],
  lastModifiedTime: ['datetime', at, '2023-04-12T09:30:00.000Z'],
  manualSort: ['single_line_text', {}, 'fcca'],
  multilineText: ['long_text', {}, 'some\nthing\nbig'],
  multipleAttachments: ['attachments', {}],
  multipleCollaborators: ['single_line_text', {}, `${person}, Bob <bob@example.com>`],
  multipleSelects: ['multiple_select', { options: three }, { raw: 'any, values' }],
  number: ['number', { decimalPlaces: 0 }, 1, 1.5],
  percent: ['percent', { decimalPlaces: 0 }, 0.5],
  phoneNumber: ['phone_number', {}, '+49 40-349180'],
  rating: ['rating', { maxRating: 5 }, 1],
  richText: ['long_text', {}, 'Check out [Airtable](www.airtable.com)'],
  rollup: ['number', { decimalPlaces: 0 }],
  singleCollaborator: ['single_line_text', {}, 'x@y.com', person],
  singleLineText: ['single_line_text', {}, 'name'],
  singleSelect: [
    'single_select',
    {
      options: [
        { label: 'Todo', color: 'Red' },
        { label: 'In progress', color: 'Yellow' },
        { label: 'Done', color: 'Green' },
      ],
    },
    null,
    { raw: 'any value' },
  ],
  somethingUnrecognizable: ['long_text', {}],
  url: ['url', {}, 'www.airtable.com'],
};

it.each(pyairtable.fields)('$type of pyairtable becomes what a person expects, with its values', (field) => {
  const plan = planField(field, false);
  if (field.type === 'multipleRecordLinks') return expect(plan).toEqual(links);
  if (field.type === 'multipleLookupValues')
    return expect(plan).toEqual({
      ...{ becomes: 'lookup', linkId: 'fldNvFMYxBnf35WkO', shownId: 'fldI5gjLnq0RXUleV' },
    });
  if (field.type === 'button') return expect(plan.becomes).toBe('none');
  if (plan.becomes !== 'stored') throw new Error(field.type);
  const [type, template, ...cells] = must(expected[field.type], field.type);
  expect(plan.shape).toMatchObject({ type, template });
  if (type === 'attachments') return;
  const values = pyairtable.values[field.type] ?? [];
  expect(values.map((value) => readCell(plan, value))).toEqual(
    cells.map((cell) =>
      typeof cell === 'object' && cell !== null ? { value: null, ...cell } : { value: cell },
    ),
  );
});
