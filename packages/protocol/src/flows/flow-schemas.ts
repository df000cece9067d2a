import { flowTypeNames } from '@weft/core';
import { z } from 'zod';
import type { CallErrors } from '../call-errors.ts';
import { id, instant } from '../schemas/answer-schemas.ts';

/** What flows and workspaces travel as. */

export const givenId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');
/** The caller's own id of a change: it comes back in `flows.changes`. */
export const actionId = givenId.optional();
const level = z.enum(['read', 'write']);
/** Null takes the membership away. */
export const setLevel = z.object({ accessLevel: level.nullable() });
export const success = z.strictObject({ success: z.literal(true) });

/** Items of a batch that the caller may not do this with; the others are done. */
export const batchAnswer = z.strictObject({
  success: z.literal(true),
  changed: z.array(id),
  skipped: z.array(
    z.strictObject({
      flowId: id,
      /** Null: there is no such item, or the caller may not see it. */
      name: z.string().nullable(),
      /** Why, as a call with this item alone is refused. */
      reason: z.string(),
    }),
  ),
});

/** Of calls that change a flow. */
export const flowErrors = {
  'not-found': 'There is no such database for the caller to see.',
  forbidden: 'The role of the caller does not allow it.',
  conflict: 'It is in the trash, or not of a type that this is for.',
} as const satisfies CallErrors;

/** Of calls that change several. */
export const batchErrors = {
  'not-found': 'None of the items is there for the caller to see, or there is no such workspace.',
  forbidden: 'The role of the caller allows it for none of them.',
  conflict: 'None of them is in a state, or of a type, that this is for.',
} as const satisfies CallErrors;

export const workspaceErrors = {
  'not-found': 'There is no such workspace for the caller to see.',
  forbidden: 'The caller may not manage the workspace.',
} as const satisfies CallErrors;

const flowMembership = z.strictObject({ flowId: id, userId: id, accessLevel: level });

export const flow = z
  .strictObject({
    id,
    publicIdentifier: id,
    name: z.string(),
    type: z.enum(flowTypeNames),
    parentFlowPublicIdentifier: id.nullable(),
    /** A drawing of what it holds; null: nobody can draw its type. */
    screenshotUrl: z.string().nullable(),
    publishedSnapshotId: id.nullable(),
    cloneableTemplateId: id.nullable(),
    workspaceId: id.nullable(),
    ownerUserId: id,
    owner: z.strictObject({ firstName: z.string(), name: z.string() }),
    createdAt: instant,
    updatedAt: instant,
    lastOpenedAt: instant.nullable(),
    trashedAt: instant.nullable(),
    starred: z.boolean(),
    internalNote: z.string().nullable(),
    /** How many answers it has taken; of a scheduling form its bookings, those cancelled left out, counted up to 10001; null: its type takes none. */
    submissions: z.int().nullable(),
    /** Of these, how many nobody has seen, counted up to 1001. */
    unreadCount: z.int().nullable(),
    /** Whom it is shared with one by one; the first four by name. */
    sharedWith: z.strictObject({
      count: z.int(),
      people: z.array(z.strictObject({ userId: id, name: z.string(), picture: z.string().nullable() })),
    }),
    /** Of a scheduling form, as its draft says; else null. */
    scheduling: z
      .strictObject({
        eventType: z.enum(['individual', 'collective', 'round_robin', 'group']),
        durationMins: z.int(),
        maxSeats: z.int(),
        /** The host, or the first of several; null: it has none, or they have left. */
        userId: id.nullable(),
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        profilePictureUrl: z.string().nullable(),
        /** Of a round robin; else empty. */
        roundRobinUserIds: z.array(id),
        /** Whether the host has connected a calendar. */
        hasCalendar: z.boolean(),
      })
      .nullable(),
    settings: z.strictObject({
      disabledForm: z.boolean(),
      maxSubmissions: z.int().nullable(),
      expirationDate: z.string().nullable(),
      openDate: z.string().nullable(),
    }),
    locked: z.boolean(),
    accessLevel: level,
    role: z.enum(['admin', 'owner', 'write', 'read']),
    /** Why the caller sees somebody else's item that no workspace shows them. */
    seenAs: z.enum(['admin', 'collaborator']).nullable(),
  })
  .meta({ id: 'Flow' });

export const workspace = z
  .strictObject({
    id,
    slug: z.string(),
    name: z.string(),
    icon: z.string().nullable(),
    color: z.string().nullable(),
    accessLevel: level,
    canManage: z.boolean(),
    itemCount: z.int(),
    flowMemberships: z.array(flowMembership),
  })
  .meta({ id: 'Workspace' });

const person = { userId: id, name: z.string(), email: z.string(), picture: z.string().nullable() };

export const workspaceMember = z
  .strictObject({ ...person, isAdmin: z.boolean(), accessLevel: level.nullable() })
  .meta({ id: 'WorkspaceMember' });

export const flowMember = z
  .strictObject({ ...person, email: z.string().nullable(), accessLevel: level })
  .meta({ id: 'FlowMember' });
