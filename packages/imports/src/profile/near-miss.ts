import type { FieldKind } from '@weft/core';
import { readDateText } from '../convert/date-text.ts';
import { decimalText, numberStyles } from '../convert/number-text.ts';
import { trimmedText } from '../convert/trimmed-text.ts';
import { grouped } from './column-profile.ts';
import type { ColumnFacts } from './column-profiler.ts';
import { keptCells, type Reading } from './family.ts';

const names: Partial<Record<FieldKind, readonly [one: string, several: string]>> = {
  number: ['a number', 'numbers'],
  percent: ['a percentage', 'percentages'],
  currency: ['an amount of money', 'amounts of money'],
  date: ['a date', 'dates'],
  datetime: ['a date with a time', 'dates with times'],
  duration: ['a duration', 'durations'],
  email: ['an email address', 'email addresses'],
  url: ['a web address', 'web addresses'],
  phone_number: ['a phone number', 'phone numbers'],
};

/**
 * Why a column that is nearly something else stays text: the reason and the confidence; null when nothing comes near.
 */
export function nearMiss(facts: ColumnFacts): readonly [reason: string, confidence: number] | null {
  if (facts.leadingZeros > 0) return ['Leading zeros kept', 1];
  if (facts.longDigits > 0) return ['Numbers of more than 15 digits are kept as text', 1];
  let best: Reading | null = null;
  for (const reading of facts.readings) {
    if (reading.format.trim === true || reading.strict.atLeast || reading.strict.count * 5 > facts.filled)
      continue;
    if (best === null || reading.strict.count < best.strict.count) best = reading;
  }
  if (best === null || best.strict.count >= facts.filled) return null;
  const values = best.strict.first.map((cell) => `“${shortened(cell.value)}”`).join(', ');
  const more = best.strict.first.length === keptCells && best.strict.count > keptCells ? ', …' : '';
  const one = best.strict.count === 1;
  const [single, several] = names[best.fieldType] ?? ['of one type', 'of one type'];
  return [
    `${grouped(best.strict.count)} of ${grouped(facts.filled)} values ${one ? `is not ${single}` : `are not ${several}`}: ${values}${more}`,
    0.6,
  ];
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

function isMeasure(cell: string): boolean {
  const text = trimmedText(cell);
  return (
    numberStyles.some((style) => decimalText(text, 0, text.length, style) !== null) ||
    readDateText(text) !== null
  );
}

/** Fewer cells say nothing of what a column mixes. */
const leastMixed = 5;

/** Half of the cells or more are numbers or dates of some kind: such a column is no list of choices. */
export function isMixed(distinct: ReadonlyMap<string, number>, filled: number): boolean {
  if (filled < leastMixed) return false;
  let measures = 0;
  for (const [text, cells] of distinct) if (isMeasure(text)) measures += cells;
  return measures * 2 >= filled;
}

export function mixedReason({
  distinct,
  filled,
}: ColumnFacts): readonly [reason: string, confidence: number] {
  const others = [...(distinct ?? [])].filter(([text]) => !isMeasure(text));
  const count = others.reduce((sum, [, cells]) => sum + cells, 0);
  if (count === 0) return ['Numbers or dates that no field would show as they are written', 0.6];
  const shown = others.slice(0, keptCells).map(([text]) => `“${shortened(text)}”`);
  const more = others.length > keptCells ? ', …' : '';
  return [
    `${grouped(count)} of ${grouped(filled)} values ${count === 1 ? 'is' : 'are'} neither number nor date: ${shown.join(', ')}${more}`,
    0.6,
  ];
}
