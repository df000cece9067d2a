/** Text that is HTML already. Only `html` makes it, so nothing a person wrote gets into a page unescaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const escapes: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

type Part = Html | string | number | false | null | readonly Html[];

function partText(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
}

/** HTML of a template: what stands in it is escaped, but for other HTML. Attributes belong in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, piece, i) => text + partText(parts[i - 1] ?? null) + piece));
