import { type FlowEvent, isBuilt } from '@weft/core';
import type { Flow, FlowPage } from '../../api.ts';

/** Which flows a list shows. */
export interface FlowList {
  readonly trashed: boolean;
  readonly search: string;
}

/**
 * The pages of a list after an event of its feed; the same object when it changes nothing, 'refetch' when only the
 * server knows: where a flow that comes in belongs, and what a search finds.
 */
export function applyFlowEvent(
  pages: readonly FlowPage[],
  { trashed, search }: FlowList,
  event: FlowEvent,
): readonly FlowPage[] | 'refetch' {
  if (event.change === 'missed') return 'refetch';
  const { flowId, flow } = event;
  const isShown = pages.some((page) => page.flows.some(({ id }) => id === flowId));
  const belongs = flow !== null && isBuilt(flow.type) && (flow.trashedAt !== null) === trashed;
  if (search !== '' && belongs) return 'refetch';
  if (!isShown) return belongs && event.change !== 'renamed' ? 'refetch' : pages;
  const changed = (one: Flow): readonly Flow[] => {
    if (one.id !== flowId) return [one];
    if (!belongs) return [];
    return [{ ...one, name: flow.name, updatedAt: flow.updatedAt, trashedAt: flow.trashedAt }];
  };
  return pages.map((page) => ({ ...page, flows: page.flows.flatMap(changed) }));
}
