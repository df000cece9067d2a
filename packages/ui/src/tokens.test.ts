import { palette } from '@weft/core';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import css from './tokens.css?raw';

type Tokens = ReadonlyMap<string, string>;

/** The declarations of the block that begins after a selector. */
function block(start: string): Tokens {
  const from = css.indexOf('{', css.indexOf(start)) + 1;
  const text = css.slice(from, css.indexOf('}', from)).replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return new Map(
    [...text.matchAll(/(--w-[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}

const light = block(':root,\n[data-theme="light"]');
const darkBySystem = block('@media (prefers-color-scheme: dark) {\n  :root');
const dark = block('\n[data-theme="dark"]');

type Rgb = readonly [number, number, number];

/** A colour of the tokens over an opaque ground. */
function colour(text: string, ground: Rgb = [255, 255, 255]): Rgb {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  if (hex) return [hex[1], hex[2], hex[3]].map((part) => Number.parseInt(must(part), 16)) as unknown as Rgb;
  const [r = 0, g = 0, b = 0, alpha = 1] = must(/^rgb\((.+)\)$/.exec(text)?.[1], text)
    .split(/[\s/]+/)
    .map((part) => (part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part)));
  return [r, g, b].map((part, index) => part * alpha + must(ground[index]) * (1 - alpha)) as unknown as Rgb;
}

/** Relative luminance (WCAG 2). */
function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'sunken', 'row-hover'] as const;
const overlays = ['hover', 'pressed', 'selection'] as const;
const texts = [
  'text',
  'text-muted',
  'text-subtle',
  'accent-text',
  'success-text',
  'warning-text',
  'danger-text',
] as const;

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s colours', (_theme, tokens) => {
  const token = (name: string): string => must(tokens.get(`--w-${name}`), name);
  const solid = (name: string): Rgb => colour(token(name));

  it('let every text be read on every ground, under hover, pressed and the selection', () => {
    for (const ground of grounds)
      for (const text of texts) {
        const below = solid(ground);
        expect(contrast(solid(text), below), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        if (text.includes('-') && !text.startsWith('text')) continue;
        for (const over of overlays)
          expect(
            contrast(solid(text), colour(token(over), below)),
            `${text} on ${ground}, ${over}`,
          ).toBeGreaterThanOrEqual(4.5);
      }
  });

  it('let meaning be read on its own tint, and words on filled buttons', () => {
    for (const tone of ['accent', 'success', 'warning', 'danger'])
      expect(contrast(solid(`${tone}-text`), solid(`${tone}-tint`)), tone).toBeGreaterThanOrEqual(4.5);
    for (const [text, fill] of [
      ['on-accent', 'accent'],
      ['on-accent', 'accent-hover'],
      ['on-danger', 'danger'],
      ['on-inverse', 'inverse'],
    ] as const)
      expect(contrast(solid(text), solid(fill)), `${text} on ${fill}`).toBeGreaterThanOrEqual(4.5);
  });

  it('show the edges of controls, the focus and stars', () => {
    for (const ground of grounds)
      for (const edge of ['line-control', 'focus', 'star'])
        expect(contrast(solid(edge), solid(ground)), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
  });

  it('let every option be read', () => {
    for (const name of palette) {
      const option = `option-${name.toLowerCase()}`;
      expect(contrast(solid(`${option}-text`), solid(`${option}-bg`)), name).toBeGreaterThanOrEqual(6);
    }
  });
});

it('has the same dark colours by choice as by the system’s wish', () => {
  expect(dark.size).toBeGreaterThan(80);
  expect([...dark]).toEqual([...darkBySystem]);
  expect([...dark.keys()]).toEqual([...light.keys()]);
});
