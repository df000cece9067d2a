import type { FieldKind } from '@weft/core';
import { grouped } from './column-profile.ts';
import type { ColumnFacts } from './column-profiler.ts';
import { keptCells, type Reading } from './family.ts';

const plurals: Partial<Record<FieldKind, string>> = {
  number: 'numbers',
  percent: 'percentages',
  currency: 'amounts of money',
  date: 'dates',
  datetime: 'dates with times',
  duration: 'durations',
  email: 'email addresses',
  url: 'web addresses',
  phone_number: 'phone numbers',
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
  const verb = best.strict.count === 1 ? 'is' : 'are';
  const what = plurals[best.fieldType] ?? 'of one type';
  return [
    `${grouped(best.strict.count)} of ${grouped(facts.filled)} values ${verb} not ${what}: ${values}${more}`,
    0.6,
  ];
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
