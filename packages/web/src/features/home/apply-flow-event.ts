import { type FlowEvent, isBuilt } from '@weft/core';
import type { Flow, FlowList, FlowPage } from '../../api.ts';

/**
 * The pages of a list after an event of its feed; the same object when it changes nothing, 'refetch' when only the
 * server knows: where a flow that comes in belongs, and what a search finds.
 */
export function applyFlowEvent(
  pages: readonly FlowPage[],
  { trashed = false, search = '', workspaceId, starred = false, shared = false }: FlowList,
  event: FlowEvent,
): readonly FlowPage[] | 'refetch' {
  if (event.change === 'missed') return 'refetch';
  // The feed tells of the organization one is of.
  if (shared) return pages;
  const { flowId, flow } = event;
  const isShown = pages.some((page) => page.flows.some(({ id }) => id === flowId));
  const belongs =
    flow !== null &&
    isBuilt(flow.type) &&
    (flow.trashedAt !== null) === trashed &&
    (workspaceId === undefined || flow.workspaceId === workspaceId);
  if ((search !== '' || starred) && belongs) return 'refetch';
  // What else is shown of it, and who may do what with it, the event does not carry.
  if (isShown && belongs && (event.change === 'changed' || event.change === 'shared')) return 'refetch';
  if (!isShown)
    return belongs && event.change !== 'renamed' && event.change !== 'changed' ? 'refetch' : pages;
  const changed = (one: Flow): readonly Flow[] => {
    if (one.id !== flowId) return [one];
    if (!belongs) return [];
    return [{ ...one, ...flow }];
  };
  return pages.map((page) => ({ ...page, flows: page.flows.flatMap(changed) }));
}
