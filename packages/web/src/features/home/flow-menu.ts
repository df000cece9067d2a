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

export function flowMenu(flow: MenuFlow): readonly OfferedVerb[] {
  const facts = factsOf(flow);
  const verbs: readonly OfferedVerb[] = facts.trashed ? offeredInTrash : offered;
  const isMade = (verb: OfferedVerb) => (verb !== 'duplicate' && verb !== 'export') || isBuilt(flow.type);
  return verbs.filter((verb) => isMade(verb) && can(flow.role, verb, facts).ok);
}

/** Forms are shared by admins alone, as 'Manage Access'; databases and apps have a dialog of our own. */
export const shareLabel = ({ type }: MenuFlow): string =>
  flowType(type).isAnswered ? 'Manage Access' : 'Share';
