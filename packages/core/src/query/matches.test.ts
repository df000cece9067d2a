import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import type { BaseRecord, Field, Table } from '../base.ts';
import type { CellValue } from '../fields/field-kinds.ts';
import type { FieldEnv } from '../fields/field-type.ts';
import { anyFieldType } from '../fields/field-types.ts';
import type { Condition, Filter } from './filter.ts';
import { checkFilter, compileFilter, deepestFilter, pruneFilter } from './matches.ts';

const env: FieldEnv = { timeZone: 'America/New_York', locale: 'en-US' };

const select = {
  options: [
    { value: 'r', label: 'Red', color: 'Red' },
    { value: 'g', label: 'Green', color: 'Green' },
  ],
  disableColors: false,
} as const;

const fields: readonly Field[] = [
  { id: 'name', name: 'Name', type: 'single_line_text', order: 1, template: {} },
  { id: 'color', name: 'Color', type: 'single_select', order: 2, template: select },
  { id: 'tags', name: 'Tags', type: 'multiple_select', order: 3, template: select },
  { id: 'done', name: 'Done', type: 'checkbox', order: 4, template: { color: 'Green' } },
  {
    id: 'links',
    name: 'Links',
    type: 'linked_record',
    order: 5,
    template: { tableId: 't2', allowMultiple: true },
  },
  {
    id: 'names',
    name: 'Names',
    type: 'lookup',
    order: 6,
    template: { linkedRecordFieldId: 'links', lookupFieldId: 'name' },
  },
];

const table: Table = { id: 't', name: 'T', order: 1, primaryFieldId: 'name', fields, views: [] };

const record = (data: { [fieldId: string]: CellValue }, more: Partial<BaseRecord> = {}): BaseRecord => ({
  id: 'r1',
  data,
  position: 1,
  createdAt: '2026-03-01T02:00:00.000Z',
  updatedAt: '2026-03-02T12:00:00.000Z',
  ...more,
});

const group = (conjunction: 'and' | 'or', ...items: (Filter | Condition)[]): Filter => ({
  conjunction,
  items,
});
const where = (fieldId: string, operator: string, value?: unknown): Filter =>
  group('and', { fieldId, operator, value });

function matches(
  filter: Filter,
  data: { [fieldId: string]: CellValue },
  more?: Partial<BaseRecord>,
): boolean {
  const test = checkFilter(filter, table, env);
  if (!test.ok) throw new Error(JSON.stringify(test.error));
  return test.value(record(data, more));
}

describe('operators', () => {
  it.each([
    ['is', 'ÉCOLE', 'école', true],
    ['is', 'ecole', 'école', true],
    ['is', 'ΟΔΟΣ', 'οδος', true],
    ['is', 'istanbul', 'İstanbul', true],
    ['is', 'ıstanbul', 'istanbul', false],
    ['is_not', 'A', 'a', false],
    ['is_not', 'b', 'a', true],
    ['contains', 'COL', 'école', true],
    ['does_not_contain', 'COL', 'école', false],
    ['starts_with', 'É', 'école', true],
    ['starts_with', 'col', 'école', false],
    ['ends_with', 'OLE', 'école', true],
  ])('T1: %s %s on %s is %s', (operator, operand, cell, expected) => {
    expect(matches(where('name', operator, operand), { name: cell })).toBe(expected);
  });

  it.each([
    ['is', 'a', false],
    ['is_not', 'a', true],
    ['contains', 'a', false],
    ['does_not_contain', 'a', true],
    ['starts_with', 'a', false],
    ['is', '', true],
    ['is_not', '', false],
    ['contains', '', true],
    ['does_not_contain', '', false],
    ['ends_with', '', true],
    ['is_empty', undefined, true],
    ['is_not_empty', undefined, false],
  ])('T2: %s %j on an empty cell is %s', (operator, operand, expected) => {
    expect(matches(where('name', operator, operand), {})).toBe(expected);
    expect(matches(where('name', operator, operand), { name: null })).toBe(expected);
  });

  it('T3: signs of patterns mean themselves', () => {
    expect(matches(where('name', 'contains', '0%_'), { name: '100%_sure' })).toBe(true);
    expect(matches(where('name', 'contains', '1%e'), { name: '100%_sure' })).toBe(false);
    expect(matches(where('name', 'contains', '\\'), { name: 'a\\b' })).toBe(true);
  });

  it.each([
    ['is', 'r', [true, false, false]],
    ['is_not', 'r', [false, true, true]],
    ['is_any_of', ['r', 'g'], [true, true, false]],
    ['is_any_of', [], [false, false, false]],
    ['is_none_of', ['r'], [false, true, true]],
    ['is_none_of', [], [true, true, true]],
    ['is_empty', undefined, [false, false, true]],
  ])('S1: %s %j on red, green and empty is %j', (operator, operand, expected) => {
    const filter = where('color', operator, operand);
    expect(['r', 'g', null].map((color) => matches(filter, { color }))).toEqual(expected);
  });

  it('S2: an option that is gone equals no cell', () => {
    expect(matches(where('color', 'is', 'gone'), { color: 'r' })).toBe(false);
    expect(matches(where('color', 'is_none_of', ['gone']), { color: 'r' })).toBe(true);
  });

  it.each([
    ['has_any_of', ['r'], [true, true, false, false]],
    ['has_any_of', [], [false, false, false, false]],
    ['has_all_of', ['g', 'r'], [true, false, false, false]],
    ['has_all_of', [], [true, true, true, true]],
    ['has_none_of', ['r'], [false, false, true, true]],
    ['has_none_of', [], [true, true, true, true]],
    ['is_exactly', ['g', 'r', 'g'], [true, false, false, false]],
    ['is_exactly', [], [false, false, false, true]],
    ['is_not_empty', undefined, [true, true, true, false]],
  ])('L1: %s %j on red and green, red, green, none is %j', (operator, operand, expected) => {
    const filter = where('tags', operator, operand);
    expect([['r', 'g'], ['r'], ['g'], null].map((tags) => matches(filter, { tags }))).toEqual(expected);
  });

  it('B1: an empty checkbox is not ticked', () => {
    expect(matches(where('done', 'is', false), {})).toBe(true);
    expect(matches(where('done', 'is', true), {})).toBe(false);
  });

  it('K1: a lookup matches when any of its values does', () => {
    const seeing: FieldEnv = {
      ...env,
      shownField: () => ({ field: must(fields[0]), type: anyFieldType('single_line_text') }),
    };
    const starts = checkFilter(where('names', 'starts_with', 'a'), table, seeing);
    const differs = checkFilter(where('names', 'is_not', 'ada'), table, seeing);
    if (!starts.ok || !differs.ok) throw new Error('refused');
    const cells = [['Bob', 'Ada'], ['Ada'], ['Bob'], null];
    expect(cells.map((names) => starts.value(record({ names })))).toEqual([true, true, false, false]);
    expect(cells.map((names) => differs.value(record({ names })))).toEqual([true, false, true, true]);
    expect(checkFilter(where('names', 'starts_with', 'a'), table, env).ok).toBe(false);
  });
});

