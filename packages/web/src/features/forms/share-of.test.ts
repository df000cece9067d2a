import { expect, it } from 'vitest';
import { share, shareOf } from './share-of.ts';

it('a share is told where the whole holds its part', () => {
  expect([share(1, 4), share(0, 4), share(4, 4)]).toEqual(['25%', '0%', '100%']);
  expect(shareOf(1, 4, 'views')).toBe('25% of views');
  expect([shareOf(6, 3, 'started'), shareOf(0, 0, 'views')]).toEqual(['', '']);
});
