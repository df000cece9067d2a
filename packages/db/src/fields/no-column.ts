import type { SqlFieldType } from './sql-field-type.ts';

/** Links lie in a table of their own and lookups are computed: neither has a column, neither can be reached yet. */
export const noColumnSql: SqlFieldType<'linked_record' | 'lookup'> = {
  columnType: null,
  transport: 'text',
  toTransport: () => '',
  fromTransport: (expression) => expression,
  toCopy: () => {},
  sortKeys: () => [],
  operators: {},
  searched: () => [],
};
