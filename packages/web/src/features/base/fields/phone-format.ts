import { useEffect, useState } from 'react';

type Format = (text: string) => string | null;

let loaded: Format | null = null;

/** The phone formatter once its metadata is here: it is heavy, and only tables with phone numbers load it. */
export function usePhoneFormat(needed: boolean): Format | undefined {
  const [format, setFormat] = useState<Format | null>(() => loaded);
  useEffect(() => {
    if (!needed || format !== null) return;
    let here = true;
    const load = () =>
      void import('./phone-numbers.ts').then(
        ({ formatPhone }) => {
          loaded = formatPhone;
          if (here) setFormat(() => formatPhone);
        },
        // Numbers stand as they are written until the network is back.
        () => here && addEventListener('online', load, { once: true }),
      );
    load();
    return () => {
      here = false;
      removeEventListener('online', load);
    };
  }, [needed, format]);
  return needed && format !== null ? format : undefined;
}
