import type { Answers } from './answers.ts';
import { type FormQuestion, fieldsOf } from './form-document.ts';
import { questionType } from './questions/question-types.ts';

/** What is known of how an answer was made. */
export interface Manner {
  /** What was written into the field that nobody sees. */
  readonly trap: string;
  /** Milliseconds from the first page to the answer; null: it came from a program. */
  readonly took: number | null;
  /** Questions that had to be answered. */
  readonly required: number;
}

/** Points from which an answer is taken for spam. */
const enough = 3;

/** Nobody reads and answers faster. Milliseconds. */
const least = (required: number): number => Math.min(1_500 + 400 * required, 8_000);

const linkCount = (text: string): number => text.split(/https?:\/\//i).length - 1;

/** Links as forums and pages write them. */
const hasMarkup = (text: string): boolean => /\[url[=\]]|<a\s+href/i.test(text);

interface Sign {
  readonly points: number;
  readonly reason: string;
}

const trapped = 'A field that no person sees was filled in';
const markedUp = 'It holds links written as in forums';

/** By which of its reasons spam goes first where there is more than is kept, and by which last. */
export const spamCertainty = {
  sure: [trapped, markedUp],
  /** What a reason begins with where nobody could check who sent it: alone it says nothing of the answer. */
  unverified: 'Not verified: ',
} as const;

function signs({ trap, took, required }: Manner, texts: readonly string[]): readonly Sign[] {
  const links = texts.reduce((sum, text) => sum + linkCount(text), 0);
  const long = texts.filter((text) => text.length >= 10);
  const repeated = long.length - new Set(long).size;
  return [
    trap !== '' && { points: 3, reason: trapped },
    took !== null &&
      took < least(required) && { points: 2, reason: 'It was filled in faster than anybody can' },
    texts.some(hasMarkup) && { points: 3, reason: markedUp },
    links > 0 && {
      points: links >= 4 ? 3 : 1,
      reason: links === 1 ? 'It holds a link' : `It holds ${links} links`,
    },
    repeated >= 2 && { points: 2, reason: 'Several answers say the same' },
  ].filter((sign) => sign !== false);
}

/** Fields of what somebody writes. */
const written: readonly string[] = ['single_line_text', 'long_text'];

/**
 * What somebody wrote of their own: choices are often alike, as in the rows of a matrix, and a question for a link is
 * answered with one.
 */
export const writtenTexts = (asked: readonly FormQuestion[], answers: Answers): readonly string[] =>
  fieldsOf(asked.filter(({ type }) => questionType(type).answerIs === undefined)).flatMap(({ id, type }) => {
    const value = answers.get(id);
    return written.includes(type) && typeof value === 'string' ? [value] : [];
  });

/** Why an answer is taken for spam, in sentences; null: it is not. `texts` are those that were written. */
export function whySpam(manner: Manner, texts: readonly string[]): readonly string[] | null {
  const found = signs(manner, texts);
  const points = found.reduce((sum, sign) => sum + sign.points, 0);
  return points >= enough ? found.map(({ reason }) => reason) : null;
}
