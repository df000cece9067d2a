import { err, type Fault, ok, type Result } from '@weft/std';
import type { FieldEnv, FieldSamples, FieldType, Parsed } from '../field-type.ts';
import type { TemplateReader } from '../read-template.ts';
import { type NumberTemplate, numberFormats } from '../templates.ts';
import { decimalText } from './decimal.ts';
import { formatNumber } from './format-number.ts';
import { notationOf, shownNotation } from './notation.ts';
import { numberAggregates } from './number-aggregates.ts';
import { numberOperators } from './number-operators.ts';
import { plainStyle, readNumberText } from './read-number.ts';
import { type Affixes, readPasted, readTyped } from './typed-number.ts';

interface AmountTraits<T> {
  readonly label: string;
  readonly readTemplate: (input: unknown) => Result<T, readonly Fault[]>;
  readonly affixes: (template: T) => Affixes;
  readonly allowsNegative: (template: T) => boolean;
  /** Puts the mark beside the shown number, whose minus is given apart. */
  readonly decorate: (digits: string, minus: string, template: T) => string;
  /** The canonical text carries this sign at its end: '%'. */
  readonly canonicalMark: '' | '%';
  readonly samples: FieldSamples<number, T>;
}

/** The settings that number, currency and percent share; `usualPlaces` are those of a field without any settings. */
export function readNumberSettings(read: TemplateReader, usualPlaces?: number): NumberTemplate {
  const places = read.integer('decimalPlaces', 0, 6, read.isEmpty ? (usualPlaces ?? -1) : -1);
  return {
    ...(places !== -1 && { decimalPlaces: places }),
    numberFormat: read.choice('numberFormat', numberFormats, 'local'),
    ...(!read.flag('grouping', true) && { grouping: false }),
  };
}

/** The most digits of which every decimal survives being added up: a sum of tenths shows tenths. */
const summedDigits = 15;

/**
 * Number, currency and percent: any finite double. A typed value keeps all its digits, only the shown ones are rounded.
 * A pasted text without a number in it, or with a minus where none is allowed, is the empty cell.
 */
export function amountType<K extends 'number' | 'currency' | 'percent', T extends NumberTemplate>(
  kind: K,
  traits: AmountTraits<T>,
): FieldType<K, number, T> {
  const { affixes, allowsNegative, canonicalMark } = traits;
  const format = (value: number, template: T, env: FieldEnv, places = template.decimalPlaces): string => {
    const notation = shownNotation(template, env);
    const shown = formatNumber(value, places, notation, affixes(template).shift);
    return shown.startsWith(notation.minus)
      ? traits.decorate(shown.slice(notation.minus.length), notation.minus, template)
      : traits.decorate(shown, '', template);
  };
  const checked = (value: number | null, template: T): Parsed<number> => {
    if (value === null) return err('must be a number');
    if (value < 0 && !allowsNegative(template)) return err('must not be negative');
    return ok(value);
  };
  return {
    kind,
    label: traits.label,
    canBePrimary: true,
    readOnly: false,
    readTemplate: traits.readTemplate,
    parse(text, template, env) {
      if (text.trim() === '') return ok(null);
      return checked(readTyped(text, notationOf(template.numberFormat, env), affixes(template)), template);
    },
    fromPaste(text, template, env) {
      const value = readPasted(text, notationOf(template.numberFormat, env), affixes(template));
      if (value === 'misgrouped') return err('has commas where none group its digits');
      const read = checked(value, template);
      return read.ok ? read : ok(null);
    },
    format: (value, template, env) => format(value, template, env),
    toText: (value) => decimalText(value, canonicalMark === '' ? 0 : 2) + canonicalMark,
    fromText(text, template) {
      if (text === '') return ok(null);
      if (canonicalMark !== '' && !text.endsWith(canonicalMark)) return checked(null, template);
      const digits = canonicalMark === '' ? text : text.slice(0, -1);
      return checked(
        readNumberText(digits, plainStyle, canonicalMark === '' ? 0 : 2)?.value ?? null,
        template,
      );
    },
    validate(value, template) {
      if (value === null) return ok(null);
      if (typeof value !== 'number' || !Number.isFinite(value)) return err('must be a number');
      if (value < 0 && !allowsNegative(template)) return err('must not be negative');
      // -0 becomes 0.
      return ok(value + 0);
    },
    compare: (a, b) => a - b,
    searchText: (value, template, env) => format(value, template, env),
    operators: numberOperators,
    aggregates: numberAggregates<T>({
      cell: (value, template, env) => format(value, template, env),
      sum: (value, template, env) =>
        template.decimalPlaces === undefined
          ? format(Number(value.toPrecision(summedDigits)), template, env)
          : format(value, template, env),
      mean: (value, template, env) =>
        template.decimalPlaces === undefined && Math.abs(value) < 0.1
          ? format(Number(value.toPrecision(3)), template, env)
          : format(value, template, env, Math.max(2, template.decimalPlaces ?? 2)),
    }),
    measure: { of: (value) => value, adds: true },
    samples: traits.samples,
  };
}
