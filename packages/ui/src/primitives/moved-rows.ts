import { flushSync } from 'react-dom';

/** The list with one item at another place. */
export function movedItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  return item === undefined ? items : items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/**
 * Moves a row of a list, which takes its element out and in again and the focus from what is in it: that gets it back.
 * At an end of the list the button that was pressed takes none any more: then it goes to `instead`.
 */
export function moveWithFocus(move: () => void, instead: () => HTMLElement | null | undefined): void {
  const pressed = document.activeElement;
  flushSync(move);
  if (pressed instanceof HTMLButtonElement && pressed.disabled) instead()?.focus();
  else if (pressed instanceof HTMLElement) pressed.focus();
}
