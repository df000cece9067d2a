import type { Delimiter } from '../csv/csv-reader.ts';
import { type Choice, type ChooseType, choosingColumn, pick, textChoice } from './choice.ts';
import { chooseDate, chooseDuration } from './choose-date.ts';
import { chooseCheckbox, chooseSelect } from './choose-labels.ts';
import { chooseForDigits, chooseNumber } from './choose-number.ts';
import { grouped } from './column-profile.ts';
import type { ColumnFacts } from './column-profiler.ts';
import { isMixed, mixedReason, nearMiss } from './near-miss.ts';
import { spacedReason } from './surrounding-space.ts';

const chooseContact: ChooseType = ({ allAre, confidence, perfect }) => {
  for (const [kind, what] of [
    ['email', 'email addresses'],
    ['url', 'web addresses'],
    ['phone_number', 'phone numbers'],
  ] as const) {
    const [reading] = perfect(kind);
    if (reading) return { ...pick(reading), reason: `${allAre} ${what}`, confidence };
  }
  return null;
};

/** THE list of what a column can be but text: the first that says what it is decides. */
const choosers: readonly ChooseType[] = [
  chooseCheckbox,
  chooseForDigits,
  chooseNumber,
  chooseDate,
  chooseDuration,
  chooseContact,
  chooseSelect,
];

/** Decides what a column is: a type only if every value survives the round trip, else text. */
export function chooseType(name: string, facts: ColumnFacts, delimiter: Delimiter): Choice {
  if (facts.filled === 0) return textChoice(facts, 'No values', 0.5);
  if (facts.multiline > 0) return textChoice(facts, 'Some values have line breaks', 1);
  const column = choosingColumn(name, facts, delimiter);
  for (const choose of choosers) {
    const choice = choose(column);
    if (choice !== null) return choice;
  }
  return staysText(facts);
}

function staysText(facts: ColumnFacts): Choice {
  const spaced = spacedReason(facts);
  if (spaced !== null) return textChoice(facts, spaced, 0.6);
  const mixed = facts.distinct !== null && isMixed(facts.distinct, facts.filled);
  const [reason, confidence] =
    nearMiss(facts) ?? (mixed ? mixedReason(facts) : ([textReason(facts), 1] as const));
  return textChoice(facts, reason, confidence);
}

function textReason(facts: ColumnFacts): string {
  if (facts.filled === 1) return 'The one value is a text';
  if (facts.unique === true) return `All ${grouped(facts.filled)} values are different texts`;
  if (!facts.distinct) return `More than ${grouped(facts.firstDistinct.length)} different texts`;
  return facts.distinct.size === 1
    ? 'All values are the same text'
    : `${grouped(facts.distinct.size)} different texts`;
}
