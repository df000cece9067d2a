import { type RefObject, useEffect, useRef } from 'react';

/**
 * Ctrl (on a Mac Cmd) with this letter comes to a page's search. Under a dialog, where the search is out of reach, the
 * key is the browser's.
 */
export function useSearchKey(letter: string, input: RefObject<HTMLElement | null>, come: () => void): void {
  const latest = useRef(come);
  latest.current = come;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== letter) return;
      // A dialog hides all behind it from those who cannot see it.
      if (input.current?.closest('[aria-hidden=true]') !== null) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [letter, input]);
}
