const named: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  shy: '\u00ad',
};

/** Text with its references read; one that is not known stays as it is. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : '\ufffd';
  });
}

const attribute = /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of tag.matchAll(attribute)) {
    const key = name.toLowerCase();
    // The first of a name counts, as in a browser.
    if (!found.has(key)) found.set(key, decoded(double ?? single ?? bare ?? ''));
  }
  return found;
}

/** Where a tag that begins here ends: the sign after its '>', quoted ones aside. */
function tagEnd(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at++) {
    const sign = html.charAt(at);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
  }
  return html.length;
}

/** Elements whose content is never shown. */
const unseen = new Set(['style', 'script', 'title', 'xml', 'head', 'template', 'comment']);

/** What is found in a document, in its order. */
export interface HtmlReader {
  text(text: string): void;
  /** `attributes` are read when asked for. */
  opened(name: string, attributes: () => ReadonlyMap<string, string>): void;
  closed(name: string): void;
}

/** Goes through a document as tolerantly as browsers do; what is never shown is left out. */
export function scanHtml(html: string, reader: HtmlReader): void {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open !== at) reader.text(decoded(open === -1 ? html.slice(at) : html.slice(at, open)));
    if (open === -1) return;
    if (html.startsWith('<!--', open)) {
      const close = html.indexOf('-->', open + 4);
      at = close === -1 ? html.length : close + 3;
      continue;
    }
    const tag = /^<(\/?)([a-z][\w:-]*)/i.exec(html.slice(open, open + 40));
    if (tag === null && !/^<[!?/]/.test(html.slice(open, open + 2))) {
      reader.text('<');
      at = open + 1;
      continue;
    }
    const end = tagEnd(html, open + 1);
    at = end;
    if (tag === null) continue;
    const [whole, slash, written = ''] = tag;
    const name = written.toLowerCase();
    if (slash === '/') reader.closed(name);
    else if (unseen.has(name)) at = contentEnd(html, name, end);
    else reader.opened(name, () => attributesOf(html.slice(open + whole.length, end - 1)));
  }
}

/** Behind the closing tag of an element; an element that is never closed holds nothing. */
function contentEnd(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[^>]*>`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html) === null ? from : closing.lastIndex;
}
