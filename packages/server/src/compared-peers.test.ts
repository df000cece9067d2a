import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const complaints = read('docs/compared.md')
  .split('\n')
  .map((line) => /^\| (\d+) \| .* \| (\S+\.ts) \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, number = '', file = '', test = '']) => ({ number, file, test }));

it('twenty complaints of users of others have a test here', () => {
  expect(complaints.map(({ number }) => Number(number))).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});

it.each(complaints)('the test of complaint $number is there', ({ file, test }) => {
  expect(read(file)).toContain(`'${test}'`);
});
