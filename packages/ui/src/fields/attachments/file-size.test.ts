import { expect, it } from 'vitest';
import { fileSize, sentSize } from './file-size.ts';

it('says a size in the unit people read it in', () => {
  expect([0, 999, 1024, 421_888, 3_355_443, 20 * 1024 ** 2].map(fileSize)).toEqual([
    '0 B',
    '999 B',
    '1 KB',
    '412 KB',
    '3.2 MB',
    '20.0 MB',
  ]);
});

it('says what was sent in the unit of the whole', () => {
  expect(sentSize(0.64, 5 * 1024 ** 2)).toBe('3.2 of 5.0 MB');
  expect(sentSize(0.5, 4096)).toBe('2 of 4 KB');
  expect(sentSize(1, 0)).toBe('0 of 0 B');
});
