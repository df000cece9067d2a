import type { AnyFieldType } from './any-field-type.ts';
import { zoneOf } from './date/format-date.ts';
import type { CellValue, FieldKind } from './field-kinds.ts';
import type { FieldEnv } from './field-type.ts';
import { optionByLabel, optionLabel } from './single-select/options.ts';
import type { DateTemplate, SelectTemplate } from './templates.ts';

/** A type with the settings of its field: one side of a conversion. */
export interface Side {
  readonly type: AnyFieldType;
  readonly template: unknown;
}

/** The value as the other side stores it, still to be validated there; null when it has none. */
interface Conversion {
  readonly convert: (value: NonNullable<CellValue>, from: Side, to: Side, env: FieldEnv) => CellValue;
  /** Set where losing a part is the purpose: a day has no time. */
  readonly loses?: true;
}

/** Amounts are the same number whatever they show as: 0.25 is 25 %, 90 is 0:01:30. */
const sameNumber: Conversion = { convert: (value) => value };

/** Without displayTime a `date` is a calendar day, stored as its 00:00Z; everything else is an instant. */
const isCalendarDay = ({ type, template }: Side): boolean =>
  type.kind === 'date' && !(template as DateTemplate).displayTime;

/** A day becomes the instant at which it begins for the reader; an instant becomes the day it falls on for the reader. */
const sameMoment: Conversion = {
  convert(value, from, to, env) {
    if (typeof value !== 'string' || isCalendarDay(from) === isCalendarDay(to)) return value;
    const instant = Temporal.Instant.from(value);
    const moved = isCalendarDay(to)
      ? instant
          .toZonedDateTimeISO(zoneOf(from.template as DateTemplate, env))
          .toPlainDate()
          .toZonedDateTime('UTC')
      : instant
          .toZonedDateTimeISO('UTC')
          .toPlainDate()
          .toZonedDateTime(zoneOf(to.template as DateTemplate, env));
    return moved.toInstant().toString({ fractionalSecondDigits: 3 });
  },
  loses: true,
};

/** Options are matched by label: the two fields have values of their own. */
function matchOptions(values: readonly unknown[], from: Side, to: Side): readonly string[] | null {
  const matched = values.map((value) => {
    const label = optionLabel(from.template as SelectTemplate, String(value));
    return label === '' ? undefined : optionByLabel(to.template as SelectTemplate, label)?.value;
  });
  return matched.every((value) => value !== undefined) ? matched : null;
}

const oneToMany: Conversion = { convert: (value, from, to) => matchOptions([value], from, to) };
const manyToOne: Conversion = {
  convert: (value, from, to) =>
    Array.isArray(value) && value.length === 1 ? (matchOptions(value, from, to)?.[0] ?? null) : null,
};

const oneOrZero: Conversion = { convert: (value) => (value === true ? 1 : 0) };
const tickedIfOne: Conversion = { convert: (value) => (value === 1 ? true : value === 0 ? false : null) };

const amounts = { number: sameNumber, currency: sameNumber, percent: sameNumber, duration: sameNumber };
const moments = { date: sameMoment, datetime: sameMoment };

/** The pairs that know better than the way through text. */
export const conversions: { readonly [From in FieldKind]?: { readonly [To in FieldKind]?: Conversion } } = {
  number: { ...amounts, rating: sameNumber, checkbox: tickedIfOne },
  currency: amounts,
  percent: amounts,
  duration: amounts,
  rating: { number: sameNumber, rating: sameNumber },
  autonumber: amounts,
  date: moments,
  datetime: moments,
  created_time: moments,
  last_modified_time: moments,
  checkbox: { number: oneOrZero },
  single_select: { multiple_select: oneToMany },
  multiple_select: { single_select: manyToOne },
};
