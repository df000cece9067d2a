import { mostStars } from '@weft/core';
import { plainText } from '../cell-text.ts';
import type { GridKind } from '../grid-kind.ts';
import { type CellPainter, cellEdges, make } from '../painting/cell-painter.ts';

/** Pixels a star takes in a cell. */
const star = 18;

/** Filled stars over outlined ones: two masked strips, whatever the number. */
const ratingPainter: CellPainter<'rating'> = {
  className: 'is-rating',
  paint(cell, value, { field, width }) {
    if (cell.childElementCount !== 2)
      cell.replaceChildren(make('span', 'wg-stars'), make('span', 'wg-stars is-off'));
    const [on, off] = cell.children;
    const most = mostStars(field.template);
    // Ten stars are wider than a narrow column: they end at its edge.
    const room = width - cellEdges;
    const filled = Math.min(value * star, room);
    if (on instanceof HTMLElement) on.style.width = `${filled}px`;
    if (off instanceof HTMLElement)
      off.style.width = `${Math.max(0, Math.min(most * star, room) - filled)}px`;
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
