import type { FieldKind } from '@weft/core';
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
    if (reading.strict.atLeast || reading.strict.count * 5 > facts.filled) continue;
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
