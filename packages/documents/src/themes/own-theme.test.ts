import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyContent } from '../document.ts';
import { contrast } from './contrast.ts';
import { contrastFaults, contrastSentence, themeOf } from './own-theme.ts';
import { pageThemes } from './page-themes.ts';

const pageOf = (props: { readonly [key: string]: string | number }) => ({
  ...emptyContent('form', 0),
  props,
});

it('without a theme and colours of its own a page follows the product', () => {
  expect(themeOf(pageOf({}))).toBeNull();
  expect(themeOf(pageOf({ theme: 'night' }))).toEqual(pageThemes.find(({ name }) => name === 'night'));
  expect(themeOf(pageOf({ theme: 'night', radius: 3 }))).toMatchObject({ radius: 3, canvas: '#101418' });
});

it('names colours that are too near to each other, with what they have and need', () => {
  const theme = themeOf(pageOf({ canvasColor: '#ffffff', textColor: '#999999', accentColor: '#eeeeee' }));
  const faults = theme === null ? [] : contrastFaults(theme);
  expect(faults.map(({ of }) => of)).toEqual(['text', 'accent']);
  expect(faults.map(contrastSentence)[0]).toContain('2.8, and has to be 4.5');
});

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('derives the other colours so that they can be read, whatever the background', () => {
  fc.assert(
    fc.property(color, color, fc.constantFrom(undefined, ...pageThemes), (canvasColor, accentColor, base) => {
      const theme = themeOf(pageOf({ canvasColor, accentColor, ...(base && { theme: base.name }) }));
      if (theme === null) throw new Error('no theme');
      for (const behind of [theme.canvas, theme.surface]) {
        // A middle grey has no text of 4.5 on it and on what is lighter: it is said, and not hidden.
        if (!contrastFaults(theme).some(({ of }) => of === 'text')) {
          expect(contrast(theme.muted, behind)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(theme.line, behind)).toBeGreaterThanOrEqual(3);
        }
      }
      expect(contrast(theme.onAccent, theme.accent)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 100 },
  );
});
