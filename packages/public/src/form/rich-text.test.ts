import { expect, it } from 'vitest';
import { richText } from './rich-text.ts';

it.each(['[', '[a](', '*', '**a', '(', '- '])(
  'shows a text of nothing but %j without hanging',
  (piece) => {
    expect(richText(piece.repeat(100_000)).text).toMatch(/^<(p|ul)>/);
  },
  3_000,
);

it('links the innermost brackets', () => {
  expect(richText('[see [here](https://example.org/)').text).toBe(
    '<p>[see <a href="https://example.org/" rel="noopener noreferrer" target="_blank">here</a></p>',
  );
});