describe('cells', () => {
  it('C2: a text that does not fit counts as empty', () => {
    expect(matches(where('color', 'is_empty'), {}, { raw: { color: 'Mauve' } })).toBe(true);
  });

  it('C4: an option that is gone is in no cell', () => {
    const lost = { color: 'gone', tags: ['gone'] };
    expect(matches(where('color', 'is_empty'), lost)).toBe(true);
    expect(matches(where('color', 'is', 'gone'), lost)).toBe(false);
    expect(matches(where('color', 'is_not', 'gone'), lost)).toBe(true);
    expect(matches(where('tags', 'is_not_empty'), lost)).toBe(false);
    expect(matches(where('tags', 'is_exactly', ['r']), { tags: ['gone', 'r'] })).toBe(true);
  });

  it('C3: records are chosen by id, creation and last change', () => {
    expect(matches(where('$id', 'is_any_of', ['r1', 'r2']), {})).toBe(true);
    expect(matches(where('$id', 'is_any_of', []), {})).toBe(false);
    // 02:00Z on the 1st is still the 28th in New York.
    expect(matches(where('$createdAt', 'is', '2026-02-28'), {})).toBe(true);
    expect(matches(where('$createdAt', 'is', '2026-03-01'), {})).toBe(false);
    expect(matches(where('$updatedAt', 'is_after', '2026-03-01'), {})).toBe(true);
  });
});

describe('groups', () => {
  const yes: Condition = { fieldId: 'name', operator: 'is', value: 'a' };
  const no: Condition = { fieldId: 'name', operator: 'is', value: 'b' };
  const bad: Condition = { fieldId: 'gone', operator: 'is', value: 'a' };
  const data = { name: 'a' };

  it('G1: hold when all items do, or when any does, at any depth', () => {
    expect(matches(group('and', yes, no), data)).toBe(false);
    expect(matches(group('or', yes, no), data)).toBe(true);
    expect(matches(group('and', yes, group('or', no, group('and', yes))), data)).toBe(true);
    let deep: Filter = group('and', yes);
    for (let i = 1; i < deepestFilter; i++) deep = group('or', deep);
    expect(matches(deep, data)).toBe(true);
    expect(checkFilter(group('or', deep), table, env).ok).toBe(false);
  });

  it('G2: say nothing when they are empty', () => {
    expect(matches(group('or'), data)).toBe(true);
    expect(matches(group('or', group('and'), no), data)).toBe(false);
    expect(checkFilter(null, table, env).ok).toBe(true);
  });

  it('G3: name every fault by its path', () => {
    const filter = group(
      'and',
      bad,
      group(
        'or',
        { fieldId: 'name', operator: 'constructor' },
        { fieldId: 'name', operator: 'is', value: 5 },
      ),
    );
    const checked = checkFilter(filter, table, env);
    expect(checked.ok ? [] : checked.error.map(({ path }) => path)).toEqual([
      'filters.items.0.fieldId',
      'filters.items.1.items.0.operator',
      'filters.items.1.items.1.value',
    ]);
  });

  it('G4: leave out what is wrong in a saved view', () => {
    const filter = group('or', bad, group('and', bad), no);
    expect(compileFilter(filter, table, env)(record(data))).toBe(false);
    expect(compileFilter(group('or', bad), table, env)(record(data))).toBe(true);
    expect(pruneFilter(filter, table, env)).toEqual(group('or', no));
    expect(pruneFilter(group('and', group('or', bad)), table, env)).toBeNull();
  });
});
