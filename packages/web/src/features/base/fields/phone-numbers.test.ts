import { expect, it } from 'vitest';
import { formatPhone } from './phone-numbers.ts';

it('a phone number is grouped, and keeps each of its digits', () => {
  expect(formatPhone('+14155552671')).toBe('+1 415 555 2671');
  expect(formatPhone('4155552671')).toBe('(415) 555-2671');
  expect(formatPhone('+2180921110000')).toBeNull();
  expect(formatPhone('+55 015 1234-3214')).toBeNull();
});
