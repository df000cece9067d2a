import { expect, it } from 'vitest';
import { pathForStranger } from './paths.ts';

it('leads strangers to sign in, and to sign up while nobody has an account', () => {
  expect(pathForStranger({})).toBe('/sign-in');
  expect(pathForStranger({ firstStart: true })).toBe('/sign-up');
});
