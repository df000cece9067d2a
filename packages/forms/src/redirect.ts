/** An address of https whose host is written out: no answer leads elsewhere. */
const safe = /^https:\/\/[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?(?:[/?#]|$)/i;

export const isSafeRedirect = (address: string): boolean => safe.test(address.trim());

/** Signs that stand in no address as they are. */
const outside = /[^\x21-\x7e]|["<>\\^`{|}]/gu;

/** Where an ending leads; `pipe` puts answers into a text, written as parts of an address. Null: nowhere. */
export const redirectOf = (address: string | null, pipe: (text: string) => string): string | null =>
  address === null || !isSafeRedirect(address)
    ? null
    : pipe(address.trim()).toWellFormed().replace(outside, encodeURIComponent);
