import { useRef } from 'react';
import type { CommitMove } from './cell-editor.ts';

/** What of a key press matters here. */
export interface EditorKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly keyCode: number;
  readonly nativeEvent: { readonly isComposing: boolean };
}

const arrows: { readonly [key: string]: CommitMove } = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Where Enter goes; null where it makes a line. */
export function enterMove({ ctrlKey, metaKey, shiftKey, altKey }: EditorKey): CommitMove | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return 'all';
  return shiftKey ? 'new-record' : 'down';
}

/**
 * Where a key that ends an edit goes; null for a key that belongs to the text. An input method keeps its keys.
 * `typing`: the edit began by typing over the cell, so the arrows go on to the next one.
 */
export function endOf(event: EditorKey, typing = false): CommitMove | 'cancel' | null {
  if (event.nativeEvent.isComposing || event.keyCode === 229) return null;
  if (event.key === 'Escape') return 'cancel';
  if (event.key === 'Tab') return event.shiftKey ? 'left' : 'right';
  if (event.key === 'Enter') return enterMove(event);
  const held = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return typing && !held ? (arrows[event.key] ?? null) : null;
}

/**
 * Whether the arrows still go on to the next cell: they do where an edit began by typing, until F2, a press in the
 * text or a second line says that it is the text one moves in.
 */
export function useTyping(began: boolean) {
  const typing = useRef(began);
  return {
    isTyping: (event: EditorKey): boolean => {
      if (event.key === 'F2') typing.current = !typing.current;
      return typing.current;
    },
    endTyping: () => {
      typing.current = false;
    },
  };
}

/** A line of text that reaches over the neighbours, where the browser can size a box by what is in it. */
export const growingLook = 'field-sizing-content w-auto min-w-full max-w-[min(26.25rem,calc(100vw-2rem))]';

/** The look every editor over a cell shares. It reaches a pixel beyond the cell, its text stands where the cell's does. */
export const editorLook =
  'h-full rounded-md bg-raised px-2.25 text-base text-text shadow-2 outline-2 outline-focus -outline-offset-1 max-sm:text-lead';
