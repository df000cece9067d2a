import { useEffect } from 'react';
import type { EditorSession } from '../session/editor-session.ts';

/** Undo and redo by key, everywhere in the editor: a text in it is part of the document and has no history of its own. */
export function useStepKeys(session: EditorSession, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const redo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!redo && key !== 'z') return;
      event.preventDefault();
      (redo ? session.redo : session.undo)();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [session, on]);
}
