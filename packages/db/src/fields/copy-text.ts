const escapes: { readonly [character: string]: string } = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const special = /[\\\n\r\t]/;

/** A text in COPY's text format (PostgreSQL manual, COPY, 'Text format'). */
export const copyText = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? character) : text;

/** A list of texts as an array literal, in COPY's text format. */
export const copyTextArray = (texts: readonly string[]): string =>
  copyText(`{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`);
