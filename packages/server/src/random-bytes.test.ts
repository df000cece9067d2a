import { expect, it } from 'vitest';
import { fillRandom } from './random-bytes.ts';

it('random bytes are never given twice, however many are asked for', () => {
  const given = Array.from({ length: 2_000 }, (_, i) => fillRandom(new Uint8Array(12 + (i % 13))).join());
  expect(new Set(given).size).toBe(given.length);
});
