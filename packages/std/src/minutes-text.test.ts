import { expect, it } from 'vitest';
import { minutesText } from './minutes-text.ts';

it('says minutes as people do', () => {
  expect([0, 20, 60, 90, 240, 1_440, 2_880, 3_000].map(minutesText)).toEqual([
    ...['0 min', '20 min', '1 h', '1 h 30 min', '4 h', '24 h', '2 days', '50 h'],
  ]);
});
