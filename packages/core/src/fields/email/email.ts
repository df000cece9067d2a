import { textType } from '../text/text-type.ts';

export const emailType = textType('email', { label: 'Email', trimsPaste: true });

/**
 * HTML's own rule for `<input type=email>`, a dot in the domain, and letters of every script in both parts; no point at
 * the ends of the first part nor twice in a row, which no mail reaches.
 */
const pattern =
  /^(?!\.|[^@]*\.[.@])[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?)+$/u;

export const isEmail = (text: string): boolean => text.length <= 254 && pattern.test(text);

/** The link an email cell shows; null when the text is no address. */
export function mailtoLink(text: string): string | null {
  const address = text.trim();
  // '?', '&', '#' and '%' would start headers or escapes in the link.
  return isEmail(address)
    ? `mailto:${address.replace(/[?&#%]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
    : null;
}
