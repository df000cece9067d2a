/** What S3 answers in XML, read by the names of its elements: the documents are flat, and their values plain text. */

const entities: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text
    .replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (_all, code: string) =>
      String.fromCodePoint(Number(code.startsWith('x') ? `0${code}` : code)),
    )
    .replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => entities[name] ?? all);

/** The contents of every element of this name, in order; nothing is unescaped, for they may hold elements. */
export function elementsOf(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, content = '']) => content,
  );
}

/** The text of the first element of this name; null where there is none. */
export function textOf(xml: string, name: string): string | null {
  const [content] = elementsOf(xml, name);
  return content === undefined ? null : unescaped(content.trim());
}

export const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
