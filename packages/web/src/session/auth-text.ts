import { AppError } from '@weft/std';
import { errorText } from '../error-text.ts';

/** The library's sentences, in ours. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/invalid email or password/i, 'Email or password is not right'],
  [/invalid (code|backup code)|invalid two factor code/i, 'This code is not right'],
  [/invalid two factor cookie/i, 'This took too long. Sign in again.'],
  [/too many failed verification/i, 'Too many wrong codes. Wait a while and try again.'],
  [/too many attempts/i, 'Too many wrong codes. Sign in again.'],
  [/invalid password/i, 'The current password is not right'],
  [/token expired|invalid token/i, 'This link is not valid any more. Ask for a new one.'],
  [/already exists/i, 'There is an account with this email. Sign in instead.'],
  [/password too short/i, 'Use at least 8 characters'],
  [/password too long/i, 'Use at most 128 characters'],
  [/invalid email/i, 'Enter an email address'],
];

/** What to show when signing in or up was refused. */
export function authText(error: unknown): string {
  if (error instanceof AppError && error.kind !== 'internal')
    for (const [pattern, text] of texts) if (pattern.test(error.message)) return text;
  return errorText(error);
}

/** What is wrong with an address before it is sent, the way the server looks at it; null when nothing is. */
export const emailFault = (email: string): string | null =>
  /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim()) ? null : 'Enter an email address';

export function passwordFault(password: string): string | null {
  if (password.length < 8) return 'Use at least 8 characters';
  return password.length > 128 ? 'Use at most 128 characters' : null;
}
