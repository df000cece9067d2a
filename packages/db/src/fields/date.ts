import { type DateTemplate, dateRange, type FieldEnv } from '@weft/core';
import { shownDate } from './shown-date.ts';
import { type Fragment, fragment, type SqlFieldType, type SqlOperator } from './sql-field-type.ts';
import { isEmpty, isNotEmpty } from './text.ts';

type Write = (column: string, from: string, to: string) => Fragment;

/** A date operand means a half-open range of instants: core says which, for both sides. */
const inRange =
  (write: Write): SqlOperator<DateTemplate> =>
  (column: string, operand: unknown, template: DateTemplate, env: FieldEnv) => {
    const range = dateRange(operand, template, env);
    return range.ok ? write(column, range.value.from, range.value.to) : fragment('false');
  };

const within = inRange((column, from, to) =>
  fragment(`(${column} >= ?::timestamptz AND ${column} < ?::timestamptz)`, from, to),
);

type MomentKind = 'date' | 'datetime' | 'created_time' | 'last_modified_time';

export const dateSql: SqlFieldType<MomentKind> = {
  columnType: 'timestamptz',
  transport: 'timestamptz',
  toTransport: (value) => value,
  fromTransport: (expression) => expression,
  toCopy: (to, value) => to.instant(value),
  sortKeys: (column) => [fragment(column)],
  tally: (column) => ({
    sum: `'0'`,
    min: `(extract(epoch FROM min(${column})) * 1000)::float8`,
    max: `(extract(epoch FROM max(${column})) * 1000)::float8`,
  }),
  operators: {
    is: within,
    is_within: within,
    is_not: inRange((column, from, to) =>
      fragment(`NOT COALESCE(${column} >= ?::timestamptz AND ${column} < ?::timestamptz, false)`, from, to),
    ),
    is_before: inRange((column, from) => fragment(`${column} < ?::timestamptz`, from)),
    is_after: inRange((column, _from, to) => fragment(`${column} >= ?::timestamptz`, to)),
    is_on_or_before: inRange((column, _from, to) => fragment(`${column} < ?::timestamptz`, to)),
    is_on_or_after: inRange((column, from) => fragment(`${column} >= ?::timestamptz`, from)),
    is_empty: isEmpty,
    is_not_empty: isNotEmpty,
  },
  searched: shownDate,
};

/** An instant that the row of every record holds. */
export const recordMomentSql = (
  column: 'created_at' | 'updated_at',
): SqlFieldType<'created_time' | 'last_modified_time'> => ({
  ...dateSql,
  columnType: null,
  ofRecord: (alias) => `${alias}.${column}`,
});
