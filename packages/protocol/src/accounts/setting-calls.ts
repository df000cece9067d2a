import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { done } from '../schemas/answer-schemas.ts';

const key = {
  key: { means: 'Which setting: `GET /v1/me` lists those that are set.', example: 'columnView' },
};
const flag = z.object({
  flagName: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'Letters, digits, _ . - only; at most 64'),
  flagValue: z.boolean(),
});

/** What a person chose for the screens. */
export const settingCalls = {
  'PUT /admin/settings/:key': {
    scope: 'admin',
    tag: 'Account',
    summary: 'Choose a setting of your own',
    more: '`columnView` (true or false), `sort`, `typeFilter` (all, forms, tables, apps, scheduling), `timezone` (an IANA name), `dateFormat` (us, european, iso, long, local), `timeFormat` (12h, 24h), `theme` (system, light, dark), `calendarToWriteTo` (serviceId and calendarId: where your bookings are added).',
    path: key,
    body: z.object({
      value: z.union([
        z.boolean(),
        z.string().max(100),
        z.strictObject({ serviceId: z.string().max(64), calendarId: z.string().max(2_000) }),
      ]),
    }),
    errors: {},
    answer: done,
    example: { value: true },
  },
  'DELETE /admin/settings/:key': {
    scope: 'admin',
    tag: 'Account',
    summary: 'Go back to the default of a setting',
    path: key,
    errors: {},
    answer: done,
  },
  'POST /admin/userFlag': {
    scope: 'admin',
    tag: 'Account',
    summary: 'Remember something of yourself by name',
    more: 'That a hint was read, say. At most 100 flags.',
    body: flag,
    errors: { limit: 'As many flags are kept as of one person may be.' },
    answer: done,
    example: { flagName: 'welcomeRead', flagValue: true },
  },
} satisfies HttpCalls;
