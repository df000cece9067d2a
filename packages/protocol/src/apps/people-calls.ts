import { z } from 'zod';
import { editErrors, readErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';

const ofApp = { flowId: knownId };
const ofSampleApp = { flowId: sample.app };
const email = z.string().min(3).max(254);

/** Somebody who may sign in to an app: a record of its users table. */
export interface PersonOfApp {
  readonly recordId: string;
  readonly name: string;
  /** In small letters. */
  readonly email: string;
  /** The labels of their roles. */
  readonly roles: readonly string[];
  readonly invitedAt: string | null;
  readonly blockedAt: string | null;
  readonly lastSeenAt: string | null;
}
const person = z.strictObject({
  recordId: id,
  name: z.string(),
  email: z.string(),
  roles: z.array(z.string()).readonly(),
  invitedAt: instant.nullable(),
  blockedAt: instant.nullable(),
  lastSeenAt: instant.nullable(),
});
const done = z.strictObject({ ok: z.literal(true) });
interface Done {
  readonly ok: true;
}

/** The people of an app: who may sign in, who was invited, and who is kept out. */
export const appPeopleCalls = {
  'apps.people': call(
    'query',
    z.object({
      ...ofApp,
      search: z.string().max(200).default(''),
      cursor: z.string().max(4_096).nullish(),
      limit: z.number().int().min(1).max(100).default(50),
    }),
  )<{ readonly people: readonly PersonOfApp[]; readonly nextCursor: string | null; readonly total: number }>({
    summary: 'List the people of an app',
    more: 'They are the records of its users table that have an address, by their names; nobody where it has no such table. The caller may open the app’s database.',
    errors: readErrors,
    answer: z.strictObject({
      people: z.array(person).readonly(),
      nextCursor: z.string().nullable(),
      total: z.int(),
    }),
    example: { ...ofSampleApp, search: 'ada' },
  }),
  'apps.invite': call(
    'mutation',
    z.object({ ...ofApp, email, name: z.string().max(255).optional() }),
  )<Done>({
    summary: 'Invite somebody to an app by mail',
    more: 'Who has no record in the users table gets one. The mail leads to where they sign in; sent again, it is sent again.',
    errors: {
      ...editErrors,
      conflict: 'The app is not published, has no users table, or the server sends no mail.',
      limit: 'Too many mails were sent to the address within an hour.',
    },
    answer: done,
    example: { ...ofSampleApp, email: 'ada@example.org' },
  }),
  'apps.block': call(
    'mutation',
    z.object({ ...ofApp, email }),
  )<Done>({
    summary: 'Keep somebody out of an app',
    more: 'At once, wherever they are signed in, and until they are let in again. Their record stays.',
    errors: editErrors,
    answer: done,
    example: { ...ofSampleApp, email: 'ada@example.org' },
  }),
  'apps.unblock': call(
    'mutation',
    z.object({ ...ofApp, email }),
  )<Done>({
    summary: 'Let somebody into an app again',
    errors: editErrors,
    answer: done,
    example: { ...ofSampleApp, email: 'ada@example.org' },
  }),
  'apps.signOutPerson': call(
    'mutation',
    z.object({ ...ofApp, email }),
  )<Done>({
    summary: 'Sign somebody out of an app everywhere',
    errors: editErrors,
    answer: done,
    example: { ...ofSampleApp, email: 'ada@example.org' },
  }),
};
