import { expect, it } from 'vitest';
import { layOut } from './own-pdfs.ts';

it('lays out headings, and keeps every other line as it is', () => {
  const texts = layOut('# Offer\r\n## For Ada\n\n#1 of 2\n# ');
  expect(texts.map(({ text, size, leads }) => [text, size, leads === true])).toEqual([
    ['Offer', 18, true],
    ['For Ada', 14, true],
    [' ', 11, false],
    ['#1 of 2', 11, false],
    [' ', 18, true],
  ]);
});
