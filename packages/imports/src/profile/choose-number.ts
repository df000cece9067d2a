import { type ChooseType, type ChoosingColumn, pick, textChoice } from './choice.ts';
import { namesCodes, namesDates, namesPhones, namesPostalCodes } from './column-names.ts';
import { grouped } from './column-profile.ts';
import type { ColumnFacts } from './column-profiler.ts';
import type { Reading } from './family.ts';

/** Eight digits are dates when so many different ones are all real days. */
const minCompact = 3;
/** Identifiers of one width, from this many digits (EAN, IMEI, epoch milliseconds), are names and no amounts. */
const identifierDigits = 12;
/** Where all of them have no more digits before their trailing zeros they are amounts: 1.60328E+12 written out. */
const amountDigits = 7;

/** Numbers that count nothing: codes, phone numbers, identifiers and days written as eight digits. */
export const chooseForDigits: ChooseType = ({ name, facts, valued, all, allAre, confidence, perfect }) => {
  if (perfect('number').length === 0) return null;
  if (namesPostalCodes(name)) return textChoice(facts, 'Postal codes are kept as text', 0.9);
  if (namesPhones(name) && facts.plainNumbers && perfect('phone_number').length > 0) {
    const reason = `${allAre} digits, and the column is named for phone numbers`;
    return { fieldType: 'phone_number', template: {}, format: {}, reason, confidence: 0.8 };
  }
  if (namesCodes(name)) return textChoice(facts, 'Codes are kept as text', 0.9);
  if (facts.digitWidth >= identifierDigits && facts.mostSignificant > amountDigits) {
    const have = `${all} ${valued === 1 ? 'has' : 'have'} ${facts.digitWidth} digits`;
    return textChoice(facts, `${have}: an identifier, kept as text`, 0.9);
  }
  if (facts.exponentCodes) return textChoice(facts, 'Codes or exponents? Kept as text', 0.5);
  const [compact] = perfect('date').filter(({ format }) => format.order === 'compact');
  if (compact === undefined || !(namesDates(name) || differs(facts, minCompact))) return null;
  return { ...pick(compact), reason: `${allAre} real days, written as year, month, day`, confidence };
};

/** Numbers, percentages and amounts of money. */
export const chooseNumber: ChooseType = (column) => {
  const { facts, delimiter, allAre, confidence, perfect } = column;
  for (const kind of ['number', 'percent', 'currency'] as const) {
    const readings = perfect(kind);
    const [reading] = readings;
    if (!reading) continue;
    const styles = readings.map((each) => each.format.style);
    const ambiguous =
      styles.includes('comma_period') && styles.includes('period_comma') && showsSeparator(reading);
    if (kind === 'number' && delimiter === ',' && facts.rareCommas) {
      return textChoice(
        facts,
        `Decimals or lists? Few values have a comma, as “${commaExampleOf(facts)}”`,
        0.5,
      );
    }
    if (ambiguous && delimiter === ';') {
      return textChoice(
        facts,
        `Thousands or decimals? Every value fits both, as in “${exampleOf(facts)}”`,
        0.5,
      );
    }
    return {
      ...pick(reading),
      reason: `${allAre} ${nameOf(reading, column)}${styleReason(reading)}`,
      confidence: ambiguous ? 0.8 : confidence,
    };
  }
  return null;
};

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

const plural = (count: number, one: string): string => `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;

function nameOf(reading: Reading, { valued }: ChoosingColumn): string {
  const { decimals = 0 } = reading;
  const one = valued === 1;
  if (reading.fieldType === 'percent') return one ? 'a percentage' : 'percentages';
  if (reading.fieldType === 'currency')
    return `${one ? 'an amount' : 'amounts'} in ${reading.format.symbol ?? '$'}`;
  if (reading.exponents) return one ? 'a number' : 'numbers, some with an exponent';
  if (decimals === 0) return one ? 'a whole number' : 'whole numbers';
  return `${one ? 'a number' : 'numbers'} with up to ${plural(decimals, 'decimal')}`;
}
