import { useEffect } from 'react';

/** Names the browser's tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Weft`;
  }, [title]);
}
