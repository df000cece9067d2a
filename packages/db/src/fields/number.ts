import type { Template } from '@weft/core';
import type { CopyBuffer } from './copy-buffer.ts';
import { shownAmount, shownDuration } from './shown-number.ts';
import { fragment, type SqlFieldType, type SqlOperator } from './sql-field-type.ts';
import { isEmpty, isNotEmpty } from './text.ts';

const compares =
  (sign: string): SqlOperator<unknown> =>
  (column, operand) =>
    fragment(`${column} ${sign} ?::float8`, operand);

const operators = {
  equals: compares('='),
  not_equals: ((column, operand) =>
    fragment(`${column} IS DISTINCT FROM ?::float8`, operand)) as SqlOperator<unknown>,
  greater_than: compares('>'),
  greater_than_or_equals: compares('>='),
  less_than: compares('<'),
  less_than_or_equals: compares('<='),
  is_empty: isEmpty,
  is_not_empty: isNotEmpty,
};

/**
 * The exact sum of doubles, as text, for a double cannot say every sum: cents add up to the cent. Most values have at most
 * four decimals and are added as whole numbers, in half the time that decimals of any length take.
 */
function exactSum(column: string): string {
  const fits = `abs(${column}) < 1e11 AND round(${column} * 1e4) / 1e4 = ${column}`;
  const whole = `COALESCE(sum(CASE WHEN ${fits} THEN (${column} * 1e4)::bigint END), 0) * 0.0001`;
  const others = `COALESCE(sum(CASE WHEN NOT (${fits}) THEN ${column}::numeric END), 0)`;
  return `(${whole} + ${others})::text`;
}

/** JavaScript's numbers are PostgreSQL's double precision, digit for digit. */
const double = {
  columnType: 'double precision',
  transport: 'float8',
  toTransport: (value: number) => value,
  fromTransport: (expression: string) => expression,
  toCopy: (to: CopyBuffer, value: number) => to.double(value),
  sortKeys: (column: string) => [fragment(column)],
  tally: (column: string) => ({
    sum: exactSum(column),
    min: `min(${column})`,
    max: `max(${column})`,
  }),
  operators,
} as const;

const amountSql = <K extends 'number' | 'currency' | 'percent'>(kind: K): SqlFieldType<K, number> => ({
  ...double,
  searched: (column, template: Template<K>, env, wanted) => shownAmount(kind, column, template, env, wanted),
});

export const numberSql = amountSql('number');
export const currencySql = amountSql('currency');
export const percentSql = amountSql('percent');

export const durationSql: SqlFieldType<'duration'> = {
  ...double,
  searched: (column, template, _env, wanted) => shownDuration(column, template.format, wanted),
};

const wholeNumber: SqlFieldType<'rating' | 'autonumber'> = {
  ...double,
  columnType: 'integer',
  transport: 'int4',
  toCopy: (to, value) => to.integer(value),
  tally: (column) => ({ sum: `sum(${column})::text`, min: `min(${column})`, max: `max(${column})` }),
  searched: (column, _template, _env, wanted) => (/^\d+$/.test(wanted) ? [fragment(`${column}::text`)] : []),
};

export const ratingSql: SqlFieldType<'rating'> = wholeNumber;
export const autonumberSql: SqlFieldType<'autonumber'> = wholeNumber;
