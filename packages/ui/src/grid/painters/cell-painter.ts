import type { FieldEnv, FieldKind, FieldOf, Value } from '@weft/core';

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

/** A new element of a class. */
export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  className: string,
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}
