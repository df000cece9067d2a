import { useEffect } from 'react';
import type { BaseSession } from './open/base-session.ts';

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

export interface BaseKeysProps {
  readonly session: BaseSession;
  /** Opens the list of shortcuts. */
  readonly onHelp: () => void;
}

/** Shortcuts of the page: undo and redo except in text inputs and the grid, which has its own; the list of shortcuts everywhere. */
export function BaseKeys({ session, onHelp }: BaseKeysProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (event.key === '/') {
        event.preventDefault();
        return onHelp();
      }
      if (writes(event.target)) return;
      const key = event.key.toLowerCase();
      const redo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!redo && key !== 'z') return;
      event.preventDefault();
      void (redo ? session.redo() : session.undo());
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [session, onHelp]);
  return null;
}
