import type { Content } from '../document.ts';
import { aWhole, oneOf, type PropRules, propRule } from '../prop-rule.ts';
import { contrast, isColor, luminance, mixed } from './contrast.ts';
import { type PageTheme, pageTheme, pageThemes, themeFonts } from './page-themes.ts';

/** `#rrggbb`. */
export const colorRule = propRule({ type: 'string', pattern: '^#[0-9a-f]{6}$' }, isColor);

const isFont = (value: unknown): value is PageTheme['font'] =>
  typeof value === 'string' && Object.hasOwn(themeFonts, value);

export const maxRadius = 32;

/** The theme of a document and what it sets over it: props of the document, each on its own. */
export const themeProps: PropRules = {
  theme: oneOf(pageThemes.map(({ name }) => name)),
  canvasColor: colorRule,
  textColor: colorRule,
  accentColor: colorRule,
  radius: aWhole(0, maxRadius),
  font: oneOf(Object.keys(themeFonts)),
};

/** Without a theme, in the light: what own colours are laid over. */
const plain: PageTheme = {
  ...{ name: '', label: '', scheme: 'light', radius: 8, font: 'sans' },
  ...{ canvas: '#f9f8f6', surface: '#ffffff', text: '#201e1a', muted: '#55524c' },
  ...{ line: '#837f79', accent: '#3b4ec6', onAccent: '#ffffff' },
};

/** Of a text and of what bounds a control, at least (WCAG 1.4.3 and 1.4.11). */
const leastContrast = { text: 4.5, edge: 3 } as const;

const leastOn = (color: string, behind: readonly string[]): number =>
  Math.min(...behind.map((one) => contrast(color, one)));

/** The first colour on the way from one to the text that can be told from what is behind. */
function firstSeen(from: string, text: string, behind: readonly string[], least: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const color = mixed(from, text, share);
    if (leastOn(color, behind) >= least) return color;
  }
  return text;
}

const black = '#000000';
const white = '#ffffff';

/** The theme that a document shows, with what it sets itself; null: it follows the product's colours. */
export function themeOf({ props }: Content): PageTheme | null {
  const base = pageTheme(props.theme);
  const { canvasColor, textColor, accentColor, radius, font } = props;
  const shape = {
    ...(typeof radius === 'number' && { radius }),
    ...(isFont(font) && { font }),
  };
  if (![canvasColor, textColor, accentColor].some(isColor))
    return base === undefined && Object.keys(shape).length === 0 ? null : { ...(base ?? plain), ...shape };
  const theme = base ?? plain;
  const canvas = isColor(canvasColor) ? canvasColor : theme.canvas;
  const scheme = luminance(canvas) > 0.18 ? 'light' : 'dark';
  const surface = isColor(canvasColor)
    ? mixed(canvas, white, scheme === 'light' ? 0.6 : 0.06)
    : theme.surface;
  const behind = [canvas, surface];
  const fits = leastOn(theme.text, behind) >= leastContrast.text;
  const text = isColor(textColor) ? textColor : fits ? theme.text : scheme === 'light' ? black : white;
  const accent = isColor(accentColor)
    ? accentColor
    : firstSeen(theme.accent, text, behind, leastContrast.edge);
  return {
    ...{ ...theme, ...shape, scheme, canvas, surface, text, accent },
    muted: firstSeen(canvas, text, behind, leastContrast.text),
    line: firstSeen(canvas, text, behind, leastContrast.edge),
    onAccent: contrast(accent, white) >= contrast(accent, black) ? white : black,
  };
}

export interface ContrastFault {
  readonly of: 'text' | 'accent';
  readonly ratio: number;
  readonly least: number;
}

/** Colours that not everybody can tell apart. */
export function contrastFaults({ canvas, surface, text, accent }: PageTheme): readonly ContrastFault[] {
  const found: ContrastFault[] = [];
  const ask = (of: ContrastFault['of'], color: string, least: number) => {
    const ratio = leastOn(color, [canvas, surface]);
    if (ratio < least) found.push({ of, ratio, least });
  };
  ask('text', text, leastContrast.text);
  ask('accent', accent, leastContrast.edge);
  return found;
}

/** One decimal, rounded down: what misses its limit never reads as if it held it. */
const ratioText = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

export const contrastSentence = ({ of, ratio, least }: ContrastFault): string =>
  `The colour of ${of === 'text' ? 'texts' : 'buttons'} is hard to see on the background: its contrast is ${ratioText(ratio)}, and has to be ${least} or more`;
