import { type FieldKind, isMeasureKind, isMissingMarker, monthNumbers } from '@weft/core';
import { readDateText } from '../convert/date-text.ts';
import { decimalText, numberStyles } from '../convert/number-text.ts';
import { trimmedText } from '../convert/trimmed-text.ts';
import { grouped } from './column-profile.ts';
import type { ColumnFacts } from './column-profiler.ts';
import { keptCells, type Reading } from './family.ts';
import { mixedWriting, quotedValue } from './mixed-writing.ts';

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

/** The cells a reading is asked of: a marker is no value of a measure. */
const filledOf = ({ fieldType }: Reading, { filled, markers }: ColumnFacts): number =>
  isMeasureKind(fieldType) ? filled - markers.count : filled;

/**
 * Why a column that is nearly something else stays text: the reason and the confidence; null when nothing comes near.
 */
export function nearMiss(facts: ColumnFacts): readonly [reason: string, confidence: number] | null {
  if (facts.leadingZeros > 0) return ['Leading zeros kept', 1];
  if (facts.longDigits > 0) return ['Numbers of more than 15 digits are kept as text', 1];
  let best: Reading | null = null;
  for (const reading of facts.readings) {
    if (reading.format.trim === true || reading.strict.atLeast) continue;
    if (reading.strict.count * 5 > filledOf(reading, facts)) continue;
    if (best === null || reading.strict.count < best.strict.count) best = reading;
  }
  if (best === null || best.strict.count >= filledOf(best, facts)) return null;
  const values = best.strict.first.map((cell) => quotedValue(cell.value)).join(', ');
  const more = best.strict.first.length === keptCells && best.strict.count > keptCells ? ', …' : '';
  const one = best.strict.count === 1;
  const [single, several] = names[best.fieldType] ?? ['of one type', 'of one type'];
  return [
    `${grouped(best.strict.count)} of ${grouped(filledOf(best, facts))} values ${one ? `is not ${single}` : `are not ${several}`}: ${values}${more}`,
    0.6,
  ];
}

/** A month of a year, a time of day, a quarter: when, and no field says so. */
const yearMonth =
  /^(?:\d{4}[-/.](?:0?[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[-/.]\d{4}|[A-Za-z]{3,9}\.?[- ]'?(?:\d{4}|\d{2})|\d{4}[- ]?Q[1-4]|Q[1-4][- ]\d{4})$/;
const clockTime = /^\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?$/i;

/** More of it digits than anything else: 18-24, 1990s, <5. */
function mostlyDigits(text: string): boolean {
  let digits = 0;
  let others = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
    else if (code !== 32) others++;
  }
  return digits > others;
}

const isMeasure = (text: string): boolean =>
  numberStyles.some((style) => decimalText(text, 0, text.length, style) !== null) ||
  readDateText(text) !== null;

/** The different values without the white space around them and without markers, each with its cells. */
const withoutMarkers = (
  distinct: ReadonlyMap<string, number> | null,
): readonly (readonly [string, number])[] =>
  [...(distinct ?? [])]
    .map(([cell, cells]) => [trimmedText(cell), cells] as const)
    .filter(([text]) => !isMissingMarker(text));

function isYearMonth(text: string): boolean {
  if (!yearMonth.test(text)) return false;
  const [word] = /^[A-Za-z]{3,9}/.exec(text) ?? [];
  return word === undefined || word === 'Q' || monthNumbers.has(word.toLowerCase());
}

/** Fewer cells say nothing of what a column mixes. */
const minMixed = 5;

/** Half of the cells or more are numbers or dates of some kind, markers of missing ones left out. */
export function isMixed(distinct: ReadonlyMap<string, number>, filled: number): boolean {
  if (filled < minMixed) return false;
  let measures = 0;
  let cellsOfAll = 0;
  for (const [text, cells] of withoutMarkers(distinct)) {
    cellsOfAll += cells;
    if (isMeasure(text)) measures += cells;
  }
  return cellsOfAll > 0 && measures * 2 >= cellsOfAll;
}

/** Half of the different values or more say how much or when, in numbers, dates, months or times: no list of choices. */
export function isMostlyDigits(distinct: ReadonlyMap<string, number> | null): boolean {
  let measures = 0;
  let labels = 0;
  for (const [text] of withoutMarkers(distinct)) {
    labels++;
    if (isMeasure(text) || clockTime.test(text) || isYearMonth(text) || mostlyDigits(text)) measures++;
  }
  return labels > 0 && measures * 2 >= labels;
}

export function mixedReason({
  distinct,
  filled,
  markers,
}: ColumnFacts): readonly [reason: string, confidence: number] {
  const texts = withoutMarkers(distinct);
  const others = texts.filter(([text]) => !isMeasure(text));
  const count = others.reduce((sum, [, cells]) => sum + cells, 0);
  if (count === 0) return [mixedWriting(texts.map(([text]) => text)), 0.6];
  const shown = others.slice(0, keptCells).map(([text]) => quotedValue(text));
  const more = others.length > keptCells ? ', …' : '';
  return [
    `Numbers or dates, except ${grouped(count)} of ${grouped(filled - markers.count)} values: ${shown.join(', ')}${more}`,
    0.6,
  ];
}
