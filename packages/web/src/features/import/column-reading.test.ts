import type { FieldKind, SelectTemplate } from '@weft/core';
import { describe, expect, it } from 'vitest';
import { type ColumnChoice, nameFaults, proposed } from './column-choice.ts';
import { changedLabels, fullTemplate, startTemplate } from './column-options.ts';
import { misfitsIn, misfitWords, notesOf, suggestions, templateFor } from './column-reading.ts';
import { describeImport } from './import-input.ts';
import { editSchema, proposedSchema } from './import-schema.ts';
import { cellReader } from './preview-cell.ts';
import { schemaProblem } from './schema-problem.ts';
import { column, noNotes, noSurroundingSpace, preview, reading } from './testing.ts';
import { verdictOf } from './verdict.ts';

const env = { timeZone: 'UTC', locale: 'en-US' };
const metres = column(
  0,
  'Metres',
  'single_line_text',
  [
    reading('long_text'),
    reading('number', 3, { samples: ['about 12'], template: { decimalPlaces: 1 } }),
    reading('percent', 3),
    reading('duration', 3),
    reading('date', 100, { reason: "At least 100 values do not fit: '1.5'" }),
    reading('single_select'),
  ],
  { confidence: 0.6, reason: '3 of 100 values are not numbers: “about 12”' },
);
const due = column(
  1,
  'Due',
  'single_line_text',
  [
    reading('date', 0, { template: { dateFormat: 'us' } }),
    reading('date', 0, { template: { dateFormat: 'european' } }),
    reading('datetime', 0, { template: { dateFormat: 'us' } }),
  ],
  { confidence: 0.5, reason: 'Day or month first? Every value fits both orders' },
);
const born = column(3, 'Born', 'date', [], {
  confidence: 0.6,
  reason: '19xx or 20xx? “03/17/47” is read as 2047. All 3 values are dates, month first',
});
const choiceOf = (of: typeof metres, change: Partial<ColumnChoice> = {}): ColumnChoice => ({
  sourceIndex: of.sourceFieldIndex,
  name: of.fieldName,
  type: of.fieldType,
  template: {},
  include: true,
  decided: false,
  ...change,
});

it('says what comes with the chosen kind, and what comes with another one', () => {
  const notes = ['“NA” in 12 cells stays as text'];
  const amounts = column(1, 'Amount', 'number', [reading('single_line_text')], {
    fieldValidation: {
      ...column(1, 'Amount', 'number').fieldValidation,
      notes,
      alternatives: [reading('single_line_text')],
    },
  });
  const [choice] = proposed(preview([amounts]));
  if (choice === undefined) throw new Error('no choice');
  const asText = { ...choice, type: 'single_line_text', template: {} } as ColumnChoice;
  expect(notesOf(amounts, choice)).toEqual(notes);
  expect(notesOf(amounts, asText)).toEqual([]);
  expect(notesOf(amounts, { ...choice, include: false })).toEqual([]);
  const marked = { ...amounts.fieldValidation, markers: { count: 12, texts: ['NA'] } };
  expect(verdictOf({ ...amounts, fieldValidation: marked }, choice, undefined)).toEqual({
    tone: 'fits',
    words: '12 stay as text',
  });
  const read = cellReader(amounts, { ...choice, type: 'number' }, env);
  expect(read('NA')).toEqual({ text: 'NA', fits: true, missing: true });
  expect(read('soon')).toEqual({ text: 'soon', fits: false });
});

