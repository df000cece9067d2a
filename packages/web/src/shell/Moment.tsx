import { useSyncExternalStore } from 'react';
import { relativeTime } from './relative-time.ts';

const tick = (hear: () => void) => {
  const timer = setInterval(hear, 10_000);
  return () => clearInterval(timer);
};

/**
 * A moment (ISO 8601) as one speaks of it, true for as long as the page is open; in full on hover. `inside` a sentence
 * it begins small.
 */
export function Moment({ at, inside = false }: { readonly at: string; readonly inside?: boolean }) {
  const text = useSyncExternalStore(tick, () => relativeTime(Date.parse(at), Date.now()));
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {inside ? text.toLowerCase() : text}
    </time>
  );
}
