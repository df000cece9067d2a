import { describe, expect, it } from 'vitest';
import { formThemes, themeCss } from './form-themes.ts';

const channel = (part: string): number => {
  const value = Number.parseInt(part, 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance (WCAG). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.slice(1).match(/../g) ?? []).map(channel);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (a: string, b: string): number => {
  const [most = 0, least = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (most + 0.05) / (least + 0.05);
};

describe('themes of forms', () => {
  it('are ten and more, each of a name of its own', () => {
    expect(new Set(formThemes.map(({ name }) => name)).size).toBeGreaterThanOrEqual(10);
  });

  it.each(formThemes.map((theme) => [theme.name, theme] as const))(
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
    for (const theme of formThemes) expect(themeCss(theme)).not.toMatch(/url\(|@import|</);
  });
});
