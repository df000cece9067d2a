import { fieldType } from '@weft/core';
import { optionColor } from '../../primitives/option-color.ts';
import { type CellPainter, make, setLine, setText } from './cell-painter.ts';

const star = 18;

/** A bar of the share and the figure, or the figure alone. */
export const percentPainter: CellPainter<'percent'> = {
  className: 'is-percent is-figures',
  paint(cell, value, context) {
    const text = fieldType('percent').format(value, context.field.template, context.env);
    cell.classList.toggle('is-end', !context.field.template.showProgressBar);
    if (!context.field.template.showProgressBar) return setLine(cell, text, context);
    if (cell.childElementCount !== 2) {
      const bar = make('span', 'wg-bar');
      bar.append(make('span', 'wg-bar-fill'));
      cell.replaceChildren(bar, make('span', 'wg-bar-text'));
    }
    const fill = cell.firstElementChild?.firstElementChild;
    if (fill instanceof HTMLElement) fill.style.width = `${Math.min(1, Math.max(0, value)) * 100}%`;
    if (cell.lastElementChild instanceof HTMLElement) setText(cell.lastElementChild, text);
  },
};

/** Filled stars over outlined ones: two masked strips, whatever the number. */
export const ratingPainter: CellPainter<'rating'> = {
  className: 'is-rating',
  paint(cell, value, { field }) {
    if (cell.childElementCount !== 2)
      cell.replaceChildren(make('span', 'wg-stars'), make('span', 'wg-stars is-off'));
    const [on, off] = cell.children;
    if (on instanceof HTMLElement) on.style.width = `${value * star}px`;
    if (off instanceof HTMLElement)
      off.style.width = `${Math.max(0, field.template.maxRating - value) * star}px`;
    cell.ariaLabel = `${value} of ${field.template.maxRating}`;
  },
};

function paintBox(cell: HTMLElement, checked: boolean, color: string): void {
  let box = cell.firstElementChild;
  if (!(box instanceof HTMLElement)) {
    box = make('span', 'wg-box');
    cell.replaceChildren(box);
  }
  box.classList.toggle('is-on', checked);
  if (box instanceof HTMLElement) box.style.setProperty('--box', optionColor(color, 'dot'));
  cell.ariaLabel = checked ? 'Checked' : 'Not checked';
}

export const checkboxPainter: CellPainter<'checkbox'> = {
  className: 'is-checkbox',
  paint: (cell, value, { field }) => paintBox(cell, value, field.template.color),
  paintEmpty: (cell, { field }) => paintBox(cell, false, field.template.color),
};
