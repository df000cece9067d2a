/** Contrast of colours, as WCAG counts it. Colours are '#rrggbb'. */

const channels = (color: string): readonly number[] =>
  (color.slice(1).match(/../g) ?? []).map((part) => Number.parseInt(part, 16));

const linear = (part: number): number => {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance: 0 of black to 1 of white. */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 of the same colours to 21 of black on white. */
export function contrast(a: string, b: string): number {
  const [most = 0, least = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (most + 0.05) / (least + 0.05);
}

/** A colour on the way from one to another; `share` of the other, 0 to 1. */
export function mixed(from: string, to: string, share: number): string {
  const others = channels(to);
  const parts = channels(from).map((part, i) => Math.round(part + ((others[i] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);
