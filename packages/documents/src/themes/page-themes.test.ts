import { describe, expect, it } from 'vitest';
import { contrast } from './contrast.ts';
import { pageThemes, themeCss } from './page-themes.ts';

describe('themes of pages', () => {
  it('are ten and more, each of a name of its own', () => {
    expect(new Set(pageThemes.map(({ name }) => name)).size).toBeGreaterThanOrEqual(10);
  });

  it.each(pageThemes.map((theme) => [theme.name, theme] as const))(
    '%s can be read by everybody: texts have a contrast of 4.5, edges of 3',
    (_, { canvas, surface, text, muted, line, accent, onAccent }) => {
      for (const behind of [canvas, surface]) {
        for (const color of [text, muted]) expect(contrast(color, behind)).toBeGreaterThanOrEqual(4.5);
        for (const color of [line, accent]) expect(contrast(color, behind)).toBeGreaterThanOrEqual(3);
      }
      expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('load nothing', () => {
    for (const theme of pageThemes) expect(themeCss(theme)).not.toMatch(/url\(|@import|</);
  });
});
