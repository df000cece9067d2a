import type { HttpAnswer } from '@weft/protocol';
import { call } from '../api.ts';

/** Where a mail can be read: the same answer for every address. */
export type OnItsWay = HttpAnswer<'POST /api/auth/request-password-reset'>;

/** The calls behind the links of mails. */
export const recovery = {
  requestReset: (email: string) => call('POST /api/auth/request-password-reset', { body: { email } }),
  reset: (token: string, newPassword: string) =>
    call('POST /api/auth/reset-password', { body: { token, newPassword } }),
  requestVerification: (email: string) => call('POST /api/auth/send-verification-email', { body: { email } }),
  verify: (token: string) => call('GET /api/auth/verify-email', { query: { token } }),
};
