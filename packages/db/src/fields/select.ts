import { joinLabels, type SelectTemplate } from '@weft/core';
import { fragment, type SqlFieldType, type SqlOperator } from './sql-field-type.ts';
import { isEmpty, isNotEmpty } from './text.ts';

const values = ({ options }: SelectTemplate): readonly string[] => options.map((option) => option.value);
const labels = ({ options }: SelectTemplate): readonly string[] => options.map((option) => option.label);

/** The place of an option; those that are gone come last, by value (core: compareOptions). */
const place = (column: string, template: SelectTemplate) =>
  fragment(
    `COALESCE(array_position(?::text[], ${column}), ?::int)`,
    values(template),
    values(template).length + 1,
  );

export const singleSelectSql: SqlFieldType<'single_select'> = {
  columnType: 'text COLLATE "C"',
  transport: 'text',
  toTransport: (value) => value,
  fromTransport: (expression) => expression,
  toCopy: (to, value) => to.text(value),
  sortKeys: (column, template) => {
    const { text, values: bound } = place(column, template);
    return [fragment(`CASE WHEN ${column} IS NOT NULL THEN ${text} END`, ...bound), fragment(column)];
  },
  operators: {
    is: (column, operand) => fragment(`${column} = ?`, operand),
    is_not: (column, operand) => fragment(`${column} IS DISTINCT FROM ?`, operand),
    is_any_of: (column, operand) => fragment(`${column} = ANY(?::text[])`, operand),
    is_none_of: (column, operand) => fragment(`NOT COALESCE(${column} = ANY(?::text[]), false)`, operand),
    is_empty: isEmpty,
    is_not_empty: isNotEmpty,
  },
  searched: (column, template) => [
    fragment(`(?::text[])[array_position(?::text[], ${column})]`, labels(template), values(template)),
  ],
};

const list = (column: string) => `COALESCE(${column}, '{}')`;

const setOperators: { readonly [name: string]: SqlOperator<unknown> } = {
  has_any_of: (column, operand) => fragment(`${list(column)} && ?::text[]`, operand),
  has_all_of: (column, operand) => fragment(`${list(column)} @> ?::text[]`, operand),
  has_none_of: (column, operand) => fragment(`NOT ${list(column)} && ?::text[]`, operand),
  is_exactly: (column, operand) =>
    fragment(`(${list(column)} @> ?::text[] AND ${list(column)} <@ ?::text[])`, operand, operand),
  is_empty: isEmpty,
  is_not_empty: isNotEmpty,
};

export const multipleSelectSql: SqlFieldType<'multiple_select'> = {
  columnType: 'text[]',
  transport: 'text',
  toTransport: (value) => JSON.stringify(value),
  fromTransport: (expression) =>
    `CASE WHEN ${expression} IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(${expression}::jsonb)) END`,
  toCopy: (to, value) => to.texts(value),
  // Arrays compare item by item and the shorter first, as core's compareLists does.
  sortKeys: (column, template) => {
    const { text, values: bound } = place('item', template);
    return [
      fragment(
        // Zero-padded places, so that the texts order as the numbers do; the value settles options that are gone.
        `CASE WHEN ${column} IS NOT NULL THEN ARRAY(SELECT (lpad((${text})::text, 6, '0') || item) COLLATE "C" FROM unnest(${column}) WITH ORDINALITY AS u(item, n) ORDER BY n) END COLLATE "C"`,
        ...bound,
      ),
    ];
  },
  operators: setOperators,
  searched: (column, template) => [
    fragment(
      `(SELECT string_agg((?::text[])[array_position(?::text[], item)], ', ' ORDER BY n) FROM unnest(${column}) WITH ORDINALITY AS u(item, n))`,
      // One by one as core joins them: a label with a comma is shown in quotes.
      labels(template).map((label) => joinLabels([label])),
      values(template),
    ),
  ],
};
