import { optionIndex, type SelectOption, type SelectTemplate } from '@weft/core';
import { optionColor } from '../../primitives/option-color.ts';
import { type CellPainter, make, setText } from './cell-painter.ts';

/** Pixels: inner edges of a chip, gap between chips, inner edges of a cell. */
const chipEdges = 16;
const gap = 4;
const cellEdges = 17;
/** What '+N' takes. */
const moreWidth = 26;

let ruler: CanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();

/** How wide a chip's label is drawn; labels repeat, so each is measured once. */
function labelWidth(label: string): number {
  const known = widths.get(label);
  if (known !== undefined) return known;
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler === null) return label.length * 7;
  ruler.font = `500 12px ${getComputedStyle(document.body).fontFamily}`;
  const width = Math.ceil(ruler.measureText(label).width);
  // A field of a hundred thousand options must not stay in memory for ever.
  if (widths.size > 20_000) widths.clear();
  widths.set(label, width);
  return width;
}

/** The part at a place of a cell; the same elements serve record after record. */
function part(cell: HTMLElement, place: number, className: string): HTMLElement {
  const there = cell.children[place];
  const element = there instanceof HTMLElement ? there : make('span', className);
  if (element !== there) cell.append(element);
  else if (element.className !== className) element.className = className;
  return element;
}

function drawChip(element: HTMLElement, option: SelectOption, disableColors: boolean): void {
  element.style.background = disableColors ? '' : optionColor(option.color, 'bg');
  element.style.color = disableColors ? '' : optionColor(option.color, 'text');
  setText(element, option.label);
}

function drawMore(element: HTMLElement, count: number): void {
  element.removeAttribute('style');
  setText(element, `+${count}`);
}

/** Lines of chips a tall row holds. */
const tallLines = 3;

/** As many chips as the width holds, at least one, and '+N' for the rest. Tall rows wrap them. */
function paintChips(
  cell: HTMLElement,
  values: readonly string[],
  template: SelectTemplate,
  width: number,
  tall: boolean,
) {
  const { byValue } = optionIndex(template);
  const options = values.flatMap((value) => byValue.get(value) ?? []);
  const room = width - cellEdges;
  const fits: SelectOption[] = [];
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
  const { disableColors } = template;
  const chips = disableColors ? 'wg-chip is-plain' : 'wg-chip';
  for (const [place, option] of fits.entries()) drawChip(part(cell, place, chips), option, disableColors);
  const rest = options.length - fits.length;
  if (rest > 0) drawMore(part(cell, fits.length, 'wg-more'), rest);
  const parts = fits.length + (rest > 0 ? 1 : 0);
  while (cell.childElementCount > parts) cell.lastElementChild?.remove();
}

export const singleSelectPainter: CellPainter<'single_select'> = {
  className: 'is-chips',
  paint: (cell, value, { field, width, tall }) => paintChips(cell, [value], field.template, width, tall),
};

export const multipleSelectPainter: CellPainter<'multiple_select'> = {
  className: 'is-chips',
  paint: (cell, value, { field, width, tall }) => paintChips(cell, value, field.template, width, tall),
};
