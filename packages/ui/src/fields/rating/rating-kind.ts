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
    if (off instanceof HTMLElement)
      off.style.width = `${Math.max(0, field.template.maxRating - value) * star}px`;
    cell.ariaLabel = `${value} of ${field.template.maxRating}`;
  },
};

export const ratingKind: GridKind<'rating'> = {
  painter: ratingPainter,
  text: plainText,
  editor: 'stars',
  formEmpty: 0,
  /** The number of stars, or none when it is the present number. */
  press(x, value, { maxRating }) {
    const stars = Math.floor(x / star) + 1;
    if (stars < 1 || stars > maxRating) return undefined;
    return stars === value ? null : stars;
  },
};
