import { expect, it } from 'vitest';
import { fitting } from './match.ts';

const found = (typed: string, ...labels: string[]) =>
  fitting(
    labels.map((label) => ({ label })),
    typed,
  ).map(({ label }) => label);

it('puts first what begins with what is typed, then what has a word that does', () => {
  expect(found('pla', 'Explain', 'Our plans', 'Plans')).toEqual(['Plans', 'Our plans', 'Explain']);
});

it('puts the shortest first of names that begin with what is typed', () => {
  expect(found('plan', 'Plans of 2025', 'Planning', 'Plan', 'A plan')).toEqual([
    'Plan',
    'Planning',
    'Plans of 2025',
    'A plan',
  ]);
});

it('finds words in any order, without regard to case and accents', () => {
  expect(found('thème sombre', 'Sombre (theme)', 'Theme')).toEqual(['Sombre (theme)']);
});

it('shows everything in its order while nothing is typed', () => {
  expect(found(' ', 'b', 'a')).toEqual(['b', 'a']);
});
