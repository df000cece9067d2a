import type { KeyboardEvent } from 'react';
import type { CommitMove } from './cell-editor.ts';

/** Where a key that ends an edit goes; null for a key that belongs to the text. An input method keeps its keys. */
export function endOf(event: KeyboardEvent): CommitMove | 'cancel' | null {
  if (event.nativeEvent.isComposing || event.keyCode === 229) return null;
  if (event.key === 'Escape') return 'cancel';
  if (event.key === 'Tab') return event.shiftKey ? 'left' : 'right';
  if (event.key === 'Enter' && !event.altKey) return event.shiftKey ? 'up' : 'down';
  return null;
}

/** The look every editor over a cell shares. It reaches a pixel beyond the cell, its text stands where the cell's does. */
export const editorLook =
  'h-full w-full min-w-0 rounded-md bg-raised px-2.25 text-base text-text shadow-2 outline-2 outline-focus -outline-offset-1 max-sm:text-lead';
