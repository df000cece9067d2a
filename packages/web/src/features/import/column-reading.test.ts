import { describe, expect, it } from 'vitest';
import { type ColumnChoice, fullTemplate, nameFaults, proposed } from './column-choice.ts';
import { misfitsIn, misfitWords, suggestions, templateFor } from './column-reading.ts';
import { previewCell } from './preview-cell.ts';
import { schemaProblem } from './schema-problem.ts';
import { column, preview, reading } from './testing.ts';
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
const choiceOf = (of: typeof metres, change: Partial<ColumnChoice> = {}): ColumnChoice => ({
  sourceIndex: of.sourceFieldIndex,
  name: of.fieldName,
  type: of.fieldType,
  template: {},
  include: true,
  decided: false,
  ...change,
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
    expect(misfitWords(misfitsIn(metres, choiceOf(metres, { type: 'date' })))).toBe('Most don’t fit');
    expect(misfitsIn(metres, choiceOf(metres)).count).toBe(0);
    expect(templateFor(metres, 'number')).toEqual({ decimalPlaces: 1 });
  });

  it('says in a few words how it stands', () => {
    const words = (change?: Partial<ColumnChoice>, of = metres) =>
      verdictOf(of, choiceOf(of, change), undefined).words;
    expect(words()).toBe('3 not numbers');
    expect(words({}, due)).toBe('Day or month first?');
    expect(words({ type: 'number', decided: true })).toBe('3 don’t fit');
    expect(words({ include: false })).toBe('Not imported');
    expect(words({ decided: true })).toBe('All fit');
  });
});

describe('the preview of a cell', () => {
  const number = choiceOf(metres, { type: 'number', template: fullTemplate('number', { decimalPlaces: 1 }) });
  const misfits = misfitsIn(metres, number);

  it('shows what the text becomes', () => {
    expect(previewCell('1234.5', number, misfits, env)).toEqual({ text: '1,234.5', fits: true });
    expect(previewCell(' ', number, misfits, env)).toEqual({ text: '', fits: true });
    expect(previewCell(undefined, number, misfits, env).text).toBe('');
    const check = choiceOf(metres, { type: 'checkbox', template: fullTemplate('checkbox', {}) });
    expect(previewCell('yes', check, misfits, env).checked).toBe(true);
    const labels = choiceOf(metres, { type: 'multiple_select' });
    expect(previewCell('a, b', labels, misfits, env).labels).toEqual(['a', 'b']);
  });

  it('marks what does not fit, and nothing where the whole file was found to fit', () => {
    expect(previewCell('about 12', number, misfits, env)).toEqual({ text: 'about 12', fits: false });
    expect(previewCell('nearly', number, misfits, env).fits).toBe(false);
    const none = { count: 0, atLeast: false, samples: [] };
    expect(previewCell('active', choiceOf(metres, { type: 'checkbox' }), none, env).fits).toBe(true);
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
