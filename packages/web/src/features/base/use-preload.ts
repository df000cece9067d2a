import { useEffect } from 'react';
import { LazyFieldPanel } from './LazyFieldPanel.tsx';
import { FieldsEditor, FilterEditor, SortEditor } from './tools/lazy-editors.tsx';

/** Milliseconds after which a page one works on is complete: what is asked for then is here, also without a network. */
const settled = 20_000;

/** Fetches the editor's other parts once it has been open for a while, where the browser has nothing else to do. */
export function usePreload(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => {
      for (const part of [LazyFieldPanel, FilterEditor, SortEditor, FieldsEditor]) part.preload();
    }, settled);
    return () => clearTimeout(timer);
  }, [wanted]);
}
