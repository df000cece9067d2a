import type { CellValue } from '@weft/core';
import type { CellPainter, PaintContext } from './cell-painter.ts';

/**
 * Draws a value as its field's kind does. A field being converted may for a moment be of another kind than the values
 * that have come: those are shown as they are until the right ones arrive, for one cell must not keep a whole row, and
 * the rows after it, from being drawn.
 */
export function paintValue(
  painter: CellPainter,
  cell: HTMLElement,
  value: NonNullable<CellValue>,
  context: PaintContext,
): void {
  try {
    painter.paint(cell, value as never, context);
  } catch {
    cell.textContent = String(value);
    cell.classList.toggle('is-cut', true);
  }
}
