import { expect, it } from 'vitest';
import { type AskedColumn, columnsOf, headersOf, nameKey } from './new-columns.ts';

const asked = (name: string): AskedColumn => ({ id: name, name, type: 'single_line_text' });

it('columns of questions that are called alike can be told apart, as they are matched', () => {
  const names = ['Name', 'name ', 'First name', 'first_name', ' ', 'Name (2)', 'x'.repeat(300)];
  const columns = columnsOf(names.map(asked)).map(({ name }) => name);
  expect(columns).toEqual([
    ...['Name', 'name (2)', 'First name', 'first_name (2)', 'Question', 'Name (2) (2)', 'x'.repeat(240)],
  ]);
  expect(new Set(columns.map(nameKey)).size).toBe(names.length);
});

it('a table is made with the symbol of its amounts and what its choices offer, whatever the question is', () => {
  const price: AskedColumn = { id: 'fld1', name: 'Price', type: 'currency', currencySymbol: '€' };
  const meal: AskedColumn = { id: 'fld2', name: 'Meal', type: 'single_select', options: ['Soup'] };
  expect(headersOf([price, meal])).toEqual([
    { name: 'Price', type: 'currency', currencySymbol: '€' },
    { name: 'Meal', type: 'single_select', options: ['Soup'] },
  ]);
});
