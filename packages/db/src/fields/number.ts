import { fragment, type SqlFieldType, type SqlOperator } from './sql-field-type.ts';
import { isEmpty, isNotEmpty } from './text.ts';

type NumberKind = 'number' | 'currency' | 'percent' | 'duration' | 'rating';

const compares =
  (sign: string): SqlOperator<unknown> =>
  (column, operand) =>
    fragment(`COALESCE(${column} ${sign} ?::float8, false)`, operand);

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

/** JavaScript's numbers are PostgreSQL's double precision, digit for digit. */
export const numberSql: SqlFieldType<NumberKind> = {
  columnType: 'double precision',
  transport: 'float8',
  toTransport: (value) => value,
  fromTransport: (expression) => expression,
  toCopy: String,
  sortKeys: (column) => [fragment(column)],
  operators,
  searched: (column) => [fragment(`${column}::text`)],
};

export const ratingSql: SqlFieldType<'rating'> = { ...numberSql, columnType: 'integer', transport: 'int4' };
