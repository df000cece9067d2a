import type { KeyboardEvent } from 'react';
import type { CommitMove } from './cell-editor.ts';
import { enterMove } from './editor-keys.ts';

/** A list under a search box, which keeps the focus: where one is in it, and what its keys do. */
export interface KeyedList {
  /** Rows of the list. */
  readonly count: number;
  /** The row one is on; -1: none. */
  readonly current: number;
  readonly search: string;
  readonly setCurrent: (row: number) => void;
  /** Enter on a row. */
  readonly onPress: (row: number, move: CommitMove) => void;
  /** Enter on no row. */
  readonly onLeave: (move: CommitMove) => void;
  readonly onTab: (move: CommitMove) => void;
  readonly onCancel: () => void;
  /** Backspace in the empty search box. */
  readonly onRemoveLast: () => void;
}

/** The keys of a list from which a cell is filled in. An input method keeps its keys. */
export const listKeys =
  ({ count, current, search, setCurrent, ...on }: KeyedList) =>
  (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.stopPropagation();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setCurrent(current === -1 && by === -1 ? count - 1 : (current + by + count) % Math.max(1, count));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const move = enterMove(event) ?? 'down';
      if (current === -1) on.onLeave(move);
      else on.onPress(current, move);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      on.onTab(event.shiftKey ? 'left' : 'right');
    } else if (event.key === 'Escape') {
      event.preventDefault();
      on.onCancel();
    } else if (event.key === 'Backspace' && search === '') on.onRemoveLast();
  };
