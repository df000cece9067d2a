import { type RefObject, useEffect, useRef } from 'react';

/** Brings the focus to a step that has just come: what was pressed to get there is gone. */
export function useArrival<T extends HTMLElement>(): RefObject<T | null> {
  const place = useRef<T>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
  }, []);
  return place;
}
