import { useEffect, useState } from 'react';

type Format = (text: string) => string | null;

let loaded: Format | null = null;

/** Numbers stand as they are written until the formatter is here. */
const asWritten = (): null => null;

/** Formats phone numbers; with its metadata it is heavy, and is fetched when the first number is to be shown. */
export function usePhoneFormat(): Format {
  const [isAsked, setAsked] = useState(false);
  const [format, setFormat] = useState<Format | null>(() => loaded);
  const [ask] = useState<Format>(() => () => {
    // Numbers are formatted while React renders too.
    queueMicrotask(() => setAsked(true));
    return null;
  });
  useEffect(() => {
    if (!isAsked || format !== null) return;
    let here = true;
    const load = () =>
      void import('./phone-numbers.ts').then(
        ({ formatPhone }) => {
          loaded = formatPhone;
          if (here) setFormat(() => formatPhone);
        },
        () => here && addEventListener('online', load, { once: true }),
      );
    load();
    return () => {
      here = false;
      removeEventListener('online', load);
    };
  }, [isAsked, format]);
  return format ?? (isAsked ? asWritten : ask);
}
