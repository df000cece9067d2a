import { checkboxWords } from '../convert/checkbox-words.ts';
import { type Choice, type ChooseType, confidenceOf } from './choice.ts';
import { grouped } from './column-profile.ts';
import type { ColumnFacts } from './column-profiler.ts';
import { isMixed, isMostlyDigits } from './near-miss.ts';
import { spacedReason } from './surrounding-space.ts';
import { countTokens, type TokenCounts } from './token-counter.ts';

/**
 * What is taken for a list of choices; stated in docs/importing.md. Different values: a handful used three times each
 * on average, or up to the most used ten times each; none longer than the longest label.
 */
const maxOptions = 50;
const maxFewLabels = 12;
const longestLabel = 80;

/** Two words, or one word and empty cells. */
export const chooseCheckbox: ChooseType = ({ facts, allAre, confidence }) => {
  const words = facts.distinct && checkboxWords([...facts.distinct.keys()], facts.empty > 0);
  if (!words) return null;
  const said =
    words.falseWord === null ? `“${words.trueWord}” or empty` : `“${words.trueWord}” or “${words.falseWord}”`;
  return { fieldType: 'checkbox', template: {}, format: { words }, reason: `${allAre} ${said}`, confidence };
};

/** A list of choices, one or several in a cell. */
export const chooseSelect: ChooseType = ({ facts }) => {
  if (facts.distinct && isMixed(facts.distinct, facts.filled)) return null;
  const select = isMostlyDigits(facts.distinct) ? null : selectChoice(facts);
  const spaced = spacedReason(facts);
  return select === null || spaced === null ? select : { ...select, reason: spaced, confidence: 0.6 };
};

/** Few labels, used often: at most 50 and each ten times on average, or a handful used three times. */
const isUsedOften = (labels: number, filled: number): boolean =>
  labels <= maxFewLabels ? labels * 3 <= filled : labels <= maxOptions && labels * 10 <= filled;

/** Labels from a list that is short and used often; never a column of digits. */
function selectChoice(facts: ColumnFacts): Choice | null {
  const { distinct } = facts;
  if (!distinct || facts.leadingZeros > 0 || facts.longDigits > 0) return null;
  const multiple = countTokens(distinct).find((tokens) => isMultiple(tokens, distinct.size, facts.filled));
  if (multiple) {
    return {
      fieldType: 'multiple_select',
      template: {},
      format: { separator: multiple.separator },
      reason: `${grouped(multiple.tokens.size)} different labels, several in ${grouped(multiple.several)} of ${grouped(facts.filled)} values`,
      confidence: 0.8,
    };
  }
  if (distinct.size < 2 || !isUsedOften(distinct.size, facts.filled)) return null;
  for (const label of distinct.keys()) if (label.length > longestLabel) return null;
  const reason = `${grouped(distinct.size)} different values in ${grouped(facts.filled)} cells`;
  return {
    fieldType: 'single_select',
    template: {},
    format: {},
    reason,
    confidence: confidenceOf(facts.filled),
  };
}

/** Tags: of more labels than a select is proposed for, each used so often on average, in any place of the list. */
const maxTags = 200;
const minTagUse = 4;

function areTags({ tokens, lists, moves }: TokenCounts): boolean {
  if (!lists || !moves || tokens.size > maxTags) return false;
  let uses = 0;
  for (const count of tokens.values()) uses += count;
  return tokens.size * minTagUse <= uses;
}

/** Lists are plain only when they recombine the same labels: more combinations than labels, often more than one. */
function isMultiple(counts: TokenCounts, combinations: number, filled: number): boolean {
  const labels = counts.tokens.size;
  if (!counts.lossless || labels >= combinations) return false;
  if (!isUsedOften(labels, filled) && !areTags(counts)) return false;
  if (counts.several * 5 < filled) return false;
  for (const token of counts.tokens.keys()) if (token.length > 40 || !/\p{L}/u.test(token)) return false;
  return true;
}
