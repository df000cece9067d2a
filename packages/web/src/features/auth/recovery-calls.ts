import { call } from '../../api.ts';

/** Where a mail can be read: the same answer for every address. */
export interface OnItsWay {
  readonly delivery: 'mail' | 'outbox';
}

/** The calls behind the links of mails. */
export const recovery = {
  requestReset: (email: string) => call<OnItsWay>('POST', '/api/auth/request-password-reset', { email }),
  reset: (token: string, newPassword: string) =>
    call<unknown>('POST', '/api/auth/reset-password', { token, newPassword }),
  requestVerification: (email: string) =>
    call<OnItsWay>('POST', '/api/auth/send-verification-email', { email }),
  verify: (token: string) => call<unknown>('GET', `/api/auth/verify-email?${new URLSearchParams({ token })}`),
};
