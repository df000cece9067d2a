import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Milliseconds in which a menu or dialog that is on its way out gives the focus back. */
const settled = 300;

/**
 * For a list by keyboard: when the item a person stood on is taken out, the focus goes to its neighbour instead of the
 * top of the page. `keys` are those of the list's children, in their order.
 */
export function useKeptPlace(keys: readonly string[]): {
  readonly ref: RefObject<HTMLUListElement | null>;
  readonly onFocus: (event: FocusEvent) => void;
} {
  const ref = useRef<HTMLUListElement>(null);
  const place = useRef<{ readonly key: string; readonly index: number } | null>(null);
  const text = keys.join(' ');
  useEffect(() => {
    const { key, index } = place.current ?? {};
    if (key === undefined || index === undefined || text.split(' ').includes(key)) return;
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const items = ref.current?.children;
      items?.[Math.min(index, items.length - 1)]?.querySelector<HTMLElement>('a, button')?.focus();
    }, settled);
    return () => clearTimeout(timer);
  }, [text]);
  return {
    ref,
    onFocus: ({ target }) => {
      const index = [...(ref.current?.children ?? [])].findIndex((child) => child.contains(target));
      const key = keys[index];
      if (key !== undefined) place.current = { key, index };
    },
  };
}
