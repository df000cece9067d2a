import { fragment, type SqlFieldType } from './sql-field-type.ts';

/** Links lie in a table of their own (`_links`); `column` is an expression that gathers those of a record as `text[]`. */
const list = (column: string) => `COALESCE(${column}, '{}')`;

export const linkedRecordSql: SqlFieldType<'linked_record'> = {
  columnType: null,
  transport: 'text',
  toTransport: (value) => JSON.stringify(value),
  fromTransport: (expression) => expression,
  toCopy: () => {},
  // Ids are all as long, so that their texts compare as core's compareLists does.
  sortKeys: (column) => [fragment(`array_to_string(${column}, ',') COLLATE "C"`)],
  operators: {
    has_any_of: (column, operand) => fragment(`${list(column)} && ?::text[]`, operand),
    has_all_of: (column, operand) => fragment(`${list(column)} @> ?::text[]`, operand),
    has_none_of: (column, operand) => fragment(`NOT ${list(column)} && ?::text[]`, operand),
    is_exactly: (column, operand) => fragment(`${list(column)} = ?::text[]`, sortedOnce(operand)),
    has_several: (column) => fragment(`cardinality(${list(column)}) > 1`),
    is_empty: (column) => fragment(`${column} IS NULL`),
    is_not_empty: (column) => fragment(`${column} IS NOT NULL`),
  },
  searched: () => [],
};

const sortedOnce = (operand: unknown): readonly string[] => [...new Set(operand as readonly string[])].sort();
