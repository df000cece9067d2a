import { type FieldKind, isMeasureKind } from '@weft/core';
import { checkboxWords } from '../convert/checkbox-words.ts';
import type { ColumnFormat } from '../convert/column-format.ts';
import type { Delimiter } from '../csv/csv-reader.ts';
import { namesCodes, namesDates, namesDurations, namesPhones, namesPostalCodes } from './column-names.ts';
import { grouped, quoted } from './column-profile.ts';
import type { ColumnFacts } from './column-profiler.ts';
import type { Reading } from './family.ts';
import { isMixed, isMostlyDigits, mixedReason, nearMiss } from './near-miss.ts';
import { spacedReason } from './outer-space.ts';
import { countTokens, type TokenCounts } from './token-counter.ts';

/** The type proposed for a column and why. */
export interface Choice {
  readonly fieldType: FieldKind;
  readonly template: object;
  readonly format: ColumnFormat;
  readonly reason: string;
  readonly confidence: number;
}

/**
 * What is taken for a list of choices; stated in docs/importing.md. Different values: a handful used three times each
 * on average, or up to the most used ten times each; none longer than the longest label.
 */
const mostOptions = 50;
const handful = 12;
const longestLabel = 80;
/** A text longer than this is read in a box of several lines. */
const longestLine = 200;
/** Eight digits are dates when so many different ones are all real days. */
const leastCompact = 3;
/** Identifiers of one width, from this many digits (EAN, IMEI, epoch milliseconds), are names and no amounts. */
const identifierDigits = 12;

const plural = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;

/** Few values are weak evidence, whatever they look like. */
const confidenceOf = (filled: number): number => (filled >= 20 ? 1 : filled >= 5 ? 0.9 : 0.7);

/** Decides what a column is: a type only if every value survives the round trip, else text. */
export function chooseType(name: string, facts: ColumnFacts, delimiter: Delimiter): Choice {
  const text = (reason: string, confidence: number): Choice => textChoice(facts, reason, confidence);
  if (facts.filled === 0) return text('No values', 0.5);
  if (facts.multiline > 0) return text('Some values have line breaks', 1);
  const valued = facts.filled - facts.markers.count;
  const beside = facts.markers.count > 0 ? ` beside ${quoted(facts.markers.texts)}` : '';
  const all = `${valued === 1 ? 'The one value' : `All ${grouped(valued)} values`}${beside}`;
  const verb = valued === 1 ? 'is' : 'are';
  const confidence = confidenceOf(valued);

  const words = facts.distinct && checkboxWords([...facts.distinct.keys()], facts.empty > 0);
  if (words) {
    const said =
      words.falseWord === null
        ? `“${words.trueWord}” or empty`
        : `“${words.trueWord}” or “${words.falseWord}”`;
    return {
      fieldType: 'checkbox',
      template: {},
      format: { words },
      reason: `${all} ${verb} ${said}`,
      confidence,
    };
  }

  const perfect = facts.readings.filter(
    (reading) =>
      asProposable(reading) &&
      reading.strict.count === 0 &&
      !reading.strict.atLeast &&
      (valued > 0 || !isMeasureKind(reading.fieldType)),
  );
  const of = (kind: FieldKind): Reading[] => perfect.filter((reading) => reading.fieldType === kind);

  const [number] = of('number');
  if (number) {
    if (namesPostalCodes(name)) return text('Postal codes are kept as text', 0.9);
    if (namesPhones(name) && facts.plainNumbers && of('phone_number').length > 0) {
      const reason = `${all} ${verb} digits, and the column is named for phone numbers`;
      return { fieldType: 'phone_number', template: {}, format: {}, reason, confidence: 0.8 };
    }
    if (namesCodes(name)) return text('Codes are kept as text', 0.9);
    if (facts.digitWidth >= identifierDigits) {
      return text(`${all} have ${facts.digitWidth} digits: an identifier, kept as text`, 0.9);
    }
    if (facts.exponentCodes) return text('Codes or exponents? Kept as text', 0.5);
    const [compact] = of('date').filter(({ format }) => format.order === 'compact');
    if (compact && (namesDates(name) || differs(facts, leastCompact))) {
      return {
        ...pick(compact),
        reason: `${all} ${verb} real days, written as year, month, day`,
        confidence,
      };
    }
  }
  for (const kind of ['number', 'percent', 'currency'] as const) {
    const readings = of(kind);
    const [reading] = readings;
    if (!reading) continue;
    const styles = readings.map((each) => each.format.style);
    const ambiguous =
      styles.includes('comma_period') && styles.includes('period_comma') && showsSeparator(reading);
    if (kind === 'number' && delimiter === ',' && facts.rareCommas) {
      return text(`Decimals or lists? Few values have a comma, as “${commaExampleOf(facts)}”`, 0.5);
    }
    if (ambiguous && delimiter === ';') {
      return text(`Thousands or decimals? Every value fits both, as in “${exampleOf(facts)}”`, 0.5);
    }
    return {
      ...pick(reading),
      reason: `${all} ${verb} ${nameOf(reading, facts)}${styleReason(reading)}`,
      confidence: ambiguous ? 0.8 : confidence,
    };
  }
  for (const kind of ['date', 'datetime'] as const) {
    const readings = of(kind);
    const [reading] = readings;
    if (!reading) continue;
    if (readings.length > 1) return text('Day or month first? Every value fits both orders', 0.5);
    if (facts.dates.open !== null)
      return text(`Day or month first in “${facts.dates.open}”? Other dates have years of other length`, 0.5);
    if (facts.dates.yearFirst) return text('Year first or last? Every value fits both orders', 0.5);
    const what = kind === 'date' ? 'date' : 'date with a time';
    const named = valued === 1 ? `a ${what}` : kind === 'date' ? 'dates' : 'dates with times';
    return { ...pick(reading), reason: `${all} ${verb} ${named}${orderReason(reading, facts)}`, confidence };
  }
  const [duration] = of('duration');
  if (duration) {
    const minutes = 'format' in duration.template && duration.template.format === 'h:mm';
    if (namesDurations(name) || !facts.clockTimes(minutes)) {
      return { ...pick(duration), reason: `${all} ${verb} durations`, confidence };
    }
    return text('Times of day or durations? Kept as text', 0.5);
  }
  for (const [kind, what] of [
    ['email', 'email addresses'],
    ['url', 'web addresses'],
    ['phone_number', 'phone numbers'],
  ] as const) {
    const [reading] = of(kind);
    if (reading) return { ...pick(reading), reason: `${all} ${verb} ${what}`, confidence };
  }
  const spaced = spacedReason(facts);
  const near = nearMiss(facts);
  const mixed = facts.distinct && isMixed(facts.distinct, facts.filled);
  const select = mixed || isMostlyDigits(facts.distinct) ? null : selectChoice(facts);
  if (select) return spaced === null ? select : { ...select, reason: spaced, confidence: 0.6 };
  if (spaced !== null) return text(spaced, 0.6);
  return text(...(near ?? (mixed ? mixedReason(facts) : ([textReason(facts), 1] as const))));
}

