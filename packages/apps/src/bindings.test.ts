import type { Json } from '@weft/documents';
import { describe, expect, it } from 'vitest';
import { type Binding, type BindingContext, bindingRule, boundValue } from './bindings.ts';

const context: BindingContext = {
  user: {
    ...{ recordId: 'rec1', email: 'ann@example.org', name: '', roles: [] },
    values: { city: 'Rome', orders: 3 },
  },
  record: { id: 'rec2', data: { price: 12.5, text: '4', word: 'x' } },
  parameter: (name) => (name === 'q' ? 'find' : null),
  today: '2026-02-27',
};
const literal = (value: NonNullable<Json>): Binding => ({ from: 'literal', value });
const formula = (op: '+' | '-' | '*' | '/' | '&', left: Binding, right: Binding): Binding => ({
  ...{ from: 'formula', op, left, right },
});

describe('bindings', () => {
  it.each<readonly [Binding, unknown]>([
    [literal('x'), 'x'],
    [{ from: 'user', field: '$email' }, 'ann@example.org'],
    [{ from: 'user', field: '$name' }, null],
    [{ from: 'user', field: 'city' }, 'Rome'],
    [{ from: 'user', field: 'constructor' }, null],
    [{ from: 'record', field: '$id' }, 'rec2'],
    [{ from: 'record', field: 'gone' }, null],
    [{ from: 'url', name: 'q' }, 'find'],
    [{ from: 'url', name: 'other' }, null],
    [{ from: 'today' }, '2026-02-27'],
    [{ from: 'today', plusDays: 2 }, '2026-03-01'],
    [formula('*', { from: 'record', field: 'price' }, literal(2)), 25],
    [formula('+', { from: 'record', field: 'text' }, literal(1)), 5],
    [formula('+', { from: 'record', field: 'word' }, literal(1)), null],
    [formula('/', literal(1), literal(0)), null],
    [formula('&', literal('a'), { from: 'record', field: 'gone' }), null],
    [formula('&', literal('a'), literal(1)), 'a1'],
  ])('B1, B2: %j is %j', (bound, value) => {
    expect(boundValue(bound, context)).toEqual(value);
    expect(bindingRule(bound as unknown as Json)).toBe(true);
  });

  it('B1: asks nothing of nobody', () => {
    const alone = { ...context, user: null, record: null };
    expect(boundValue({ from: 'user', field: '$email' }, alone)).toBeNull();
    expect(boundValue({ from: 'record', field: '$id' }, alone)).toBeNull();
  });

  it.each<readonly [string, Json]>([
    ['another origin', { from: 'script', value: 'alert(1)' }],
    ['more than it has', { from: 'today', plusDays: 1, more: 1 }],
    ['no value', { from: 'literal', value: null }],
    ['a list', ['literal']],
    [
      'an unknown operation',
      { from: 'formula', op: '**', left: { from: 'today' }, right: { from: 'today' } },
    ],
    ['a far day', { from: 'today', plusDays: 1e9 }],
  ])('B1: %s is none', (_what, bound) => {
    expect(bindingRule(bound)).toBe(false);
  });

  it('B1: formulas nest so deep and no deeper', () => {
    let deep: Binding = literal(1);
    for (let depth = 0; depth < 8; depth++) deep = formula('+', deep, literal(1));
    expect(bindingRule(deep as unknown as Json)).toBe(false);
  });
});
