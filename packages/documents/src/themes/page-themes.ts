/** How a published page looks. Its fonts are those of the device: nothing is fetched from elsewhere. */
export interface PageTheme {
  /** Stored in documents; it never changes. */
  readonly name: string;
  readonly label: string;
  readonly scheme: 'light' | 'dark';
  /** Behind the page, and in its controls. */
  readonly canvas: string;
  readonly surface: string;
  readonly text: string;
  readonly muted: string;
  /** Around controls. */
  readonly line: string;
  /** Buttons and what is chosen, and the text on them. */
  readonly accent: string;
  readonly onAccent: string;
  /** Pixels. */
  readonly radius: number;
  readonly font: 'sans' | 'serif' | 'round' | 'mono';
}

export const themeFonts: { readonly [F in PageTheme['font']]: string } = {
  sans: 'inherit',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif',
  round:
    'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT", sans-serif',
  mono: 'ui-monospace, "Cascadia Code", "Source Code Pro", Menlo, Consolas, monospace',
};

const light = { scheme: 'light', onAccent: '#ffffff' } as const;
const dark = { scheme: 'dark' } as const;

/** THE list of themes; without one a page follows the colours of the product, and the device's wish for dark. */
export const pageThemes: readonly PageTheme[] = [
  {
    ...{ ...light, name: 'paper', label: 'Paper', radius: 2, font: 'serif' },
    ...{ canvas: '#faf6ee', surface: '#fffdf8', text: '#2b2620', muted: '#6a6155' },
    ...{ line: '#8c8172', accent: '#7a3e1d' },
  },
  {
    ...{ ...light, name: 'forest', label: 'Forest', radius: 8, font: 'sans' },
    ...{ canvas: '#f1f6f1', surface: '#ffffff', text: '#16261b', muted: '#4d6153' },
    ...{ line: '#7b8f80', accent: '#1f6b3b' },
  },
  {
    ...{ ...light, name: 'ocean', label: 'Ocean', radius: 12, font: 'sans' },
    ...{ canvas: '#eef6fa', surface: '#ffffff', text: '#0f2733', muted: '#476270' },
    ...{ line: '#75909d', accent: '#0b6285' },
  },
  {
    ...{ ...light, name: 'rose', label: 'Rose', radius: 14, font: 'round' },
    ...{ canvas: '#fdf2f4', surface: '#ffffff', text: '#34151d', muted: '#75525b' },
    ...{ line: '#a07a84', accent: '#a5234a' },
  },
  {
    ...{ ...light, name: 'sunrise', label: 'Sunrise', radius: 10, font: 'sans' },
    ...{ canvas: '#fff6ea', surface: '#ffffff', text: '#33210d', muted: '#705a40' },
    ...{ line: '#97805f', accent: '#a24a05' },
  },
  {
    ...{ ...light, name: 'lavender', label: 'Lavender', radius: 16, font: 'round' },
    ...{ canvas: '#f6f3fd', surface: '#ffffff', text: '#241b3a', muted: '#5f5578' },
    ...{ line: '#8a80a5', accent: '#5b3bb0' },
  },
  {
    ...{ ...light, name: 'plain', label: 'Plain', radius: 0, font: 'sans' },
    ...{ canvas: '#ffffff', surface: '#ffffff', text: '#000000', muted: '#555555' },
    ...{ line: '#767676', accent: '#000000' },
  },
  {
    ...{ ...light, name: 'clay', label: 'Clay', radius: 6, font: 'serif' },
    ...{ canvas: '#f5eeea', surface: '#fffaf7', text: '#30201a', muted: '#6f5a51' },
    ...{ line: '#937c72', accent: '#8f3a22' },
  },
  {
    ...{ ...dark, name: 'night', label: 'Night', radius: 10, font: 'sans' },
    ...{ canvas: '#101418', surface: '#181d23', text: '#eef2f6', muted: '#a7b2bd' },
    ...{ line: '#76828f', accent: '#8ab4ff', onAccent: '#0b1526' },
  },
  {
    ...{ ...dark, name: 'aurora', label: 'Aurora', radius: 14, font: 'round' },
    ...{ canvas: '#0d1b1e', surface: '#13262a', text: '#eaf6f4', muted: '#9fbab5' },
    ...{ line: '#6f8f8a', accent: '#5fe0b5', onAccent: '#05231a' },
  },
  {
    ...{ ...dark, name: 'terminal', label: 'Terminal', radius: 0, font: 'mono' },
    ...{ canvas: '#0c0f0c', surface: '#111611', text: '#d6f5d6', muted: '#93b793' },
    ...{ line: '#5f7f5f', accent: '#7be07b', onAccent: '#061206' },
  },
  {
    ...{ ...dark, name: 'plum', label: 'Plum', radius: 8, font: 'serif' },
    ...{ canvas: '#1d1322', surface: '#271a2e', text: '#f6ecfa', muted: '#c0a9ca' },
    ...{ line: '#8f7799', accent: '#e3a7f5', onAccent: '#2b0d37' },
  },
];

export const pageTheme = (name: unknown): PageTheme | undefined =>
  pageThemes.find((theme) => theme.name === name);

/** The tokens of the product that a theme has values of its own for. */
export function themeTokens({ radius, onAccent, ...colors }: PageTheme): {
  readonly [token: string]: string;
} {
  const { canvas, surface, text, muted, line, accent } = colors;
  return {
    canvas,
    surface,
    sunken: canvas,
    text,
    'text-muted': muted,
    'text-subtle': muted,
    line,
    'line-strong': line,
    'line-control': line,
    accent,
    'accent-hover': `color-mix(in srgb, ${accent} 88%, ${text})`,
    'accent-pressed': `color-mix(in srgb, ${accent} 78%, ${text})`,
    'accent-tint': `color-mix(in srgb, ${accent} 12%, ${surface})`,
    'accent-text': text,
    'on-accent': onAccent,
    focus: accent,
    'radius-md': `${Math.round(radius * 0.6)}px`,
    'radius-lg': `${radius}px`,
  };
}

/** The style sheet of a theme, over the tokens of the product. */
export function themeCss(theme: PageTheme): string {
  const { scheme, font } = theme;
  const declared = Object.entries(themeTokens(theme)).map(([name, value]) => `--w-${name}:${value};`);
  const family = font === 'sans' ? '' : `body{font-family:${themeFonts[font]}}`;
  return `:root,[data-theme]{color-scheme:${scheme};${declared.join('')}}${family}`;
}
