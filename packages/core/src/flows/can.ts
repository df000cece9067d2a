import { err, ok, type Result } from '@weft/std';
import { type FlowTypeName, flowType } from './flow-types.ts';

export type AccessLevel = 'read' | 'write';

/** What a person may do with a flow, in one word. */
export type FlowRole = 'admin' | AccessLevel;

/** What a person is to a flow. */
export interface FlowStanding {
  /** In the organization the flow belongs to; null when they are not of it. */
  readonly organizationRole: 'admin' | 'member' | null;
  /** Whether the flow lies in a workspace, and not in Home. */
  readonly inWorkspace: boolean;
  /** The person's membership of that workspace; null where they have none. */
  readonly workspaceLevel: AccessLevel | null;
  /** The person's own membership of the flow; null where none was given. */
  readonly memberLevel: AccessLevel | null;
}

/** The read-only rule: what a membership says, and in a workspace what neither membership allows. */
const isReadOnly = ({ organizationRole, inWorkspace, workspaceLevel, memberLevel }: FlowStanding): boolean =>
  memberLevel === 'read' ||
  (organizationRole !== 'admin' && inWorkspace && workspaceLevel !== 'write' && memberLevel !== 'write');

/** What a person may do with a flow; null: they may not see it. A membership alone lets nobody in. */
export function flowRole(standing: FlowStanding): FlowRole | null {
  if (standing.organizationRole === null) return null;
  if (isReadOnly(standing)) return 'read';
  return standing.organizationRole === 'admin' ? 'admin' : 'write';
}

interface VerbRule {
  /** The least role that may. */
  readonly needs: FlowRole;
  /** Whether it is possible while the flow is in the trash. */
  readonly inTrash: boolean;
  /** What the refusal says where a role does not reach; absent: that the flow can only be viewed. */
  readonly refusal?: string;
  /** Only for types whose access is decided flow by flow. */
  readonly ofOwnAccess?: true;
}

const noWriteAccess = (what: string): string =>
  `You do not have write access to ${what}. Ask an admin to grant you permission.`;

/** THE table of what can be done with a flow, and by whom. Server and interface both ask it, through `can`. */
const rules = {
  open: { needs: 'read', inTrash: true },
  star: { needs: 'read', inTrash: false },
  export: { needs: 'read', inTrash: true },
  edit: { needs: 'write', inTrash: false },
  rename: { needs: 'write', inTrash: true },
  note: { needs: 'write', inTrash: false },
  lock: { needs: 'write', inTrash: false },
  duplicate: { needs: 'write', inTrash: false },
  move: { needs: 'write', inTrash: true, refusal: noWriteAccess('this item') },
  trash: { needs: 'write', inTrash: true },
  restore: { needs: 'write', inTrash: true },
  delete: { needs: 'write', inTrash: true },
  share: {
    needs: 'admin',
    inTrash: false,
    refusal: 'Only an admin of the organization can manage access',
    ofOwnAccess: true,
  },
} as const satisfies { readonly [verb: string]: VerbRule };

export type FlowVerb = keyof typeof rules;

export const flowVerbs = Object.keys(rules) as readonly FlowVerb[];

/** What of a flow decides what can be done with it. */
export interface FlowFacts {
  readonly type: FlowTypeName;
  readonly trashed: boolean;
}

/** Why something is not possible: the kind of the error a call answers, and words for a person. */
export interface WhyNot {
  readonly kind: 'not-found' | 'forbidden' | 'conflict';
  readonly message: string;
}

const refused = (kind: WhyNot['kind'], message: string): Result<true, WhyNot> => err({ kind, message });

const rank: { readonly [R in FlowRole]: number } = { read: 0, write: 1, admin: 2 };

/**
 * Whether a person may do something with a flow, or why not. `person` is their role in it (`flowRole`); null: they may
 * not see it, and are told what they are told of a flow that does not exist.
 */
export function can(person: FlowRole | null, verb: FlowVerb, flow: FlowFacts): Result<true, WhyNot> {
  const { noun, hasOwnAccess } = flowType(flow.type);
  const { needs, inTrash, refusal, ofOwnAccess }: VerbRule = rules[verb];
  if (person === null) return refused('not-found', flowNotFound);
  if (rank[person] < rank[needs]) return refused('forbidden', refusal ?? `You can only view this ${noun}`);
  if (ofOwnAccess && !hasOwnAccess)
    return refused('forbidden', `Who may open this ${noun} is decided by its workspace`);
  if (flow.trashed && !inTrash)
    return refused('conflict', `This ${noun} is in the trash: restore it to change it`);
  return ok(true);
}

/** Whether a role edits bases. In the trash its edits are held, not refused: they are sent once it is restored. */
export const mayEditBase = (role: FlowRole): boolean =>
  can(role, 'edit', { type: 'base', trashed: false }).ok;

/** Said of every flow that is absent or invisible: its type would tell that it is there. */
export const flowNotFound = 'Database not found';

/** Whether a member with or without the right may create databases, or why not. */
export const canCreateDatabase = (hasRight: boolean): Result<true, WhyNot> =>
  hasRight
    ? ok(true)
    : refused(
        'forbidden',
        'You may not create databases in this organization. Ask an admin to grant you permission.',
      );

/** Whether a person may put flows into a workspace of their organization, or why not. */
export const canPlaceIn = (
  organizationRole: 'admin' | 'member',
  workspaceLevel: AccessLevel | null,
): Result<true, WhyNot> =>
  organizationRole === 'admin' || workspaceLevel === 'write'
    ? ok(true)
    : refused('forbidden', noWriteAccess('this workspace'));
