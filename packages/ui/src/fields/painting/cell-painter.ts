import type { FieldEnv, FieldKind, FieldOf, Value } from '@weft/core';
import { surelyFits } from './text-width.ts';

/** What a cell's look depends on beside its value. */
export interface PaintContext<K extends FieldKind = FieldKind> {
  readonly field: FieldOf<K>;
  readonly env: FieldEnv;
  /** The column's width in pixels. */
  readonly width: number;
  /** True in rows high enough for several lines. */
  readonly tall: boolean;
}

/**
 * How values of a kind are drawn into a grid cell. Cells are reused for record after record while one scrolls, so a
 * painter changes as little as it can, and no library stands between.
 */
export interface CellPainter<K extends FieldKind = FieldKind> {
  readonly className: string;
  readonly paint: (cell: HTMLElement, value: Value<K>, context: PaintContext<K>) => void;
  /** Draws the empty cell where that is not simply nothing. */
  readonly paintEmpty?: (cell: HTMLElement, context: PaintContext<K>) => void;
}

/** Writes text into an element, through its one text node where it has one. */
export function setText(element: HTMLElement, text: string): void {
  const { firstChild } = element;
  if (firstChild instanceof Text && firstChild.nextSibling === null) {
    if (firstChild.data !== text) firstChild.data = text;
  } else element.textContent = text;
}

/** Pixels a cell's edges and line take of its width. */
export const cellEdges = 17;

/** Has a cell end at its column's border when its line may be longer. */
export function cutLong(cell: HTMLElement, line: string, { width }: { readonly width: number }): void {
  cell.classList.toggle('is-cut', !surelyFits(line, width - cellEdges));
}

/** Writes a cell that is one line of text. */
export function setLine(cell: HTMLElement, line: string, column: { readonly width: number }): void {
  setText(cell, line);
  cutLong(cell, line, column);
}

/** A new element of a class. */
export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  className: string,
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}
