import { mostStars } from '@weft/core';
import { plainText } from '../cell-text.ts';
import type { GridKind } from '../grid-kind.ts';
import { type CellPainter, make } from '../painting/cell-painter.ts';

/** Pixels a star takes in a cell. */
const star = 18;

/** Filled stars over outlined ones: two masked strips, whatever the number. */
const ratingPainter: CellPainter<'rating'> = {
  className: 'is-rating',
  paint(cell, value, { field }) {
    if (cell.childElementCount !== 2)
      cell.replaceChildren(make('span', 'wg-stars'), make('span', 'wg-stars is-off'));
    const [on, off] = cell.children;
    if (on instanceof HTMLElement) on.style.width = `${value * star}px`;
    const most = mostStars(field.template);
    if (off instanceof HTMLElement) off.style.width = `${Math.max(0, most - value) * star}px`;
    cell.ariaLabel = `${value} of ${most}`;
  },
};

export const ratingKind: GridKind<'rating'> = {
  painter: ratingPainter,
  text: plainText,
  editor: 'stars',
  formEmpty: 0,
  /** The number of stars, or none when it is the present number. */
  formTemplate: (template, value) =>
    template.maxRating === undefined ? { maxRating: Math.max(5, value ?? 0) } : template,
  press(x, value, template) {
    const stars = Math.floor(x / star) + 1;
    if (stars < 1 || stars > mostStars(template)) return undefined;
    return stars === value ? null : stars;
  },
};
