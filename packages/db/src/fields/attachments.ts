import { folded } from './folded.ts';
import { fragment, type SqlFieldType } from './sql-field-type.ts';
import { isEmpty, isNotEmpty } from './text.ts';

const names = (column: string, name = (text: string) => text) =>
  `CASE WHEN ${column} IS NOT NULL THEN ARRAY(SELECT ${name(`file->>'originalName'`)} FROM jsonb_array_elements(${column}) WITH ORDINALITY AS u(file, n) ORDER BY n) END COLLATE "C"`;

export const attachmentsSql: SqlFieldType<'attachments'> = {
  columnType: 'jsonb',
  transport: 'text',
  toTransport: (value) => JSON.stringify(value),
  fromTransport: (expression) => `${expression}::jsonb`,
  toCopy: (to, value) => to.json(value),
  sortKeys: (column) => [fragment(names(column, (text) => folded(`(${text})`))), fragment(names(column))],
  operators: {
    is_empty: isEmpty,
    is_not_empty: isNotEmpty,
    has_type: (column, operand) => {
      const wanted = String(operand).toLowerCase().replace(/\/\*$/, '');
      const exact = wanted.includes('/');
      return fragment(
        `EXISTS (SELECT 1 FROM jsonb_array_elements(COALESCE(${column}, '[]')) AS u(file) WHERE ${exact ? `lower(file->>'mimeType')` : `split_part(lower(file->>'mimeType'), '/', 1)`} = ?)`,
        wanted,
      );
    },
  },
  searched: (column) => [fragment(`array_to_string(${names(column)}, ', ')`)],
};
