import { expect, it } from 'vitest';
import { askForSearchIndex } from './search-index-job.ts';

it('asks for the index of each table of each database once a minute', () => {
  let now = 0;
  const asked: string[] = [];
  const ask = askForSearchIndex(
    async ({ id }) => void asked.push(id),
    () => now,
  );
  ask('base1', 'table');
  ask('base1', 'table');
  // A copy of a database has tables of the same ids.
  ask('base2', 'table');
  expect(asked).toEqual(['search-index-base1-table', 'search-index-base2-table']);
  now = 60_000;
  ask('base1', 'table');
  expect(asked).toHaveLength(3);
});
