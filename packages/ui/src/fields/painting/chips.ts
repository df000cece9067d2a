import type { OptionColor } from '@weft/core';
import { optionColor } from '../../primitives/option-color.ts';
import { cellEdges, make, setText } from './cell-painter.ts';
import { labelWidth } from './text-width.ts';

/** Pixels: inner edges of a chip, gap between chips. */
const chipEdges = 16;
const gap = 4;
/** What '+N' takes. */
const moreWidth = 26;

export interface CellChip {
  readonly label: string;
  /** Null where the field shows no colours. */
  readonly color: OptionColor | null;
}

interface ChipsLook {
  /** Of the column, in pixels. */
  readonly width: number;
  readonly tall: boolean;
  /** More classes of each chip, led by a space. */
  readonly className?: string;
}

/** The part at a place of a cell; the same elements serve record after record. */
function part(cell: HTMLElement, place: number, className: string): HTMLElement {
  const there = cell.children[place];
  const element = there instanceof HTMLElement ? there : make('span', className);
  if (element !== there) cell.append(element);
  else if (element.className !== className) element.className = className;
  return element;
}

function drawChip(element: HTMLElement, { label, color }: CellChip): void {
  element.style.background = color === null ? '' : optionColor(color, 'bg');
  element.style.color = color === null ? '' : optionColor(color, 'text');
  setText(element, label);
}

function drawMore(element: HTMLElement, count: number): void {
  element.removeAttribute('style');
  setText(element, `+${count}`);
}

/** Lines of chips a tall row holds. */
const tallLines = 3;

/** As many chips as the width holds, at least one, and '+N' for the rest. Tall rows wrap them. */
export function paintChips(
  cell: HTMLElement,
  options: readonly CellChip[],
  { width, tall, className = '' }: ChipsLook,
): void {
  const room = width - cellEdges;
  const fits: CellChip[] = [];
  let used = 0;
  let lines = tall ? tallLines : 1;
  for (const option of options) {
    const own = Math.min(room, labelWidth(option.label) + chipEdges);
    // Only the last line leaves room for the number of the rest.
    const more = lines === 1 && fits.length + 1 < options.length ? moreWidth : 0;
    if (fits.length > 0 && used + own + more > room) {
      lines--;
      if (lines === 0) break;
      used = 0;
    }
    fits.push(option);
    used += own + gap;
  }
  // A text that did not fit.
  if (cell.firstElementChild === null) cell.textContent = '';
  const rest = options.length - fits.length;
  const widest = room - chipEdges - (rest > 0 ? gap + moreWidth : 0);
  for (const [place, option] of fits.entries()) {
    const cut = fits.length === 1 && labelWidth(option.label) > widest;
    const look = `wg-chip${className}${option.color === null ? ' is-plain' : ''}${cut ? ' is-cut' : ''}`;
    drawChip(part(cell, place, look), option);
  }
  if (rest > 0) drawMore(part(cell, fits.length, 'wg-more'), rest);
  const parts = fits.length + (rest > 0 ? 1 : 0);
  while (cell.childElementCount > parts) cell.lastElementChild?.remove();
}
