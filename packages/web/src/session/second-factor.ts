import { call } from '../api.ts';

/** What the server does about the second factor of signing in. */
export const secondFactor = {
  verify: (code: string) => call('POST /api/auth/two-factor/verify-totp', { body: { code } }),
  recover: (code: string) => call('POST /api/auth/two-factor/verify-backup-code', { body: { code } }),
  enable: (password: string) => call('POST /api/auth/two-factor/enable', { body: { password } }),
  disable: (password: string) => call('POST /api/auth/two-factor/disable', { body: { password } }),
  renewCodes: (password: string) =>
    call('POST /api/auth/two-factor/generate-backup-codes', { body: { password } }),
};

/** Whether the answer of a sign-in asks for the second step. */
export const asksSecondFactor = (answer: object): boolean => 'twoFactorRedirect' in answer;
