import { can, type FlowFacts, type FlowRole, type FlowStanding, type FlowVerb, flowRole } from '@weft/core';
import type { Flow, FoundFlow } from '@weft/db';
import type { Scope } from '@weft/protocol';
import { AppError } from '@weft/std';

interface Person {
  /** The organization they work in now, or the one their token was made in. */
  readonly organizationId: string;
  /** Null is a session; a token has one. */
  readonly scope: Scope | null;
}

/**
 * What a caller may do with a flow of an organization. A session reaches into all organizations of its person: a
 * database that is open stays so when they go to work in another. A token does not.
 */
export function roleOf(person: Person, organizationId: string, standing: FlowStanding): FlowRole | null {
  if (person.scope !== null && organizationId !== person.organizationId) return null;
  return flowRole(standing);
}

/** The role, when `can` says that it may; otherwise its refusal is thrown. */
export function requireCan(role: FlowRole | null, verb: FlowVerb, flow: FlowFacts): FlowRole {
  const allowed = can(role, verb, flow);
  if (!allowed.ok) throw new AppError(allowed.error.kind, allowed.error.message);
  return role as FlowRole;
}

/** What of a flow decides what can be done with it. */
const factsOf = (flow: Flow): FlowFacts => ({
  type: flow.type,
  trashed: flow.trashedAt !== null,
  locked: flow.locked,
  template: flow.cloneableTemplateId !== null,
});

/** The same for a flow that was found. */
export const requireCanDo = (person: Person, verb: FlowVerb, { flow, standing }: FoundFlow): FlowRole =>
  requireCan(roleOf(person, flow.organizationId, standing), verb, factsOf(flow));
