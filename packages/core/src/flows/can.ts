import { err, ok, type Result } from '@weft/std';
import { type FlowTypeName, flowType } from './flow-types.ts';

export type AccessLevel = 'read' | 'write';

/** What a person may do with a flow, in one word. */
export type FlowRole = 'admin' | 'owner' | AccessLevel;

/** What a person is to a flow. */
export interface FlowStanding {
  /** In the organization the flow belongs to; null when they are not of it. */
  readonly organizationRole: 'admin' | 'member' | null;
  readonly isOwner: boolean;
  /** Whether the flow lies in a workspace, and not in Home. */
  readonly inWorkspace: boolean;
  /** The person's membership of that workspace; null where they have none. */
  readonly workspaceLevel: AccessLevel | null;
  /** The person's own membership of the flow; null where none was given. */
  readonly memberLevel: AccessLevel | null;
  /** Whether they are booked with it: a host of what was published last. */
  readonly isHost: boolean;
}

/** The read-only rule: what a membership says, and in a workspace what neither membership allows. */
const isReadOnly = ({ organizationRole, inWorkspace, workspaceLevel, memberLevel }: FlowStanding): boolean =>
  memberLevel === 'read' ||
  (organizationRole !== 'admin' && inWorkspace && workspaceLevel !== 'write' && memberLevel !== 'write');

/** Home shows a flow to its owner, its members and admins; a workspace shows it to its own members too. */
const isVisible = ({
  organizationRole,
  isOwner,
  inWorkspace,
  workspaceLevel,
  memberLevel,
}: FlowStanding): boolean =>
  organizationRole === 'admin' || isOwner || memberLevel !== null || (inWorkspace && workspaceLevel !== null);

/**
 * What a person may do with a flow; null: they may not see it. Who is not of its organization has what they were given
 * of the flow itself. A host reads what they are booked with, wherever it lies, and by that alone nothing more.
 */
export function flowRole(standing: FlowStanding): FlowRole | null {
  if (standing.organizationRole === null) return standing.memberLevel;
  if (!isVisible(standing)) return standing.isHost ? 'read' : null;
  if (isReadOnly(standing)) return 'read';
  if (standing.organizationRole === 'admin') return 'admin';
  return standing.isOwner ? 'owner' : 'write';
}

interface VerbRule {
  /** The least role that may. */
  readonly needs: FlowRole;
  /** Whether it is possible while the flow is in the trash. */
  readonly inTrash: boolean;
  /** What the refusal says where a role does not reach; absent: that the flow can only be viewed. */
  readonly refusal?: string;
  /** Only for types that strangers answer; what the refusal says of others. */
  readonly ifAnswered?: (noun: string) => string;
  /** Refused while the flow is locked. */
  readonly unlessLocked?: true;
  /** Of a template, readers may do it too. */
  readonly ofTemplates?: true;
}

const noWriteAccess = (what: string): string =>
  `You do not have write access to ${what}. Ask an admin to grant you permission.`;

const managersOnly = (what: string): string => `Only its owner or an admin can ${what}`;

const formsOnly = 'This feature is currently only available for forms';

/** THE table of what can be done with a flow, and by whom. Server and interface both ask it, through `can`. */
const rules = {
  open: { needs: 'read', inTrash: true },
  star: { needs: 'read', inTrash: false },
  export: { needs: 'read', inTrash: true },
  edit: { needs: 'write', inTrash: false, unlessLocked: true },
  rename: { needs: 'write', inTrash: true, unlessLocked: true },
  note: { needs: 'write', inTrash: false },
  duplicate: { needs: 'write', inTrash: false, ofTemplates: true },
  move: { needs: 'write', inTrash: true, refusal: noWriteAccess('this item') },
  /** To another organization; who does it needs the right to, too. */
  changeOrganization: { needs: 'write', inTrash: false, ifAnswered: () => formsOnly, unlessLocked: true },
  disable: {
    needs: 'write',
    inTrash: false,
    ifAnswered: (noun) => `This ${noun} cannot be closed or opened`,
    unlessLocked: true,
  },
  trash: { needs: 'write', inTrash: true, unlessLocked: true },
  restore: { needs: 'write', inTrash: true },
  delete: { needs: 'write', inTrash: true, unlessLocked: true },
  lock: { needs: 'owner', inTrash: false, refusal: managersOnly('lock or unlock it') },
  template: { needs: 'owner', inTrash: false, refusal: managersOnly('make it a template') },
  share: { needs: 'owner', inTrash: false, refusal: managersOnly('manage access') },
} as const satisfies { readonly [verb: string]: VerbRule };

