import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { keptChoices, proposed } from './column-choice.ts';
import { column, preview } from './testing.ts';

const read = (...names: readonly string[]) =>
  preview(names.map((name, index) => column(index, name, 'single_line_text')));

const first = read('Order', 'Metres', 'Paid');
const chosen = proposed(first).map((choice) => {
  if (choice.name === 'Metres')
    return { ...choice, type: 'number' as const, template: {}, decided: true, name: 'Length' };
  return choice.name === 'Paid' ? { ...choice, include: false } : choice;
});
const summary = (names: readonly string[]) =>
  keptChoices(chosen, first, read(...names)).map(({ name, type, include }) => [name, type, include]);

describe('choices when the file is read another way', () => {
  it('stay with their columns by name, wherever those are', () => {
    expect(summary(['Paid', 'Order', 'Metres', 'New'])).toEqual([
      ['Paid', 'single_line_text', false],
      ['Order', 'single_line_text', true],
      ['Length', 'number', true],
      ['New', 'single_line_text', true],
    ]);
  });

  it('stay in their places when the first row is no header any more, and when it is one again', () => {
    expect(summary(['Field 1', 'Field 2', 'Field 3'])).toEqual([
      ['Field 1', 'single_line_text', true],
      ['Length', 'number', true],
      ['Field 3', 'single_line_text', false],
    ]);
  });

  it('are dropped where the columns are others', () => {
    expect(summary(['Order;Metres;Paid'])).toEqual([['Order;Metres;Paid', 'single_line_text', true]]);
  });

  it('leave a kind that nobody decided to the new proposal', () => {
    const numbers = preview([
      column(0, 'Order', 'number'),
      column(1, 'Metres', 'currency'),
      column(2, 'Paid', 'date'),
    ]);
    const kept = keptChoices(chosen, first, numbers);
    expect(kept.map(({ type }) => type)).toEqual(['number', 'number', 'date']);
    expect(must(kept[1]).decided).toBe(true);
  });
});
