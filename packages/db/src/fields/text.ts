import { fold } from '@weft/core';
import { folded, literalPattern } from './folded.ts';
import { personName } from './person-name.ts';
import { fragment, type SqlFieldType, type SqlOperator } from './sql-field-type.ts';

type PersonKind = 'created_by' | 'last_modified_by';
type TextKind = 'single_line_text' | 'long_text' | 'email' | 'url' | 'phone_number' | PersonKind;

const text = (column: string) => `(${folded(`COALESCE(${column}, '')`)})`;
const like =
  (before: string, after: string, not: boolean): SqlOperator<unknown> =>
  (column, operand) =>
    fragment(
      `${text(column)} ${not ? 'NOT LIKE' : 'LIKE'} ?`,
      `${before}${literalPattern(fold(operand as string))}${after}`,
    );

export const isEmpty: SqlOperator<unknown> = (column) => fragment(`${column} IS NULL`);
export const isNotEmpty: SqlOperator<unknown> = (column) => fragment(`${column} IS NOT NULL`);

/** All text kinds lie in the same column and compare in the same way. */
export const textSql: SqlFieldType<TextKind> = {
  columnType: 'text COLLATE "C"',
  transport: 'text',
  toTransport: (value) => value,
  fromTransport: (expression) => expression,
  toCopy: (to, value) => to.text(value),
  sortKeys: (column) => [fragment(folded(column)), fragment(column)],
  operators: {
    is: (column, operand) => fragment(`${text(column)} = ?`, fold(operand as string)),
    is_not: (column, operand) => fragment(`${text(column)} <> ?`, fold(operand as string)),
    contains: like('%', '%', false),
    does_not_contain: like('%', '%', true),
    starts_with: like('', '%', false),
    ends_with: like('%', '', false),
    // In this collation the case of ASCII letters alone changes.
    is_address: (column, operand) =>
      fragment(`lower(${column} COLLATE "C") = lower(?::text COLLATE "C")`, operand as string),
    is_empty: isEmpty,
    is_not_empty: isNotEmpty,
  },
  isIndexedText: true,
  searched: (column) => [fragment(column)],
};

const { isIndexedText: _stored, ...notStored } = textSql;

/**
 * What a person that the row of every record names is called now, or was when they deleted their account; NULL where nobody
 * knows.
 */
export const recordPersonSql = (column: 'created_by' | 'updated_by'): SqlFieldType<PersonKind> => ({
  ...notStored,
  columnType: null,
  ofRecord: (alias) => personName(`${alias}.${column}`),
});
