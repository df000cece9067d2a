import { flowTypeNames } from '@weft/core';
import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { id, instant } from '../schemas/answer-schemas.ts';
import { nameText } from '../schemas/name-text.ts';
import { sample } from '../schemas/sample-ids.ts';
import { textFault } from '../schemas/text.ts';

const givenId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');
/** The caller's own id of a change: it comes back in `flows.changes`. */
const actionId = givenId.optional();
const newBase = z.object({ baseName: nameText, workspaceId: givenId.nullish(), actionId });
const listing = z.object({
  type: z.enum(flowTypeNames).optional(),
  trashed: z.enum(['true', 'false']).optional(),
  workspaceId: givenId.optional(),
  search: z
    .string()
    .max(200)
    .refine((text) => textFault(text) === null, 'The text has characters that cannot be stored')
    .optional(),
  cursor: z.string().max(400).optional(),
});
const renaming = z.object({ newName: nameText, actionId });
const trashing = z.object({
  flowIds: z.array(givenId).min(1).max(100),
  action: z.enum(['trash', 'restore']),
  actionId,
});
const flow = z
  .strictObject({
    id,
    publicIdentifier: id,
    name: z.string(),
    type: z.enum(flowTypeNames),
    parentFlowPublicIdentifier: id.nullable(),
    publishedSnapshotId: id.nullable(),
    workspaceId: id.nullable(),
    ownerUserId: id,
    owner: z.strictObject({ firstName: z.string() }),
    createdAt: instant,
    updatedAt: instant,
    trashedAt: instant.nullable(),
    starred: z.boolean(),
    accessLevel: z.enum(['read', 'write']),
  })
  .meta({ id: 'Flow' });
const success = z.strictObject({ success: z.literal(true) });

/** Making, listing, renaming and trashing flows. */
export const flowCalls = {
  'POST /admin/bases': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Make a database',
    more: 'It has no table yet: `metadata.create`, `tables.create` and imports make one.',
    body: newBase,
    answer: z.strictObject({ basePublicIdentifier: id }),
    example: { baseName: 'Plans' },
  },
  'GET /admin/flows': {
    scope: 'read',
    tag: 'Databases',
    summary: 'List databases, the newest first, 50 a page',
    more: '`version` is the number of the list’s last change: `flows.changes` continues from there.',
    query: listing,
    answer: z.strictObject({ flows: z.array(flow), nextCursor: z.string().nullable(), version: z.int() }),
    example: { type: 'base' },
  },
  'PUT /admin/flows/rename/:flowId': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Rename a database',
    path: { flowId: { means: 'The database.', example: sample.flow } },
    body: renaming,
    answer: z.strictObject({ flow }),
    example: { newName: 'Plans of this year' },
  },
  'POST /admin/flows/trash': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Move databases to the trash, or out of it',
    body: trashing,
    answer: success,
    example: { flowIds: [sample.flow], action: 'restore' },
  },
} satisfies HttpCalls;