export type FlowVerb = keyof typeof rules;

export const flowVerbs = Object.keys(rules) as readonly FlowVerb[];

/** What of a flow decides what can be done with it. */
export interface FlowFacts {
  readonly type: FlowTypeName;
  readonly trashed: boolean;
  readonly locked?: boolean;
  readonly template?: boolean;
}

/** Why something is not possible: the kind of the error a call answers, and words for a person. */
export interface WhyNot {
  readonly kind: 'not-found' | 'forbidden' | 'conflict';
  readonly message: string;
}

const refused = (kind: WhyNot['kind'], message: string): Result<true, WhyNot> => err({ kind, message });

const rank: { readonly [R in FlowRole]: number } = { read: 0, write: 1, owner: 2, admin: 3 };

/**
 * Whether a person may do something with a flow, or why not. `person` is their role in it (`flowRole`); null: they may
 * not see it, and are told what they are told of a flow that does not exist.
 */
export function can(person: FlowRole | null, verb: FlowVerb, flow: FlowFacts): Result<true, WhyNot> {
  const { noun, isAnswered } = flowType(flow.type);
  const { needs, inTrash, refusal, ifAnswered, unlessLocked, ofTemplates }: VerbRule = rules[verb];
  if (person === null) return refused('not-found', flowNotFound);
  const least = ofTemplates && flow.template ? 'read' : needs;
  if (rank[person] < rank[least]) return refused('forbidden', refusal ?? `You can only view this ${noun}`);
  if (ifAnswered && !isAnswered) return refused('forbidden', ifAnswered(noun));
  if (flow.trashed && !inTrash)
    return refused('conflict', `This ${noun} is in the trash: restore it to change it`);
  if (flow.locked && unlessLocked)
    return refused('forbidden', `This ${noun} is locked: its owner or an admin can unlock it`);
  return ok(true);
}

/** Whether a role edits bases. In the trash its edits are held, not refused: they are sent once it is restored. */
export const mayEditBase = (role: FlowRole): boolean =>
  can(role, 'edit', { type: 'base', trashed: false }).ok;

/** Said of every flow that is absent or invisible: its type would tell that it is there. */
export const flowNotFound = 'Item not found';

/** Whether a member with or without the right may create databases, or why not. */
export const canCreateDatabase = (hasRight: boolean): Result<true, WhyNot> =>
  hasRight
    ? ok(true)
    : refused(
        'forbidden',
        'You may not create databases in this organization. Ask an admin to grant you permission.',
      );

/** The most submissions a flow may have that moves to another organization (specification 3, section 9). */
const mostMovedSubmissions = 10_000;

/** Whether a flow with so many submissions moves to another organization, for whoever may change its; or why not. */
export function canChangeOrganization(hasRight: boolean, submissions: number): Result<true, WhyNot> {
  if (!hasRight)
    return refused(
      'forbidden',
      'You may not move forms to another organization. Ask an admin to grant you permission.',
    );
  return submissions > mostMovedSubmissions
    ? refused('conflict', `Cannot move with more than ${mostMovedSubmissions} submissions, contact support`)
    : ok(true);
}

/** Said of workspaces, by what refuses and by what is disabled for it. */
export const workspaceRefusals = {
  write: noWriteAccess('this workspace'),
  manage: 'Only an admin or whoever created this workspace can do this',
} as const;

/** Whether a person may put flows into a workspace of their organization, or why not. */
export const canPlaceIn = (
  organizationRole: 'admin' | 'member',
  workspaceLevel: AccessLevel | null,
): Result<true, WhyNot> =>
  organizationRole === 'admin' || workspaceLevel === 'write'
    ? ok(true)
    : refused('forbidden', workspaceRefusals.write);

/** Whether a person may change who is in a workspace, or delete it, or why not. */
export const canManageWorkspace = (
  organizationRole: 'admin' | 'member',
  isCreator: boolean,
): Result<true, WhyNot> =>
  organizationRole === 'admin' || isCreator ? ok(true) : refused('forbidden', workspaceRefusals.manage);
