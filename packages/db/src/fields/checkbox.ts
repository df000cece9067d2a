import { fragment, type SqlFieldType } from './sql-field-type.ts';

/** The empty cell is false wherever it is compared (query SPEC, B1 and O5). */
export const checkboxSql: SqlFieldType<'checkbox'> = {
  columnType: 'boolean',
  transport: 'boolean',
  toTransport: (value) => value,
  fromTransport: (expression) => expression,
  toCopy: (to, value) => to.boolean(value),
  sortKeys: (column) => [fragment(`COALESCE(${column}, false)`)],
  firstKey: (_template, descending) => descending,
  operators: { is: (column, operand) => fragment(`COALESCE(${column}, false) = ?::boolean`, operand) },
  tally: (column) => ({
    sum: `(count(*) FILTER (WHERE ${column}))::text`,
    min: `min(${column}::int)`,
    max: `max(${column}::int)`,
  }),
  searched: () => [],
};
