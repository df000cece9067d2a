/** `Red, "Green, light", "the ""best"""`: labels with a comma, a quote, a line break or outer blanks are quoted as in CSV. */
export const joinLabels = (labels: readonly string[]): string =>
  labels
    .map((label) =>
      /[",\r\n]/.test(label) || label !== label.trim() ? `"${label.replaceAll('"', '""')}"` : label,
    )
    .join(', ');

/** The labels of such a text, trimmed unless quoted, empty ones dropped; an open quote runs to the end. */
export function splitLabels(text: string): readonly string[] {
  const labels: string[] = [];
  let at = 0;
  while (at <= text.length) {
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
    if (text.charAt(at) === '"') {
      const quoted = readQuoted(text, at);
      labels.push(quoted.label);
      at = quoted.end;
    } else {
      const comma = text.indexOf(',', at);
      const end = comma === -1 ? text.length : comma;
      labels.push(text.slice(at, end).trim());
      at = end + 1;
    }
  }
  return labels.filter((label) => label !== '');
}

/** Reads from an opening quote to past the next comma; what stands between the closing quote and that comma belongs to the label. */
function readQuoted(text: string, start: number): { readonly label: string; readonly end: number } {
  let label = '';
  let at = start + 1;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { label: label + text.slice(at), end: text.length + 1 };
    label += text.slice(at, quote);
    at = quote + 1;
    if (text.charAt(at) !== '"') break;
    label += '"';
    at++;
  }
  const comma = text.indexOf(',', at);
  const end = comma === -1 ? text.length : comma;
  return { label: label + text.slice(at, end).trimEnd(), end: end + 1 };
}