/** Whether it may be proposed: what leaves out white space is a person's to say. */
export const asProposable = ({ format }: Pick<Reading, 'format'>): boolean => format.trim !== true;

export const pick = (reading: Reading): Pick<Choice, 'fieldType' | 'template' | 'format'> => ({
  fieldType: reading.fieldType,
  template: reading.template,
  format: reading.format,
});

/** At least so many different values, or more than are known one by one. */
const differs = ({ distinct }: ColumnFacts, least: number): boolean =>
  distinct === null || distinct.size >= least;

const showsSeparator = (reading: Reading): boolean =>
  'numberFormat' in reading.template && reading.template.numberFormat !== 'local';

const exampleOf = (facts: ColumnFacts): string =>
  facts.samples.find((sample) => /[.,]/.test(sample)) ?? facts.samples[0] ?? '';

const commaExampleOf = (facts: ColumnFacts): string =>
  facts.firstDistinct.find((text) => text.includes(',')) ?? exampleOf(facts);

/** How the column writes its numbers, where it says so. */
function styleReason(reading: Reading): string {
  if (!showsSeparator(reading) || reading.format.style === undefined) return '';
  const [thousands = '', decimal = ''] = reading.format.style.split('_');
  const { decimals = 0 } = reading;
  const sign = (name: string): string => (name === 'period' ? 'point' : name);
  if (decimals > 0 || reading.exponents) return `, decimal ${sign(decimal)}`;
  return `, ${sign(thousands)} for thousands`;
}

function nameOf(reading: Reading, facts: ColumnFacts): string {
  const { decimals = 0 } = reading;
  const one = facts.filled - facts.markers.count === 1;
  if (reading.fieldType === 'percent') return one ? 'a percentage' : 'percentages';
  if (reading.fieldType === 'currency')
    return `${one ? 'an amount' : 'amounts'} in ${reading.format.symbol ?? '$'}`;
  if (reading.exponents) return one ? 'a number' : 'numbers, some with an exponent';
  if (decimals === 0) return one ? 'a whole number' : 'whole numbers';
  return `${one ? 'a number' : 'numbers'} with up to ${plural(decimals, 'decimal')}`;
}

function orderReason({ format: { order } }: Reading, { dates }: ColumnFacts): string {
  if (order === 'ymd') return ', year first';
  if (order !== 'mdy' && order !== 'dmy') return '';
  const decidedBy = dates.decidedBy[order];
  const because = decidedBy === null ? '' : `, because of “${decidedBy}”`;
  return `, ${order === 'mdy' ? 'month' : 'day'} first${because}`;
}

/** The text type every cell fits. */
export const textKind = ({ multiline, edgeLineBreaks }: ColumnFacts): 'long_text' | 'single_line_text' =>
  multiline > 0 || edgeLineBreaks ? 'long_text' : 'single_line_text';

function textChoice(facts: ColumnFacts, reason: string, confidence: number): Choice {
  const long = facts.longest > longestLine;
  return {
    fieldType: long ? 'long_text' : textKind(facts),
    template: {},
    format: {},
    reason,
    confidence,
  };
}

function textReason(facts: ColumnFacts): string {
  if (facts.filled === 1) return 'The one value is a text';
  if (facts.unique === true) return `All ${grouped(facts.filled)} values are different texts`;
  if (!facts.distinct) return `More than ${grouped(facts.firstDistinct.length)} different texts`;
  return facts.distinct.size === 1
    ? 'All values are the same text'
    : `${grouped(facts.distinct.size)} different texts`;
}

/** Few labels, used often: at most 50 and each ten times on average, or a handful used three times. */
const isUsedOften = (labels: number, filled: number): boolean =>
  labels <= handful ? labels * 3 <= filled : labels <= mostOptions && labels * 10 <= filled;

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
const mostTags = 200;
const leastTagUse = 4;

function areTags({ tokens, lists, moves }: TokenCounts): boolean {
  if (!lists || !moves || tokens.size > mostTags) return false;
  let uses = 0;
  for (const count of tokens.values()) uses += count;
  return tokens.size * leastTagUse <= uses;
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
