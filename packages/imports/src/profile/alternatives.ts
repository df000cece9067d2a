import type { FieldKind } from '@weft/core';
import { readCheckbox } from '../convert/checkbox-words.ts';
import { splitTokens, type TokenSeparator } from '../convert/column-format.ts';
import { trimmedText } from '../convert/trimmed-text.ts';
import { asProposable, type Choice, pick } from './choice.ts';
import type { Alternative } from './column-profile.ts';
import type { ColumnFacts } from './column-profiler.ts';
import type { Unfit } from './family.ts';
import { decidedWith } from './notes.ts';
import { countTokens } from './token-counter.ts';

const none: Unfit = { count: 0, atLeast: false, first: [] };

/** Every type the column could be imported as, best first, each once (twice where the order of a date is open). */
export function alternativesOf(facts: ColumnFacts, chosen: Choice): readonly Alternative[] {
  const lines = facts.severalLines;
  const tooMany: Unfit = facts.distinct ? none : { count: 1, atLeast: true, first: [] };
  const separator = tokenSeparatorOf(facts) ?? ',';
  const candidates: Candidate[] = [
    { fieldType: 'single_line_text', template: {}, format: {}, unfit: lines },
    { fieldType: 'long_text', template: {}, format: {}, unfit: none },
    ...facts.readings.filter(asProposable).map((reading) => ({
      ...pick(reading),
      unfit: shapeKinds.has(reading.fieldType) ? lines : reading.unfit,
    })),
    { fieldType: 'checkbox', template: {}, format: {}, unfit: checkboxUnfit(facts) },
    {
      fieldType: 'rating',
      template: { maxRating: largestRating(facts) },
      format: {},
      unfit: ratingUnfit(facts),
    },
    { fieldType: 'single_select', template: {}, format: {}, unfit: tooMany },
    {
      fieldType: 'multiple_select',
      template: {},
      format: { separator },
      unfit: labelsUnfit(facts, separator),
    },
  ];
  const sorted = candidates.toSorted((a, b) => a.unfit.count - b.unfit.count);
  const offered = sorted.filter((candidate, index) => {
    if (candidate.fieldType === chosen.fieldType && candidate.format.order === chosen.format.order)
      return false;
    const better = sorted.slice(0, index).filter((each) => each.fieldType === candidate.fieldType);
    if (better.length === 0) return true;
    // Day or month first, 1.234 a thousand or one and a bit: where both fit equally well, both are offered.
    const open = candidate.format.order !== undefined || isOpenStyle(candidate);
    return open && !candidate.unfit.atLeast && candidate.unfit.count === better[0]?.unfit.count;
  });
  return offered.map((candidate) => {
    const far = candidate.unfit.atLeast || candidate.unfit.count * 5 > facts.filled;
    return { ...candidate, ...decidedWith(candidate, facts, far) };
  });
}

type Candidate = Omit<Alternative, 'rewritten' | 'notes'>;

const isOpenStyle = ({ format, template }: Candidate): boolean =>
  format.style === 'period_comma' && 'numberFormat' in template && template.numberFormat !== 'local';

const shapeKinds: ReadonlySet<FieldKind> = new Set<FieldKind>(['email', 'url', 'phone_number']);

export function tokenSeparatorOf(facts: ColumnFacts): ',' | ';' | null {
  const counts = facts.distinct ? countTokens(facts.distinct) : [];
  const [best] = counts.toSorted((a, b) => b.several - a.several);
  return best?.separator ?? null;
}

/** Exact while the different values are known; else at least those of the first thousand that do not fit. */
function unfitAmong(facts: ColumnFacts, fits: (text: string) => boolean): Unfit {
  if (!facts.distinct) {
    const misfits = facts.firstDistinct.filter((text) => !fits(text)).length;
    return { count: Math.max(1, misfits), atLeast: true, first: [] };
  }
  let count = 0;
  for (const [text, cells] of facts.distinct) if (!fits(text)) count += cells;
  return { count, atLeast: false, first: [] };
}

const checkboxUnfit = (facts: ColumnFacts): Unfit =>
  unfitAmong(facts, (text) => isPadless(text) && readCheckbox(text) !== null);
const labelsUnfit = (facts: ColumnFacts, separator: TokenSeparator): Unfit =>
  unfitAmong(facts, (text) => isPadless(text) && splitTokens(text, separator).length > 0);
const isPadless = (text: string): boolean => trimmedText(text).length === text.length;
const isRating = (text: string): boolean => /^(?:[1-9]|10)$/.test(text.trim());
const ratingUnfit = (facts: ColumnFacts): Unfit => unfitAmong(facts, isRating);
const largestRating = (facts: ColumnFacts): number =>
  Math.max(5, ...[...(facts.distinct?.keys() ?? [])].filter(isRating).map(Number));
