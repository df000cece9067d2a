import type { BaseRole, Scope } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';

interface Person {
  /** The organization they work in now, or the one their token was made in. */
  readonly organizationId: string;
  /** Null is a session; a token has one. */
  readonly scope: Scope | null;
}

/** What a person is to a flow. */
export interface FlowStanding {
  /** Whose the flow is. */
  readonly organizationId: string;
  /** What the person is in that organization; null when they are not of it. */
  readonly organizationRole: 'admin' | 'member' | null;
  /** The person's own membership of the flow; null where none was given. */
  readonly memberLevel: 'read' | 'write' | null;
}

/**
 * What a person may do with a base; null when they may not see it.
 * Everybody of its organization edits, unless their membership of the flow says 'read'. A session reaches into all
 * organizations of its person: a database that is open stays so when they go to work in another. A token does not.
 */
export function baseRole(person: Person, flow: FlowStanding): BaseRole | null {
  if (person.scope !== null && flow.organizationId !== person.organizationId) return null;
  if (flow.organizationRole === null) return null;
  if (flow.organizationRole === 'admin') return 'admin';
  return flow.memberLevel ?? 'write';
}

const rank: { readonly [R in BaseRole]: number } = { read: 0, write: 1, admin: 2 };

export const reaches = (role: BaseRole | null, needed: BaseRole): boolean =>
  role !== null && rank[role] >= rank[needed];

/** The role, when it reaches `needed`; what may not be seen is answered like what does not exist. */
export function requireRole(role: BaseRole | null, needed: BaseRole): BaseRole {
  if (role === null) throw notFound('Database not found');
  if (!reaches(role, needed)) throw new AppError('forbidden', 'You can only view this database');
  return role;
}
