import { flowTypeNames } from '@weft/core';
import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { id } from '../schemas/answer-schemas.ts';
import { nameText } from '../schemas/name-text.ts';
import { sample } from '../schemas/sample-ids.ts';
import { textFault } from '../schemas/text.ts';
import { actionId, batchAnswer, batchErrors, flow, flowErrors, givenId } from './flow-schemas.ts';

const newBase = z.object({ baseName: nameText, workspaceId: givenId.nullish(), actionId });
const yes = z.enum(['true', 'false']).optional();
const listing = z.object({
  type: z.enum(flowTypeNames).optional(),
  kind: z.enum(['all', 'forms', 'tables', 'apps', 'scheduling']).optional(),
  trashed: yes,
  starred: yes,
  shared: yes,
  workspaceId: givenId.optional(),
  order: z.enum(['created', 'updated', 'opened', 'name']).optional(),
  search: z
    .string()
    .max(200)
    .refine((text) => textFault(text) === null, 'The text has characters that cannot be stored')
    .optional(),
  limit: z
    .string()
    .regex(/^([1-9]|[1-4]\d|50)$/, 'From 1 to 50')
    .optional(),
  cursor: z.string().max(1200).optional(),
});
const renaming = z.object({ newName: nameText, actionId });
const flowIds = z.array(givenId).min(1).max(100);
const trashing = z.object({ flowIds, action: z.enum(['trash', 'restore']), actionId });
const moving = z.object({ flowIds, workspaceId: givenId.nullable(), actionId });

/** Making, listing, renaming, moving and trashing flows. */
export const flowCalls = {
  'POST /admin/bases': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Make a database',
    more: 'It has no table yet: `metadata.create`, `tables.create` and imports make one. Without a workspace it lies in Home, where its owner, its members and admins see it.',
    body: newBase,
    errors: {
      'not-found': 'There is no such workspace.',
      forbidden: 'The caller may not put databases into this workspace.',
    },
    answer: z.strictObject({ basePublicIdentifier: id }),
    example: { baseName: 'Plans' },
  },
  'GET /admin/flows': {
    scope: 'read',
    tag: 'Databases',
    summary: 'List databases, the newest first, 50 a page',
    more: 'Those the caller may see, in all workspaces or in one. `kind` lists types that can be opened: `all`, or those of one filter of the home page. `shared=true` lists what organizations share with the caller that they are not of. `starred=true` lists what the caller starred, of those too. `order=opened` lists what the caller has opened, the latest first. `version` is the number of the list’s last change: `flows.changes` continues from there.',
    query: listing,
    errors: {},
    answer: z.strictObject({ flows: z.array(flow), nextCursor: z.string().nullable(), version: z.int() }),
    example: { type: 'base' },
  },
  'PUT /admin/flows/rename/:flowId': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Rename a database',
    path: { flowId: { means: 'The database.', example: sample.flow } },
    body: renaming,
    errors: flowErrors,
    answer: z.strictObject({ flow }),
    example: { newName: 'Plans of this year' },
  },
  'POST /admin/flows/trash': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Move databases to the trash, or out of it',
    more: 'What the caller may not change is skipped and named; where that is all of them, the call is refused.',
    body: trashing,
    errors: batchErrors,
    answer: batchAnswer,
    example: { flowIds: [sample.flow], action: 'restore' },
  },
  'POST /admin/flows/move': {
    scope: 'write',
    tag: 'Databases',
    summary: 'Move databases into a workspace, or to Home',
    more: 'What is in the trash is restored there. `workspaceId` null is Home. What the caller may not move is skipped and named; where that is all of them, the call is refused.',
    body: moving,
    errors: batchErrors,
    answer: batchAnswer,
    example: { flowIds: [sample.flow], workspaceId: null },
  },
} satisfies HttpCalls;