describe('what a column could be', () => {
  it('offers the kinds that nearly every value fits, numbers once', () => {
    const kinds = suggestions(metres, choiceOf(metres), ['1', '2', '3', '4']).map((each) => each.fieldType);
    expect(kinds).toEqual(['number']);
  });

  it('offers options where values come again', () => {
    const kinds = suggestions(metres, choiceOf(metres), ['a', 'b', 'a', 'b']).map((each) => each.fieldType);
    expect(kinds).toEqual(['number', 'single_select']);
  });

  it('offers both orders of a date, and the proposal once another kind was taken', () => {
    expect(suggestions(due, choiceOf(due), []).map((each) => each.template.dateFormat)).toEqual([
      'us',
      'european',
    ]);
    const taken = choiceOf(due, {
      type: 'date',
      template: fullTemplate('date', { dateFormat: 'us' }),
      decided: true,
    });
    expect(suggestions(due, taken, []).map((each) => each.fieldType)).toEqual(['single_line_text', 'date']);
  });

  it('counts what would not fit', () => {
    const number = choiceOf(metres, { type: 'number', decided: true });
    expect(misfitsIn(metres, number)).toEqual({ count: 3, atLeast: false, samples: ['about 12'] });
    expect(misfitWords(misfitsIn(metres, number))).toBe('3 don’t fit');
    expect(misfitWords(misfitsIn(metres, choiceOf(metres, { type: 'date' })))).toBe('100 or more don’t fit');
    expect(misfitsIn(metres, choiceOf(metres)).count).toBe(0);
    expect(templateFor(metres, 'number')).toEqual({ decimalPlaces: 1 });
  });

  it('says in a few words how it stands', () => {
    const words = (change?: Partial<ColumnChoice>, of = metres) =>
      verdictOf(of, choiceOf(of, change), undefined).words;
    expect(words()).toBe('3 not numbers');
    expect(words({}, due)).toBe('Day or month first?');
    expect(words({}, born)).toBe('19xx or 20xx?');
    expect(words({ type: 'number', decided: true })).toBe('3 don’t fit');
    expect(words({ include: false })).toBe('Not imported');
    expect(words({ decided: true })).toBe('All fit');
  });
});

const stage = column(2, 'Stage', 'single_select', [reading('multiple_select')], {
  fieldValidation: {
    values: 100,
    empty: 0,
    alternatives: [],
    ...noNotes,
    outerSpace: noSurroundingSpace,
    labels: { single: ['new', 'old', 'lost'], multiple: ['new', 'old', 'lost'] },
  },
});

describe('the options of a select', () => {
  const template = startTemplate(stage, 'single_select', {}) as SelectTemplate;
  const edited = {
    ...template,
    options: [
      { value: 'own', label: 'Later', color: 'Blue' as const },
      ...template.options
        .filter(({ label }) => label !== 'lost')
        .map((option) => (option.label === 'old' ? { ...option, label: 'Old one' } : option)),
    ],
  };

  it('are those of the file, in its order', () => {
    expect(template.options.map(({ label }) => label)).toEqual(['new', 'old', 'lost']);
    expect(changedLabels(stage, choiceOf(stage, { template }))).toEqual([]);
  });

  it('are renamed, deleted and added by the person, and the cells follow', () => {
    const choice = choiceOf(stage, { template: edited });
    expect(changedLabels(stage, choice)).toEqual([
      ['old', 'Old one'],
      ['lost', null],
    ]);
    const read = cellReader(stage, choice, env);
    expect(read('old').options?.map(({ label }) => label)).toEqual(['Old one']);
    expect(read('new').options?.map(({ label }) => label)).toEqual(['new']);
    expect(read('lost')).toEqual({ text: 'lost', fits: false });
    expect(verdictOf(stage, choice, undefined).words).toBe('1 option deleted');
  });

  it('keep the spaces around a label until the person leaves them out; then labels are merged', () => {
    const labels = ['new', 'new ', ' old'];
    const spaced = column(2, 'Stage', 'single_select', [], {
      fieldValidation: {
        values: 100,
        empty: 0,
        alternatives: [],
        ...noNotes,
        outerSpace: { cells: 9, blank: 0, merged: 7, fits: null },
        labels: { single: labels, multiple: labels },
      },
    });
    const upload = { url: '/files/x', s3Key: 'x', fileName: 'x.csv' };
    const state = proposedSchema({ name: 'x.csv', size: 9 }, upload, preview([spaced]), {});
    const labelsIn = ({ columns }: typeof state) =>
      columns.map(({ template }) => (template as SelectTemplate).options.map(({ label }) => label));
    expect(labelsIn(state)).toEqual([labels]);
    expect(state.columns.map((choice) => changedLabels(spaced, choice))).toEqual([[]]);
    const trimmed = editSchema(state, { type: 'trimmed', column: 2, trim: true });
    expect(labelsIn(trimmed)).toEqual([['new', 'old']]);
    expect(describeImport(trimmed).fieldTypeOverrides?.[2]).toMatchObject({
      fieldType: 'single_select',
      trim: true,
    });
    expect(labelsIn(editSchema(trimmed, { type: 'trimmed', column: 2, trim: false }))).toEqual([labels]);
  });
});

