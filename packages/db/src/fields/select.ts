import { fold, joinLabels, type SelectTemplate } from '@weft/core';
import { fragment, type SqlFieldType, type SqlOperator } from './sql-field-type.ts';

const values = ({ options }: SelectTemplate): readonly string[] => options.map((option) => option.value);
const labels = ({ options }: SelectTemplate): readonly string[] => options.map((option) => option.label);

/** The order of an option; NULL for a deleted one, which counts as empty (query SPEC, C4). */
const place = (column: string, template: SelectTemplate) =>
  fragment(`array_position(?::text[], ${column})`, values(template));

/** Whether a label, or what joins several, may hold a text that is searched. */
const mayShow = (template: SelectTemplate, wanted: string): boolean =>
  /[",]/.test(wanted) || labels(template).some((label) => fold(label).includes(wanted));

/** The options of an operand that exist: a deleted one matches no cell. */
const known = (operand: unknown, template: SelectTemplate): readonly string[] => {
  const all = new Set(values(template));
  return [...new Set(operand as readonly string[])].filter((value) => all.has(value));
};

export const singleSelectSql: SqlFieldType<'single_select'> = {
  columnType: 'text COLLATE "C"',
  transport: 'text',
  toTransport: (value) => value,
  fromTransport: (expression) => expression,
  toCopy: (to, value) => to.text(value),
  sortKeys: (column, template) => [place(column, template)],
  firstKey: ({ options }, descending) => (descending ? options.length : 1),
  operators: {
    is: (column, operand, template) =>
      known([operand], template).length > 0 ? fragment(`${column} = ?`, operand) : fragment('false'),
    is_not: (column, operand, template) =>
      known([operand], template).length > 0
        ? fragment(`${column} IS DISTINCT FROM ?`, operand)
        : fragment('true'),
    is_any_of: (column, operand, template) =>
      fragment(`${column} = ANY(?::text[])`, known(operand, template)),
    is_none_of: (column, operand, template) =>
      fragment(`NOT COALESCE(${column} = ANY(?::text[]), false)`, known(operand, template)),
    is_empty: (column, _operand, template) =>
      fragment(`NOT COALESCE(${column} = ANY(?::text[]), false)`, values(template)),
    is_not_empty: (column, _operand, template) => fragment(`${column} = ANY(?::text[])`, values(template)),
  },
  searched: (column, template, _env, wanted) =>
    mayShow(template, wanted)
      ? [fragment(`(?::text[])[array_position(?::text[], ${column})]`, labels(template), values(template))]
      : [],
};

const list = (column: string) => `COALESCE(${column}, '{}')`;

/** Whether a list that a cell must contain entirely names a deleted option: then no cell matches. */
const namesGone = (operand: unknown, template: SelectTemplate): boolean =>
  known(operand, template).length < new Set(operand as readonly string[]).size;

const setOperators: { readonly [name: string]: SqlOperator<SelectTemplate> } = {
  has_any_of: (column, operand, template) =>
    fragment(`${list(column)} && ?::text[]`, known(operand, template)),
  has_all_of: (column, operand, template) =>
    namesGone(operand, template) ? fragment('false') : fragment(`${list(column)} @> ?::text[]`, operand),
  has_none_of: (column, operand, template) =>
    fragment(`NOT ${list(column)} && ?::text[]`, known(operand, template)),
  is_exactly: (column, operand, template) => {
    if (namesGone(operand, template)) return fragment('false');
    const wanted = new Set(operand as readonly string[]);
    const others = values(template).filter((value) => !wanted.has(value));
    return fragment(`(${list(column)} @> ?::text[] AND NOT ${list(column)} && ?::text[])`, operand, others);
  },
  is_empty: (column, _operand, template) => fragment(`NOT ${list(column)} && ?::text[]`, values(template)),
  is_not_empty: (column, _operand, template) => fragment(`${list(column)} && ?::text[]`, values(template)),
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
        // Zero-padded places, so that the texts order as the numbers do.
        `CASE WHEN ${list(column)} && ?::text[] THEN ARRAY(SELECT lpad((${text})::text, 6, '0') COLLATE "C" FROM unnest(${column}) WITH ORDINALITY AS u(item, n) WHERE item = ANY(?::text[]) ORDER BY n) END COLLATE "C"`,
        values(template),
        ...bound,
        values(template),
      ),
    ];
  },
  operators: setOperators,
  searched: (column, template, _env, wanted) =>
    mayShow(template, wanted)
      ? [
          fragment(
            `(SELECT string_agg((?::text[])[array_position(?::text[], item)], ', ' ORDER BY n) FROM unnest(${column}) WITH ORDINALITY AS u(item, n))`,
            // One by one as core joins them: a label with a comma is shown in quotes.
            labels(template).map((label) => joinLabels([label])),
            values(template),
          ),
        ]
      : [],
};
