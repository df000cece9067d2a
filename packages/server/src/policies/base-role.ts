import type { BaseRole } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';

export interface Person {
  readonly userId: string;
  readonly organizationId: string;
  readonly organizationRole: 'admin' | 'member';
}

export interface FlowStanding {
  readonly organizationId: string;
  /** The person's own membership of the flow; null where none was given. */
  readonly memberLevel: 'read' | 'write' | null;
}

/**
 * What a person may do with a base; null when they may not see it.
 * Everybody of the organization edits, unless their membership of the flow says 'read'.
 */
export function baseRole(person: Person, flow: FlowStanding): BaseRole | null {
  if (flow.organizationId !== person.organizationId) return null;
  if (person.organizationRole === 'admin') return 'admin';
  return flow.memberLevel ?? 'write';
}

const rank: { readonly [R in BaseRole]: number } = { read: 0, write: 1, admin: 2 };

/** The role, when it reaches `needed`; what may not be seen is answered like what does not exist. */
export function requireRole(role: BaseRole | null, needed: BaseRole): BaseRole {
  if (role === null) throw notFound('Database not found');
  if (rank[role] < rank[needed]) throw new AppError('forbidden', 'You can only view this database');
  return role;
}
