import { textType } from '../text/text-type.ts';

export const emailType = textType('email', { label: 'Email', trimsPaste: true });

/** HTML's own rule for `<input type=email>`, and a dot in the domain. */
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export const isEmail = (text: string): boolean => text.length <= 254 && pattern.test(text);

/** The link an email cell shows; null when the text is no address. */
export function mailtoLink(text: string): string | null {
  const address = text.trim();
  // '?', '&', '#' and '%' would start headers or escapes in the link.
  return isEmail(address)
    ? `mailto:${address.replace(/[?&#%]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
    : null;
}
