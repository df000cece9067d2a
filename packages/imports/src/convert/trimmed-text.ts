/** `text.trim()`, asked only of texts that begin or end with anything but visible ASCII: the call costs more than looking. */
export function trimmedText(text: string): string {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  return first > 32 && first < 127 && last > 32 && last < 127 ? text : text.trim();
}
