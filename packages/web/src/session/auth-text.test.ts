import { AppError } from '@weft/std';
import { expect, it } from 'vitest';
import { authText, emailFault, passwordFault } from './auth-text.ts';

it.each(['ann@example.com', ' ann@example.com ', 'ann.o+x@mail.example.co.uk', 'анна@пример.рф'])(
  'takes the address %s',
  (email) => {
    expect(emailFault(email)).toBeNull();
  },
);

it.each([
  '',
  '   ',
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'ann@example.',
  'ann@@example.com',
  'a b@example.com',
])('asks for another address than “%s”', (email) => {
  expect(emailFault(email)).toBe('Enter an email address');
});

it('says how long a password may be before it is sent', () => {
  expect(passwordFault('1234567')).toBe('Use at least 8 characters');
  expect(passwordFault('12345678')).toBeNull();
  expect(passwordFault('x'.repeat(128))).toBeNull();
  expect(passwordFault('x'.repeat(129))).toBe('Use at most 128 characters');
});

it('says a refusal in words of its own, and keeps back what nobody can use', () => {
  expect(authText(new AppError('unauthenticated', 'Invalid email or password'))).toBe(
    'Email or password is not right',
  );
  expect(authText(new AppError('invalid', 'Token expired'))).toBe(
    'This link is not valid any more. Ask for a new one.',
  );
  expect(authText(new AppError('internal', 'relation "user" does not exist'))).toBe(
    'An unexpected error occurred',
  );
});
