import {
  compileFilter,
  type Field,
  type Filter,
  fieldKinds,
  fieldTypes,
  pruneFilter,
  type Table,
} from '@weft/core';
import { sampleField } from '@weft/core/testing';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { newCondition, operandKindOf, operatorsOf, withOperator } from './conditions.ts';
import { addTo, changeAt, countConditions, joinAt, noFilter } from './filter-tree.ts';
import { dateModeOf, dateModes, operandOfMode } from './relative-dates.ts';

const env = { timeZone: 'Europe/Paris', locale: 'en-US', now: '2026-11-21T09:00:00.000Z' };
const fields: readonly Field[] = fieldKinds.map((type, order) =>
  sampleField(type, fieldTypes[type].samples.templates[0], { id: type, name: type, order }),
);
const table: Table = {
  id: 'tbl',
  name: 'All',
  order: 0,
  primaryFieldId: must(fields[0]).id,
  fields,
  views: [],
};
const fieldOf = (kind: string): Field => must(fields.find((field) => field.type === kind));
const condition = (fieldId: string) => ({ fieldId, operator: 'is_empty' });

describe('a filter that is edited', () => {
  const inner: Filter = { conjunction: 'or', items: [condition('b'), condition('c')] };
  const filter: Filter = { conjunction: 'and', items: [condition('a'), inner] };

  it('gains, changes and loses items at any depth and keeps the rest', () => {
    const deeper = addTo(filter, [1], { conjunction: 'and', items: [] });
    const deepest = addTo(deeper, [1, 2], condition('d'));
    expect(countConditions(deepest)).toBe(4);
    expect(changeAt(deepest, [1, 2, 0], () => condition('e')).items[1]).toEqual({
      conjunction: 'or',
      items: [condition('b'), condition('c'), { conjunction: 'and', items: [condition('e')] }],
    });
    expect(
      changeAt(
        changeAt(deepest, [1, 2], () => null),
        [0],
        () => null,
      ).items,
    ).toEqual([inner]);
    expect(deepest.items[0]).toBe(filter.items[0]);
  });

  it('is joined by and or or, each group for itself', () => {
    expect(joinAt(filter, [], 'or')).toEqual({ ...filter, conjunction: 'or' });
    expect(joinAt(filter, [1], 'and').items[1]).toEqual({ ...inner, conjunction: 'and' });
  });
});

describe('a condition', () => {
  it('of every kind of field begins with an operator the field has, and filters nothing before it is filled in', () => {
    for (const kind of fieldKinds) {
      const field = fieldOf(kind);
      const begun = newCondition(field);
      expect(operatorsOf(field).map(({ value }) => value)).toContain(begun.operator);
      const open = operandKindOf(field, begun.operator) !== null && begun.value === undefined;
      const filter = addTo(noFilter, [], begun);
      expect(pruneFilter(filter, table, env) === null).toBe(open);
      if (open) expect(compileFilter(filter, table, env)({} as never)).toBe(true);
    }
  });

  it('offers only operators that can be filled in', () => {
    for (const kind of fieldKinds)
      for (const { value } of operatorsOf(fieldOf(kind))) {
        const needed = Object.entries(fieldTypes[kind].operators).find(([name]) => name === value)?.[1]
          .needsValue;
        expect(operandKindOf(fieldOf(kind), value) !== null).toBe(needed);
      }
    expect(operatorsOf(fieldOf('lookup')).map(({ value }) => value)).toEqual(['is_empty', 'is_not_empty']);
  });

  it('keeps what was filled in where the next operator takes it', () => {
    const select = fieldOf('single_select');
    const is = { fieldId: select.id, operator: 'is', value: 'opt1' };
    const anyOf = withOperator(is, select, 'is_any_of');
    expect(anyOf.value).toEqual(['opt1']);
    expect(withOperator(anyOf, select, 'is_not').value).toBe('opt1');
    expect('value' in withOperator(is, select, 'is_empty')).toBe(false);
    const due = fieldOf('date');
    const within = withOperator({ fieldId: due.id, operator: 'is' }, due, 'is_within');
    expect(dateModeOf(within.value)).toBe('week0');
    expect(withOperator({ ...within, value: '2026-03-01' }, due, 'is_before').value).toBe('2026-03-01');
  });

  it('means a date in every way it offers', () => {
    const due = fieldOf('date');
    for (const { value: mode } of dateModes) {
      const operand = operandOfMode(mode) ?? '2026-03-01';
      expect(dateModeOf(operand)).toBe(mode);
      const filter = addTo(noFilter, [], { fieldId: due.id, operator: 'is_within', value: operand });
      expect(pruneFilter(filter, table, env)).toEqual(filter);
    }
  });
});
