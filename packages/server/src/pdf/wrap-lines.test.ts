import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paragraphsOf, wrapLines } from './wrap-lines.ts';

const widthOf = (text: string) => [...text].length;

it('breaks text into lines that fit, and loses no letter', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 20, max: 60 }),
      (text, width) => {
        for (const paragraph of paragraphsOf(text)) {
          const lines = [...wrapLines(paragraph, width, widthOf)];
          expect(lines.join('').replace(/\s/g, '')).toBe(paragraph.replace(/\s/g, ''));
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
        }
      },
    ),
  );
});

it('keeps line breaks, and drops what has no shape', () => {
  expect(paragraphsOf('one\r\ntwo\n\nthr\u200bee\u202e\t.')).toEqual(['one', 'two', '', 'three    .']);
});
