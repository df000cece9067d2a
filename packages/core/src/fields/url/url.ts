import { textType } from '../text/text-type.ts';

export const urlType = textType('url', { label: 'URL', trimsPaste: true });

const scheme = /^([a-z][a-z0-9+.-]*):/i;
/** The schemes a cell may link to: never javascript: or data:. */
const linked = ['http', 'https', 'mailto', 'tel', 'ftp'];
const webAddress =
  /^(?:https?|ftp):\/\/(?:[^\s/?#@]+@)?(?:\[[0-9a-f:.]+\]|[^\s/?#@:.[\]<>"\\^`{|}]+(?:\.[^\s/?#@:.[\]<>"\\^`{|}]+)*\.?)(?::\d{1,5})?(?:[/?#][^\s]*)?$/i;

/** The link a URL cell shows, with https:// before a text without scheme; null when the text is no address. */
export function urlLink(text: string): string | null {
  const address = text.trim();
  if (address === '' || !address.isWellFormed()) return null;
  const named = scheme.exec(address)?.[1]?.toLowerCase();
  // 'localhost:3000' and 'example.com:8080/a' name a port, not a scheme.
  const hasScheme = named !== undefined && !/^[^/?#]*:\d+(?:[/?#]|$)/.test(address);
  if (!hasScheme) {
    const link = `https://${address}`;
    return webAddress.test(link) && /[.:]/.test(address) ? link : null;
  }
  if (!linked.includes(named)) return null;
  if (named === 'mailto' || named === 'tel') return /^[a-z]+:[^\s]+$/i.test(address) ? address : null;
  return webAddress.test(address) ? address : null;
}
