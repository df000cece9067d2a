import { type PageTheme, themeFonts, themeTokens } from '@weft/documents';
import type { CSSProperties } from 'react';

/** What the editor says by itself stays as it is everywhere. */
const ofEditor = new Set(['focus']);

/** The tokens of a theme for a part of the editor that shows a page; nothing where pages follow the visitor. */
export function themeStyle(theme: PageTheme | null): CSSProperties | undefined {
  if (theme === null) return undefined;
  const tokens = Object.entries({
    ...themeTokens(theme),
    raised: theme.surface,
    hover: `color-mix(in srgb, ${theme.text} 6%, transparent)`,
  }).flatMap(([name, value]) => (ofEditor.has(name) ? [] : [[`--w-${name}`, value]]));
  return {
    ...Object.fromEntries(tokens),
    colorScheme: theme.scheme,
    color: theme.text,
    ...(theme.font !== 'sans' && { fontFamily: themeFonts[theme.font] }),
  };
}