describe('the preview of a cell', () => {
  const read = (change: Partial<ColumnChoice>, text: string | undefined, of = metres) =>
    cellReader(of, choiceOf(of, change), env)(text);
  const number = { type: 'number', template: fullTemplate('number', { decimalPlaces: 1 }) } as const;

  it('shows what the text becomes', () => {
    expect(read(number, '1234.5')).toEqual({ text: '1,234.5', fits: true });
    expect(read(number, ' ')).toEqual({ text: '', fits: true });
    expect(read(number, undefined).text).toBe('');
    expect(read({ type: 'checkbox', template: fullTemplate('checkbox', {}) }, 'yes').checked).toBe(true);
    const labels = read({ type: 'multiple_select', template: fullTemplate('multiple_select', {}) }, 'a, b');
    expect(labels.options?.map(({ label }) => label)).toEqual(['a', 'b']);
  });

  const texts: { readonly [kind in FieldKind]?: readonly [fits: string, does: string] } = {
    number: ['12.5', 'about 12'],
    currency: ['12.5', 'dear'],
    percent: ['12.5', 'half'],
    rating: ['3', '300'],
    duration: ['1:05:00', 'long'],
    date: ['2024-01-31', '2024-02-31'],
    datetime: ['2024-01-31 10:05', 'noon'],
    checkbox: ['yes', 'perhaps'],
    single_line_text: ['one', 'one\ntwo'],
    email: ['a@example.com', 'a\nb'],
    url: ['https://example.com', 'a\nb'],
    phone_number: ['+1 555', 'a\nb'],
  };
  it.each(Object.entries(texts))('marks what does not fit %s, and nothing else', (kind, [fits, not]) => {
    const type = kind as FieldKind;
    const choice = { type, template: fullTemplate(type, {}) };
    expect(read(choice, fits).fits).toBe(true);
    expect(read(choice, not)).toEqual({ text: not, fits: false });
  });

  it('reads as the column was found to be written', () => {
    const german = column(3, 'Preis', 'single_line_text', [
      reading('number', 0, { template: { numberFormat: 'period_comma' }, format: { style: 'period_comma' } }),
    ]);
    const choice = {
      type: 'number',
      template: fullTemplate('number', { numberFormat: 'period_comma', decimalPlaces: 2 }),
    } as const;
    expect(read(choice, '1.234,50', german)).toEqual({ text: '1.234,50', fits: true });
    expect(read(choice, '1,234.50', german).fits).toBe(false);
  });
});

describe('what keeps an import from beginning', () => {
  const choices = proposed(preview([metres, due, column(2, 'Paid', 'checkbox')]));
  const problem = (columns: readonly ColumnChoice[], tableName = 'Orders') =>
    schemaProblem({ columns, tableName, primary: 0 }, nameFaults(columns));
  const edit = (index: number, change: Partial<ColumnChoice>) =>
    choices.map((choice, at) => (at === index ? { ...choice, ...change } : choice));

  it('is nothing when all is well', () => {
    expect(problem(choices)).toBeNull();
  });

  it('is a name that is missing or taken, unless the column is left out', () => {
    expect(problem(edit(1, { name: ' ' }))).toBe('A field needs a name');
    expect(problem(edit(1, { name: 'METRES ' }))).toBe('A field with this name already exists');
    expect(problem(edit(1, { name: 'Metres', include: false }))).toBeNull();
    expect(problem(choices, '  ')).toBe('Table name is required');
  });

  it('is having no column, or none that can be the primary field', () => {
    expect(problem(choices.map((choice) => ({ ...choice, include: false })))).toBe(
      'Choose at least one column',
    );
    expect(problem(choices.map((choice) => ({ ...choice, include: choice.type === 'checkbox' })))).toMatch(
      /^None of the columns can be the primary field/,
    );
  });
});
