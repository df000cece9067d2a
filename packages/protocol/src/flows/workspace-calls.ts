import { palette, workspaceIcons } from '@weft/core';
import { z } from 'zod';
import type { HttpCalls } from '../http-call.ts';
import { nameText } from '../schemas/name-text.ts';
import { sample } from '../schemas/sample-ids.ts';
import { actionId, setLevel, success, workspace, workspaceErrors, workspaceMember } from './flow-schemas.ts';

const look = {
  name: nameText,
  icon: z.enum(workspaceIcons, 'Not an icon of the picker').nullish(),
  color: z.enum(palette, 'Not a colour of the palette').nullish(),
};
const path = { workspaceId: { means: 'The workspace, by id or slug.', example: sample.workspace } };
const ofMember = { ...path, userId: { means: 'A person of the organization.', example: sample.user } };

/** Workspaces and who is in them. */
export const workspaceCalls = {
  'GET /workspaces/': {
    scope: 'read',
    tag: 'Workspaces',
    summary: 'List the workspaces one may see, and how much lies where',
    more: 'An admin sees all workspaces, others those they are a member of. `itemCount` and `trashCount` count what the caller may see anywhere.',
    errors: {},
    answer: z.strictObject({
      workspaces: z.array(workspace),
      itemCount: z.int(),
      trashCount: z.int(),
    }),
  },
  'POST /workspaces/': {
    scope: 'write',
    tag: 'Workspaces',
    summary: 'Make a workspace',
    more: 'Whoever makes it writes to it and manages it; others are let in one by one.',
    body: z.object(look),
    errors: {
      conflict: 'The organization has as many workspaces as it may have.',
    },
    answer: z.strictObject({ newWorkspace: workspace }),
    example: { name: 'Workshop floor', icon: 'scissors', color: 'Tangerine' },
  },
  'PUT /workspaces/:workspaceId': {
    scope: 'write',
    tag: 'Workspaces',
    summary: 'Rename a workspace, or give it another look',
    more: 'Its slug stays, so that links to it go on working.',
    path,
    body: z.object(look),
    errors: workspaceErrors,
    answer: z.strictObject({ workspace }),
    example: { name: 'Wholesale', icon: 'store', color: 'Emerald' },
  },
  'DELETE /workspaces/:workspaceId': {
    scope: 'write',
    tag: 'Workspaces',
    summary: 'Delete a workspace',
    more: 'What lies in it goes to Home, and everybody may do with it what they might before.',
    path,
    query: z.object({ actionId }),
    errors: workspaceErrors,
    answer: success,
  },
  'GET /workspaces/:workspaceId/members': {
    scope: 'read',
    tag: 'Workspaces',
    summary: 'List the organization’s people with what they may do in a workspace',
    path,
    errors: {
      'not-found': 'There is no such workspace for the caller to see.',
      forbidden: 'The caller may not manage the workspace.',
    },
    answer: z.strictObject({ members: z.array(workspaceMember) }),
  },
  'PUT /workspaces/:workspaceId/members/:userId': {
    scope: 'write',
    tag: 'Workspaces',
    summary: 'Let somebody into a workspace, or take that back',
    path: ofMember,
    body: setLevel,
    errors: {
      ...workspaceErrors,
      'not-found': 'There is no such workspace for the caller to see, or no such person.',
    },
    answer: success,
    example: { accessLevel: 'write' },
  },
} satisfies HttpCalls;
