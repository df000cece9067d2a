import { flowTypeNames } from '@weft/core';
import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { aiUsage, done, id, instant, oneFile } from '../schemas/answer-schemas.ts';
import { nameText } from '../schemas/name-text.ts';
import { userSettings } from './user-settings.ts';

const name = nameText.max(100, 'At most 100 characters');
const named = z.object({ name });
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Not a domain such as example.org');
/** Null: not set any more. */
const organizationChange = z
  .object({
    name: name.optional(),
    dateFormat: userSettings.dateFormat.nullish(),
    timeFormat: userSettings.timeFormat.nullish(),
    sessionDays: z.int().min(1, 'At least 1 day').max(30, 'At most 30 days').nullish(),
    emailDomains: z.array(domain).min(1).max(50, 'At most 50 domains').nullish(),
    connectionsInWorkspace: z.boolean().nullish(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Nothing to change');
/** `userId` may name the caller, and nobody else. */
const switching = z.object({
  userId: z.string().max(64).nullish(),
  organizationId: z.string().max(64).nullish(),
});

/** What is said of an organization to its members. */
export const organizationParts = {
  id,
  name: z.string(),
  /** A label: nothing depends on it. */
  planName: z.string(),
  isSandbox: z.boolean(),
  /** The path of its picture. */
  picture: z.string().nullable(),
};
export const role = z.enum(['admin', 'member']);

/** The organizations of a person. */
export const organizationCalls = {
  'GET /v1/organizations': {
    scope: 'read',
    tag: 'People',
    summary: 'List the organizations you are a member of',
    more: 'A token lists the one it was made in.',
    errors: {},
    answer: z.strictObject({
      organizations: z.array(
        z.strictObject({ ...organizationParts, userCount: z.int(), role, current: z.boolean() }),
      ),
    }),
  },
  'POST /v1/organizations': {
    scope: 'none',
    tag: 'People',
    summary: 'Make an organization',
    more: 'You are its admin, and work in it from now on. At most 100 organizations a person. Not with a token, which stays in its organization.',
    body: named,
    errors: { conflict: 'The caller is in as many organizations as one person may be.' },
    answer: z.strictObject({ organizationId: id, redirectPath: z.string() }),
    example: { name: 'Linen Studio' },
  },
  'GET /v1/usage': {
    scope: 'read',
    tag: 'People',
    summary: 'Read how much the organization keeps',
    more: 'For its admins. Files are counted now; records as a job counted them last, at most half an hour ago, at `countedAt`: null where a flow was not counted yet. `flows` are the 200 largest of `flowCount`, those in the trash too. `ai`: calls of the server’s language model this month (by UTC), and their tokens; null where the server has none.',
    errors: { forbidden: 'Only an admin of the organization does this.' },
    answer: z.strictObject({
      records: z.int(),
      files: z.int(),
      bytes: z.int(),
      maxFiles: z.int(),
      maxBytes: z.int(),
      countedAt: instant.nullable(),
      flowCount: z.int(),
      ai: aiUsage.nullable(),
      flows: z.array(
        z.strictObject({
          id,
          name: z.string(),
          type: z.enum(flowTypeNames),
          trashed: z.boolean(),
          records: z.int().nullable(),
          files: z.int(),
          bytes: z.int(),
        }),
      ),
    }),
  },
  'POST /v1/organization/picture': {
    scope: 'admin',
    tag: 'People',
    summary: 'Set the picture of the organization',
    more: 'For its admins. PNG, JPEG, GIF, WebP or AVIF, at most 5 MB. Its members see it.',
    body: oneFile,
    upload: true,
    errors: { forbidden: 'Only an admin of the organization changes it.' },
    answer: z.strictObject({ picture: z.string() }),
  },
  'DELETE /v1/organization/picture': {
    scope: 'admin',
    tag: 'People',
    summary: 'Remove the picture of the organization',
    errors: { forbidden: 'Only an admin of the organization changes it.' },
    answer: done,
  },
  'PATCH /v1/organization': {
    scope: 'admin',
    tag: 'People',
    summary: 'Rename the organization you work in, or change what it sets',
    more: 'For its admins. `dateFormat` and `timeFormat` are those of members who chose none; a session in which nothing is done for `sessionDays` (1 to 30) ends; with `emailDomains` only people with verified addresses of these domains join, and no member may have another; with `connectionsInWorkspace` connections to services are used in the workspace they were made in alone.',
    body: organizationChange,
    errors: {
      forbidden: 'Only an admin of the organization changes it.',
      conflict: 'A member has an address of another domain.',
    },
    answer: done,
    example: { name: 'Linen Studio', sessionDays: 7 },
  },
  'POST /admin/organizations/switchOrganization': {
    scope: 'none',
    tag: 'People',
    summary: 'Work in another of your organizations',
    more: 'Only for oneself, and not with a token, which stays in its organization. Every session of the person goes with it; databases that are open stay open. Without `organizationId` nothing changes, and the answer leads to the home of the present one.',
    body: switching,
    errors: { 'not-found': 'The caller is not of this organization.' },
    answer: z.strictObject({ redirectPath: z.string() }),
    example: { organizationId: 'org0sample00000000000000' },
  },
} satisfies HttpCalls;
