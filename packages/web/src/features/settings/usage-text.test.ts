import { expect, it } from 'vitest';
import { bytesText, countText } from './usage-text.ts';

it('says sizes in the largest unit that leaves a whole one', () => {
  const sizes = [0, 1023, 1024, 1536, 1024 ** 2 - 1, 1024 ** 2, 10 * 1024 ** 3, 5 * 1024 ** 5];
  expect(sizes.map(bytesText)).toEqual([
    '0 B',
    '1023 B',
    '1 kB',
    '1.5 kB',
    '1,024 kB',
    '1 MB',
    '10 GB',
    '5,120 TB',
  ]);
});

it('counts one thing in the singular', () => {
  expect([countText(1, 'record'), countText(12_345, 'file')]).toEqual(['1 record', '12,345 files']);
});
