import { compareText } from '@weft/std';

/**
 * The marks that folding strips once a text is decomposed: accents, the points of Hebrew, the vowel signs of Arabic. As
 * ranges, so that the database strips the same ones in a pattern of its own. Vowel signs of Indic scripts stay: they
 * are letters there.
 */
export const foldedMarks: readonly (readonly [from: string, to: string])[] = [
  ['\u0300', '\u036f'],
  ['\u0591', '\u05bd'],
  ['\u05bf', '\u05bf'],
  ['\u05c1', '\u05c2'],
  ['\u05c4', '\u05c5'],
  ['\u05c7', '\u05c7'],
  ['\u064b', '\u065f'],
  ['\u0670', '\u0670'],
  ['\u1ab0', '\u1aff'],
  ['\u1dc0', '\u1dff'],
  ['\u20d0', '\u20ff'],
  ['\ufe20', '\ufe2f'],
];

const marks = new RegExp(`[${foldedMarks.map(([from, to]) => `${from}-${to}`).join('')}]`, 'g');

/** Lower-case letters that a folded text writes otherwise, so that it does not depend on the case it came from. */
export const foldedLetters: readonly (readonly [letter: string, folded: string])[] = [
  ['ς', 'σ'],
  ['ß', 'ss'],
];

const ascii = /^[\0-\x7f]*$/;

function folding(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  let folded = text.normalize('NFKD').replace(marks, '').toLowerCase();
  for (const [letter, other] of foldedLetters) folded = folded.replaceAll(letter, other);
  return folded;
}

/** Texts that were folded in the work of `foldingOnce`. */
let known: Map<string, string> | null = null;

/**
 * The form in which texts are searched, compared and ordered: decomposed (NFKD), without marks, lower case of no
 * language in particular. Equal to the database's `folded` (query SPEC, T1).
 */
export function fold(text: string): string {
  if (known === null) return folding(text);
  const folded = known.get(text) ?? folding(text);
  known.set(text, folded);
  return folded;
}

/** Does work, all of it at once, that asks for the same few long texts again and again: each is folded once. */
export function foldingOnce<T>(work: () => T): T {
  if (known !== null) return work();
  known = new Map();
  try {
    return work();
  } finally {
    known = null;
  }
}

/** The order of texts (query SPEC, O3): folded, and by code point what folds alike. */
export const compareFolded = (a: string, b: string): number =>
  a === b ? 0 : compareText(fold(a), fold(b)) || compareText(a, b);
