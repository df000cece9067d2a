import type { SqlFieldType } from './sql-field-type.ts';

/** Lookups are computed: they have no column. */
export const noColumnSql: SqlFieldType<'lookup'> = {
  columnType: null,
  transport: 'text',
  toTransport: () => '',
  fromTransport: (expression) => expression,
  toCopy: () => {},
  sortKeys: () => [],
  operators: {},
  searched: () => [],
};
