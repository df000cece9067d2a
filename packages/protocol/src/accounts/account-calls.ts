import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { done, id, instant } from '../schemas/answer-schemas.ts';
import { nameText } from '../schemas/name-text.ts';
import { scopes } from '../scopes.ts';

const newToken = z.object({
  name: nameText.max(100, 'At most 100 characters'),
  scopes: z
    .array(z.enum(scopes))
    .min(1, 'Choose at least one scope')
    .max(10)
    .transform((given) => scopes.filter((scope) => given.includes(scope))),
  expiresInDays: z.int().min(1, 'At least 1 day').max(3_650, 'At most 3650 days'),
});
const token = {
  id,
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
};

/** Where a person is signed in, and the tokens programs use in their name. */
export const accountCalls = {
  'GET /v1/sessions': {
    scope: 'admin',
    tag: 'Account',
    summary: 'List where you are signed in',
    errors: {},
    answer: z.strictObject({
      sessions: z.array(
        z.strictObject({
          id: z.string(),
          device: z.string(),
          ip: z.string().nullable(),
          createdAt: instant,
          lastUsedAt: instant,
          current: z.boolean(),
        }),
      ),
    }),
  },
  'DELETE /v1/sessions': {
    scope: 'admin',
    tag: 'Account',
    summary: 'End all your sessions but the one that asks',
    errors: {},
    answer: z.strictObject({ ended: z.int() }),
  },
  'DELETE /v1/sessions/:id': {
    scope: 'admin',
    tag: 'Account',
    summary: 'End one of your sessions',
    path: { id: { means: 'The session, as the list names it.', example: 'the-id-of-a-session' } },
    errors: { 'not-found': 'The caller has no such session.' },
    answer: done,
  },
  'GET /v1/tokens': {
    scope: 'admin',
    tag: 'Account',
    summary: 'List your access tokens',
    errors: {},
    answer: z.strictObject({ tokens: z.array(z.strictObject(token)) }),
  },
  'POST /v1/tokens': {
    scope: 'admin',
    tag: 'Account',
    summary: 'Make an access token for a program',
    more: 'The token is shown this once. Each scope includes those before it: read, write, admin; the person’s own rights hold besides.',
    body: newToken,
    errors: { conflict: 'The caller has as many tokens as one person may have.' },
    answer: z.strictObject({ ...token, token: z.string() }),
    example: { name: 'Nightly export', scopes: ['read'], expiresInDays: 90 },
  },
  'DELETE /v1/tokens/:id': {
    scope: 'admin',
    tag: 'Account',
    summary: 'Revoke an access token',
    path: { id: { means: 'The token’s id.', example: 'tok0sample00000000000000' } },
    errors: { 'not-found': 'The caller has no such token.' },
    answer: done,
  },
} satisfies HttpCalls;
