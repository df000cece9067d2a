import { urlLink } from '@weft/core';

/** With a scheme or `www.`, and a link in the product: a bare `example.com` may be anything. */
export function isUrl(text: string): boolean {
  const first = text.charCodeAt(0) | 32;
  // h and w: most texts are told apart by one character.
  return (first === 104 || first === 119) && /^(?:https?:\/\/|www\.)/i.test(text) && urlLink(text) !== null;
}

const international = /^\+\d[\d ().\-/]{5,24}$/;
const national = /^(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?: ?(?:x|ext\.?) ?\d{1,6})?$/;
const loose = /^\+?[\d ().\-/]{6,25}$/;

/** `named` says that the column's name speaks of phones: then plain digits are one too. */
export function isPhone(text: string, named: boolean): boolean {
  const first = text.charCodeAt(0);
  if (first !== 43 && first !== 40 && !(first >= 48 && first <= 57)) return false;
  if (text.length > 32) return false;
  if (!(international.test(text) || national.test(text) || (named && loose.test(text)))) return false;
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
  }
  return digits >= 6 && digits <= 21;
}
