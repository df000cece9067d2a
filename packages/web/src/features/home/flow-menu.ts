import { can, type FlowVerb, flowType, isBuilt } from '@weft/core';
import type { Flow } from '../../api.ts';

/** What a flow's menu offers, in this order: what `can` refuses is not there. */
const offered = [
  'open',
  'star',
  'note',
  'rename',
  'duplicate',
  'move',
  'export',
  'share',
  'lock',
  'template',
  'disable',
  'trash',
] as const satisfies readonly FlowVerb[];
const offeredInTrash = ['restore', 'move'] as const satisfies readonly FlowVerb[];

export type OfferedVerb = (typeof offered)[number] | (typeof offeredInTrash)[number];

type MenuFlow = Pick<Flow, 'type' | 'role' | 'trashedAt' | 'locked' | 'cloneableTemplateId'>;

export const factsOf = ({ type, trashedAt, locked, cloneableTemplateId }: MenuFlow) => ({
  type,
  trashed: trashedAt !== null,
  locked,
  template: cloneableTemplateId !== null,
});

/** `outside`: of an organization that one is not of, whose places one does not see. */
export function flowMenu(flow: MenuFlow, outside = false): readonly OfferedVerb[] {
  const facts = factsOf(flow);
  const verbs: readonly OfferedVerb[] = facts.trashed ? offeredInTrash : offered;
  const isMade = (verb: OfferedVerb) => (verb !== 'duplicate' && verb !== 'export') || isBuilt(flow.type);
  return verbs.filter(
    (verb) => isMade(verb) && !(outside && verb === 'move') && can(flow.role, verb, facts).ok,
  );
}

/** 'Manage Access' is the admins' alone, and of forms; owners share, and so do admins what is no form. */
export const shareLabel = ({ type, role }: MenuFlow): string =>
  flowType(type).isAnswered && role === 'admin' ? 'Manage Access' : 'Share';
