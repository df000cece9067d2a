import { optionIndex, type SelectOption, type SelectTemplate } from '@weft/core';
import { optionColor } from '../../primitives/option-color.ts';
import { plainText } from '../cell-text.ts';
import type { GridKind } from '../grid-kind.ts';
import { cellEdges, make, setText } from '../painting/cell-painter.ts';
import { labelWidth } from '../painting/text-width.ts';

/** Pixels: inner edges of a chip, gap between chips. */
const chipEdges = 16;
const gap = 4;
/** What '+N' takes. */
const moreWidth = 26;

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
  const rest = options.length - fits.length;
  const widest = room - chipEdges - (rest > 0 ? gap + moreWidth : 0);
  for (const [place, option] of fits.entries()) {
    const cut = fits.length === 1 && labelWidth(option.label) > widest;
    const className = `wg-chip${disableColors ? ' is-plain' : ''}${cut ? ' is-cut' : ''}`;
    drawChip(part(cell, place, className), option, disableColors);
  }
  if (rest > 0) drawMore(part(cell, fits.length, 'wg-more'), rest);
  const parts = fits.length + (rest > 0 ? 1 : 0);
  while (cell.childElementCount > parts) cell.lastElementChild?.remove();
}

const list = { text: plainText, editor: 'select', opensBySpace: true } as const;

export const singleSelectKind: GridKind<'single_select'> = {
  ...list,
  painter: {
    className: 'is-chips',
    paint: (cell, value, { field, width, tall }) => paintChips(cell, [value], field.template, width, tall),
  },
};

export const multipleSelectKind: GridKind<'multiple_select'> = {
  ...list,
  painter: {
    className: 'is-chips',
    paint: (cell, value, { field, width, tall }) => paintChips(cell, value, field.template, width, tall),
  },
};
