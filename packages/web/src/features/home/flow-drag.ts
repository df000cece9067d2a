import type { Flow } from '../../api.ts';

/** A page's own kind of data: nothing else takes it for text. */
const kind = 'application/x-weft-flows';

let dragged: readonly Flow[] = [];

/** Begins to drag flows: what is selected, where the one that is held is among it. */
export function startFlowDrag(transfer: DataTransfer, flows: readonly Flow[]): void {
  dragged = flows;
  transfer.effectAllowed = 'move';
  transfer.setData(kind, String(flows.length));
}

export const isFlowDrag = (transfer: DataTransfer): boolean => transfer.types.includes(kind);

export const draggedFlows = (): readonly Flow[] => dragged;
