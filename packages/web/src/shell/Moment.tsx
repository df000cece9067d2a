import { useSyncExternalStore } from 'react';
import { momentIn } from './moment-format.ts';
import { relativeTime } from './relative-time.ts';
import { tick } from './tick.ts';
import { useMomentFormats } from './use-moment-formats.ts';

/**
 * A moment (ISO 8601) as one speaks of it, true for as long as the page is open; in full on hover. `inside` a sentence
 * it begins small.
 */
export function Moment({ at, inside = false }: { readonly at: string; readonly inside?: boolean }) {
  const formats = useMomentFormats();
  const text = useSyncExternalStore(tick, () => relativeTime(Date.parse(at), Date.now()));
  return (
    <time dateTime={at} title={momentIn(formats, at)}>
      {inside ? text.toLowerCase() : text}
    </time>
  );
}
