import { describe, expect, it } from 'vitest';
import type { Question } from '../question.ts';
import { cellId, repeatingGroup } from './repeating-group.ts';

const part = (id: string, label: string, kind: string, required = false) => ({
  ...{ id, name: 'column', label, kind, required },
});
const guests: Question = {
  ...{ id: 'guests', type: 'repeating_group', label: 'Guests', help: '', required: false },
  settings: { maxRows: 3 },
  choices: [],
  parts: [
    part('name', 'Name', 'short_text', true),
    part('age', 'Age', 'number'),
    part('vegan', 'Vegan', 'yes_no'),
    part('born', 'Born', 'date'),
  ],
  shownWhen: null,
  requiredWhen: null,
};

const read = (cells: { readonly [id: string]: string }, question = guests) =>
  repeatingGroup.read(question, (id) => (cells[id] === undefined ? [] : [cells[id]]), {
    fileOf: () => null,
    numberNamed: () => null,
    typedNumberNamed: () => null,
    at: '2026-03-05T10:00:00.000Z',
  });

describe('a repeating group', () => {
  it('keeps each row as a line, each cell as its type reads it, whatever rows were left out (A13)', () => {
    const { values } = read({
      name_0: 'Ada',
      age_0: '36,5',
      name_2: 'Grace',
      age_2: '1250',
      vegan_2: 'yes',
      born_2: '2000-08-12',
    });
    expect([...values]).toEqual([
      ['guests', 'Name: Ada; Age: 36.5\nName: Grace; Age: 1250; Vegan: Yes; Born: 2000-08-12'],
    ]);
  });

  it('names each cell that is wrong or missing, and keeps nothing then (A7, A13)', () => {
    const { values, faults } = read({ name_0: 'Ada', age_0: 'old', age_1: '5' });
    expect([...faults]).toEqual([
      ['age_0', 'Enter a number like 12 or 12.5'],
      ['name_1', 'Fill this in'],
    ]);
    expect(values.size).toBe(0);
  });

  it('takes no more rows than it asks for, and as many as are required (A13)', () => {
    const four = Object.fromEntries([0, 1, 2, 3].map((row) => [cellId({ id: 'name' }, row), 'x']));
    expect(read(four).faults.get('guests')).toBe('Fill in at most 3 rows');
    expect(read({}, { ...guests, required: true }).faults.get('guests')).toBe('Fill in at least 1 row');
  });
});
