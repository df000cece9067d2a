import { useEffect } from 'react';
import { LazyFieldPanel } from './fields/LazyFieldPanel.tsx';
import { SignInDialog } from './open/lazy-sign-in-dialog.ts';
import { FieldsEditor, FilterEditor, SortEditor } from './views/lazy-editors.tsx';

/** Milliseconds after which the other parts are preloaded, so that they work offline too. */
const preloadAfter = 20_000;

/** Preloads the editor's lazy parts once it has been open for a while, when the browser is idle. */
export function usePreload(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => {
      for (const part of [LazyFieldPanel, FilterEditor, SortEditor, FieldsEditor, SignInDialog])
        void part.preload();
    }, preloadAfter);
    return () => clearTimeout(timer);
  }, [wanted]);
}
