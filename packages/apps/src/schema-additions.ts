import {
  anyFieldType,
  defaultTemplate,
  type Field,
  isFieldKind,
  isLinkKind,
  isSchemaKind,
  isSelectKind,
  palette,
  type Table,
} from '@weft/core';
import type { Json } from '@weft/documents';
import { err, type IdKind, must, ok, type Result } from '@weft/std';
import { tableNamed } from './named-settings.ts';

/** A table, or a field of one that is there, that a proposal adds to the database. */
export type SchemaAddition =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'field'; readonly tableId: string; readonly field: Field };

/** The tables as they would be with what a proposal adds to the database. */
export const tablesWith = (
  tables: readonly Table[],
  additions: readonly SchemaAddition[],
): readonly Table[] =>
  [...tables, ...additions.flatMap((one) => (one.kind === 'table' ? [one.table] : []))].map((table) => ({
    ...table,
    fields: [
      ...table.fields,
      ...additions.flatMap((one) => (one.kind === 'field' && one.tableId === table.id ? [one.field] : [])),
    ],
  }));

interface Schema {
  readonly tables: readonly Table[];
  readonly newId: (kind: IdKind) => string;
}

type Given = { readonly [key: string]: Json };
const mostOptions = 50;
const longestName = 255;

const isObject = (value: Json | undefined): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
const nameIn = (value: Json | undefined): string =>
  typeof value === 'string' ? value.trim().slice(0, longestName) : '';

/** A field that is described by its name, its type, its options and the table it links to. */
export function fieldOf(
  { tables, newId }: Schema,
  table: Pick<Table, 'name' | 'fields'>,
  given: Json,
): Result<Field> {
  const name = isObject(given) ? nameIn(given.name) : '';
  if (!isObject(given) || name === '') return err('A field needs a name');
  const { type = 'single_line_text', options, linkedTable } = given;
  if (typeof type !== 'string' || !isFieldKind(type) || !isSchemaKind(type))
    return err(`The field ‘${name}’ can’t be made of the type ‘${String(type).slice(0, 40)}’`);
  if (table.fields.some((one) => same(one.name, name)))
    return err(`The table ‘${table.name}’ has a field ‘${name}’ already`);
  const head = { id: newId('fld'), name, type, order: table.fields.length };
  if (isLinkKind(type)) {
    const other = tableNamed({ tables }, linkedTable ?? null);
    if (!other.ok) return other;
    const template = { tableId: other.value.id, allowMultiple: true, inverseFieldId: newId('fld') };
    return ok({ ...head, template } as Field);
  }
  const labels = Array.isArray(options) ? [...new Set(options.map(String))].slice(0, mostOptions) : [];
  const made = labels.map((label, at) => ({
    ...{ value: newId('opt'), label: label.slice(0, longestName) },
    color: must(palette[at % palette.length]),
  }));
  return ok({
    ...head,
    template: { ...defaultTemplate(type), ...(isSelectKind(type) && { options: made }) },
  } as Field);
}

interface MadeTable {
  readonly table: Table;
  /** Its fields of links, which are made once it is there. */
  readonly links: readonly Json[];
}

/** A table that is described by its name and its fields. */
export function tableOf(
  schema: Schema,
  givenName: Json | undefined,
  given: Json | undefined,
): Result<MadeTable> {
  const name = nameIn(givenName);
  if (name === '') return err('A table needs a name');
  if (schema.tables.some((one) => same(one.name, name))) return err(`There is a table ‘${name}’ already`);
  const wanted = Array.isArray(given) && given.length > 0 ? (given as readonly Json[]) : [{ name: 'Name' }];
  const isLink = (one: Json) =>
    isObject(one) && typeof one.type === 'string' && isFieldKind(one.type) && isLinkKind(one.type);
  const fields: Field[] = [];
  for (const one of wanted.filter((each) => !isLink(each))) {
    const field = fieldOf(schema, { name, fields }, one);
    if (!field.ok) return field;
    fields.push(field.value);
  }
  const [first] = fields;
  if (first === undefined || !anyFieldType(first.type).canBePrimary)
    return err(`The first field of the table ‘${name}’ names its records: make it a single_line_text`);
  const table: Table = {
    ...{ id: schema.newId('tbl'), name, order: schema.tables.length },
    ...{ primaryFieldId: first.id, fields, views: [] },
  };
  return ok({ table, links: wanted.filter(isLink) });
}
