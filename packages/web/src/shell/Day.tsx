import { dayIn } from './moment-format.ts';
import { useMomentFormats } from './use-moment-formats.ts';

/** The day of a moment (ISO 8601) as one reads dates, never broken between two lines. */
export function Day({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {dayIn(useMomentFormats(), at)}
    </time>
  );
}
