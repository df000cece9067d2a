/** Pieces of a drawing. Every text and every value of an attribute is escaped. */

const entities: { readonly [letter: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that no drawing may hold, and those that would turn the text around them about. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]+/gu;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, ' ')
    .replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);

/** A piece that is written already. */
export interface Svg {
  readonly svg: string;
}

type Attributes = { readonly [name: string]: string | number };

export const el = (name: string, attributes: Attributes, ...children: readonly Svg[]): Svg => {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  return { svg: `<${name}${written}>${children.map(({ svg }) => svg).join('')}</${name}>` };
};

/** Longer texts do not fit into any place of a preview. */
const longestText = 40;

/** One line of text, its first characters. */
export const textAt = (x: number, y: number, text: string, attributes: Attributes): Svg => {
  const { svg } = el(
    'text',
    { x, y, ...attributes },
    {
      svg: escaped(
        Array.from(text.slice(0, longestText * 2))
          .slice(0, longestText)
          .join(''),
      ),
    },
  );
  return { svg };
};

export const width = 240;
export const height = 136;

/** The whole drawing; it fills its place from the start and the top. */
export const drawing = (children: readonly Svg[]): string =>
  el(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      preserveAspectRatio: 'xMinYMin slice',
      'font-family': "Inter, system-ui, 'Segoe UI', Roboto, Arial, sans-serif",
      'font-size': 8,
    },
    ...children,
  ).svg;
