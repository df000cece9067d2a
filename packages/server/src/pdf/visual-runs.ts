import type { Bidi } from 'bidi-js';

/** A letter of a script that is written from the right; the font itself draws a text of such letters reversed. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

type Direction = 'ltr' | 'rtl';

/** The direction of a paragraph, which its first letter of a script decides. */
export function directionOf(bidi: Bidi, text: string): Direction {
  if (!rightToLeft.test(text)) return 'ltr';
  const [paragraph] = bidi.getEmbeddingLevels(text).paragraphs;
  return (paragraph?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
}

interface Run {
  text: string;
  readonly level: number;
}

/** The parts of a line from left to right (rule L2 of the Unicode bidirectional algorithm). */
export function visualRuns(bidi: Bidi, line: string, direction: Direction): readonly string[] {
  if (direction === 'ltr' && !rightToLeft.test(line)) return [line];
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const runs: Run[] = [];
  for (let i = 0; i < line.length; i++) {
    const level = levels[i] ?? 0;
    const char = line.charAt(i);
    const drawn = level % 2 === 1 ? (bidi.getMirroredCharacter(char) ?? char) : char;
    const last = runs.at(-1);
    if (last?.level === level) last.text += drawn;
    else runs.push({ text: drawn, level });
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < runs.length; start++) {
      let end = start;
      while ((runs[end]?.level ?? -1) >= level) end++;
      if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = end;
    }
  return runs.map(({ text, level }) =>
    level % 2 === 1 && !rightToLeft.test(text) ? [...text].reverse().join('') : text,
  );
}
