import { expect, it } from 'vitest';
import { invitationCodeIn } from './invitation-code.ts';

it.each([
  ['AbC_-0123456789abcdef', 'AbC_-0123456789abcdef'],
  ['  https://weft.example.org/invite/AbC_-0123456789abcdef/ \n', 'AbC_-0123456789abcdef'],
  ['', null],
  ['too-short', null],
  ['https://weft.example.org/invite/', null],
  ['two words that are long enough', null],
])('finds in %j the code %j', (text, code) => {
  expect(invitationCodeIn(text)).toBe(code);
});
