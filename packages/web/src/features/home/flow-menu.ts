import { can, type FlowVerb } from '@weft/core';
import type { Flow } from '../../api.ts';

/** What a flow's menu offers, in this order: what `can` refuses is not there. */
const offered = ['open', 'rename', 'trash'] as const satisfies readonly FlowVerb[];
const offeredInTrash = ['restore'] as const satisfies readonly FlowVerb[];

export type OfferedVerb = (typeof offered)[number] | (typeof offeredInTrash)[number];

export function flowMenu(flow: Pick<Flow, 'type' | 'accessLevel' | 'trashedAt'>): readonly OfferedVerb[] {
  const trashed = flow.trashedAt !== null;
  const verbs: readonly OfferedVerb[] = trashed ? offeredInTrash : offered;
  return verbs.filter((verb) => can(flow.accessLevel, verb, { type: flow.type, trashed }).ok);
}
