import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';

/** The sign-in library's own answers. */
const session = z.looseObject({});
const credentials = { email: z.email(), password: z.string().min(8).max(128) };
const onItsWay = z.looseObject({ status: z.boolean(), delivery: z.enum(['mail', 'outbox']) });

/** Signing up, in and out, and what mails are for. */
export const signInCalls = {
  'POST /api/auth/sign-up/email': {
    scope: 'open',
    tag: 'Signing in',
    summary: 'Sign up',
    more: 'Without an invitation the person gets an organization of their own, as its admin. Sets the session cookie.',
    open: true,
    body: z.object({
      name: z.string().min(1).max(200),
      ...credentials,
      invitationCode: z.string().optional(),
    }),
    errors: {
      forbidden: 'The server takes in nobody, or only the invited.',
      'not-found': 'The invitation is over or never was.',
    },
    answer: session,
    example: { name: 'Ada Lovelace', email: 'ada@example.org', password: 'correct horse battery' },
  },
  'POST /api/auth/sign-in/email': {
    scope: 'open',
    tag: 'Signing in',
    summary: 'Sign in',
    more: 'Sets the session cookie; `token` in the answer serves as a bearer token until the session ends.',
    open: true,
    body: z.object(credentials),
    errors: { unauthenticated: 'The address or the password is wrong.' },
    answer: session,
    example: { email: 'ada@example.org', password: 'correct horse battery' },
  },
  'POST /api/auth/sign-out': {
    scope: 'open',
    tag: 'Signing in',
    summary: 'Sign out; streams of the session end',
    open: true,
    errors: {},
    answer: session,
  },
  'GET /api/auth/get-session': {
    scope: 'open',
    tag: 'Signing in',
    summary: 'Read the session of the cookie',
    open: true,
    errors: {},
    answer: session.nullable(),
  },
  'POST /api/auth/request-password-reset': {
    scope: 'open',
    tag: 'Signing in',
    summary: 'Ask for a mail with a link to a new password',
    more: 'The answer is the same whether the address is known or not. Without a mail server the mail is read in the outbox.',
    open: true,
    body: z.object({ email: z.email() }),
    errors: {},
    answer: onItsWay,
    example: { email: 'ada@example.org' },
  },
  'POST /api/auth/reset-password': {
    scope: 'open',
    tag: 'Signing in',
    summary: 'Set a new password by the code of such a mail',
    more: 'Ends every session and revokes every token of the person.',
    open: true,
    body: z.object({ token: z.string(), newPassword: credentials.password }),
    errors: {},
    answer: session,
  },
  'POST /api/auth/send-verification-email': {
    scope: 'open',
    tag: 'Signing in',
    summary: 'Ask for a mail that verifies an address',
    open: true,
    body: z.object({ email: z.email() }),
    errors: {},
    answer: onItsWay,
    example: { email: 'ada@example.org' },
  },
  'GET /api/auth/verify-email': {
    scope: 'open',
    tag: 'Signing in',
    summary: 'Verify an address by the code of such a mail',
    open: true,
    query: z.object({ token: z.string() }),
    errors: { unauthenticated: 'The code of the mail is wrong, used or expired.' },
    answer: session,
  },
  'POST /api/auth/change-email': {
    scope: 'admin',
    tag: 'Signing in',
    summary: 'Ask for another address of your account',
    more: 'A mail to the new address makes it yours; until it is followed the old one stays. The answer is the same whether the address is known or not.',
    body: z.object({ newEmail: z.email(), password: z.string() }),
    errors: { conflict: 'An organization of the person takes no addresses of this domain.' },
    answer: onItsWay,
    example: { newEmail: 'ada@example.com', password: 'correct horse battery' },
  },
  'POST /api/auth/change-password': {
    scope: 'admin',
    tag: 'Signing in',
    summary: 'Set a new password by the current one',
    more: 'Every other session of the person ends.',
    body: z.object({ currentPassword: z.string(), newPassword: credentials.password }),
    errors: {},
    answer: session,
  },
} satisfies HttpCalls;
