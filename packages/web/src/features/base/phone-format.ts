import { useEffect, useState } from 'react';

type Format = (text: string) => string | null;

let loaded: Format | null = null;

/** The phone formatter once its metadata is here: it is heavy, and only tables with phone numbers load it. */
export function usePhoneFormat(needed: boolean): Format | undefined {
  const [format, setFormat] = useState<Format | null>(() => loaded);
  useEffect(() => {
    if (!needed || format !== null) return;
    let here = true;
    void import('./phone-numbers.ts').then(({ formatPhone }) => {
      loaded = formatPhone;
      if (here) setFormat(() => formatPhone);
    });
    return () => {
      here = false;
    };
  }, [needed, format]);
  return needed && format !== null ? format : undefined;
}
