const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What has no shape of its own, and would be drawn as a box; joiners say how the letters beside them are drawn. */
const invisible = /(?!\u200c|\u200d)[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** The paragraphs of a text as they can be drawn. */
export const paragraphsOf = (text: string): readonly string[] =>
  text
    .toWellFormed()
    .normalize('NFC')
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((paragraph) => paragraph.replaceAll('\t', '    ').replace(invisible, '').trimEnd());

/**
 * Breaks a paragraph into lines of at most this width: between words, and within a word that is longer than a line between
 * what a reader takes for characters.
 */
export function* wrapLines(
  paragraph: string,
  width: number,
  widthOf: (text: string) => number,
): Generator<string> {
  let line = '';
  let used = 0;
  for (const [piece] of paragraph.matchAll(/\S+\s*|\s+/g)) {
    const word = piece.trimEnd();
    const wordWidth = widthOf(word);
    if (used > 0 && used + wordWidth > width) {
      yield line.trimEnd();
      line = '';
      used = 0;
    }
    if (wordWidth <= width) {
      line += piece;
      used += widthOf(piece);
      continue;
    }
    for (const { segment } of graphemes.segment(piece)) {
      const segmentWidth = widthOf(segment);
      if (used > 0 && used + segmentWidth > width) {
        yield line.trimEnd();
        line = '';
        used = 0;
      }
      line += segment;
      used += segmentWidth;
    }
  }
  yield line.trimEnd();
}
