import { make } from '../../fields/painting/cell-painter.ts';
import type { Rect } from './geometry.ts';

/** Pixels beyond the window within which boxes are drawn. */
export const beyondEdge = 500;
/** Pixels above and below a box that a flag on it takes. */
const aboveBox = 20;

/** Content pixels the window shows. */
export interface Seen {
  readonly top: number;
  readonly bottom: number;
}

export interface Edges {
  /** Width of the frozen columns. */
  readonly frozen: number;
  /** Pixels scrolled sideways. */
  readonly scrollLeft: number;
}

/** One box of the overlay in both layers: over the scrolled columns, and over the frozen ones. */
export class Box {
  /** Its element over the scrolled columns, and that over the frozen ones. */
  readonly parts: readonly [HTMLElement, HTMLElement];

  constructor(className: string, scrolled: HTMLElement, frozen: HTMLElement) {
    this.parts = [make('div', className), make('div', className)];
    scrolled.append(this.parts[0]);
    frozen.append(this.parts[1]);
  }

  remove(): void {
    for (const part of this.parts) part.remove();
  }

  /** Shows the box where it is; the part over frozen columns and the part beyond meet without a line between. */
  put(rect: Rect | null, { frozen, scrollLeft }: Edges, hole: Rect | null = null): void {
    const [scrolledPart, frozenPart] = this.parts;
    const inFrozen = rect !== null && rect.left < frozen;
    const beyond = rect !== null && rect.left + rect.width > frozen;
    frozenPart.hidden = !inFrozen;
    scrolledPart.hidden = !beyond;
    if (rect === null) return;
    const cut = inFrozen && beyond;
    if (beyond) {
      const left = cut ? frozen : rect.left;
      // What lies under the frozen columns is cut off.
      place(
        scrolledPart,
        { ...rect, left, width: rect.left + rect.width - left },
        scrollLeft + frozen - left,
        hole,
      );
      scrolledPart.style.borderLeftWidth = cut ? '0' : '';
    }
    if (inFrozen) {
      place(frozenPart, { ...rect, width: Math.min(rect.width, frozen - rect.left) }, 0, hole);
      frozenPart.style.borderRightWidth = cut ? '0' : '';
    }
  }
}

function place({ style }: HTMLElement, rect: Rect, hidden: number, hole: Rect | null): void {
  style.left = `${rect.left}px`;
  style.top = `${rect.top}px`;
  style.width = `${rect.width}px`;
  style.height = `${rect.height}px`;
  const from = Math.max(0, hidden);
  if (hole === null) {
    style.clipPath = from === 0 ? '' : `inset(${-aboveBox}px 0 ${-aboveBox}px ${from}px)`;
    return;
  }
  const [x0, y0] = [Math.max(from, hole.left - rect.left), hole.top - rect.top];
  const [x1, y1] = [Math.max(from, hole.left - rect.left + hole.width), y0 + hole.height];
  const hollow = `${x0}px ${y0}px, ${x1}px ${y0}px, ${x1}px ${y1}px, ${x0}px ${y1}px, ${x0}px ${y0}px`;
  style.clipPath = `polygon(evenodd, ${from}px 0, 100% 0, 100% 100%, ${from}px 100%, ${from}px 0, ${hollow})`;
}

/** A range may be higher than a browser can draw: only what the window may show of it is drawn. */
export function near(rect: Rect | null, { top, bottom }: Seen): Rect | null {
  if (rect === null) return null;
  const from = Math.max(rect.top, top - beyondEdge);
  const to = Math.min(rect.top + rect.height, bottom + beyondEdge);
  return to <= from ? null : { ...rect, top: from, height: to - from };
}
