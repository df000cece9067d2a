import type { FieldKind } from '../fields/field-kinds.ts';
import { fieldTypes, isEditable, usualPrimaryKind } from '../fields/field-types.ts';
import { isLinkKind } from '../fields/linked-record/link-field.ts';

/** What a database is to be made of: reviewed by a person before it exists. Settings are read when it is made. */
export interface BaseSchema {
  readonly name: string;
  readonly tables: readonly SchemaTable[];
}

export interface SchemaTable {
  readonly id: string;
  readonly name: string;
  /** The first one names the records. */
  readonly fields: readonly SchemaField[];
}

export interface SchemaField {
  readonly id: string;
  readonly name: string;
  readonly type: FieldKind;
  readonly template: { readonly [key: string]: unknown };
}

/** Most tables that are suggested for a description. */
export const mostSuggestedTables = 5;

/** Kinds that a field of a schema may have: lookups need a field of links that is there. */
export const isSchemaKind = (kind: FieldKind): boolean => isEditable(kind) || isLinkKind(kind);

/** The id of the table that a field of links leads to; null while none is chosen, or where it is gone. */
export function linkedTableId(schema: BaseSchema, field: SchemaField): string | null {
  const { tableId } = field.template;
  return schema.tables.some(({ id }) => id === tableId) ? String(tableId) : null;
}

/** Fields of links that lead nowhere yet: 'field (in table)' each. */
export const unlinkedFields = (schema: BaseSchema): readonly string[] =>
  schema.tables.flatMap((table) =>
    table.fields
      .filter((field) => isLinkKind(field.type) && linkedTableId(schema, field) === null)
      .map((field) => `${field.name} (in ${table.name})`),
  );

/** Whether a table keeps addresses that people can sign in by. */
export const hasEmailField = (
  tables: readonly { readonly fields: readonly { readonly type: FieldKind }[] }[],
): boolean => tables.some(({ fields }) => fields.some(({ type }) => type === 'email'));

/** Why a database cannot be made of the schema yet; null: it can. */
export function schemaFault(schema: BaseSchema, addAuthentication: boolean): string | null {
  const missing = unlinkedFields(schema);
  if (missing.length > 0) return `Choose a linked table: ${missing.join(', ')}`;
  return addAuthentication && !hasEmailField(schema.tables)
    ? 'You must add an email field to your database to enable authentication'
    : null;
}

/**
 * The fields with one that can name records in front: the first of them changes places with the first field. Where
 * there is none, the first field becomes a text.
 */
export function withPrimaryFirst(fields: readonly SchemaField[]): readonly SchemaField[] {
  const [first, ...rest] = fields;
  if (first === undefined || fieldTypes[first.type].canBePrimary) return fields;
  const at = fields.findIndex(({ type }) => fieldTypes[type].canBePrimary);
  const primary = fields[at];
  if (primary === undefined) return [{ ...first, type: usualPrimaryKind, template: {} }, ...rest];
  return [primary, ...rest.map((field, index) => (index + 1 === at ? first : field))];
}

/**
 * Two fields of links that lead to each other's tables are one relation, each the other's side: without this, every
 * suggested pair would be made twice. A field that has no partner gets one when the table is made.
 */
export function withPairedLinks(schema: BaseSchema): BaseSchema {
  const sides = new Map<string, string>();
  const links = schema.tables.flatMap((table) =>
    table.fields
      .filter(({ type }) => isLinkKind(type))
      .map((field) => ({ table, field, target: linkedTableId(schema, field) })),
  );
  type Link = (typeof links)[number];
  const leadBack = (a: Link, b: Link) => a !== b && a.target === b.table.id && b.target === a.table.id;
  const isNamedBy = ({ field }: Link, { field: other }: Link) =>
    field.template.inverseFieldId === other.id || other.template.inverseFieldId === field.id;
  const pairUp = (arePartners: (a: Link, b: Link) => boolean) => {
    for (const link of links) {
      if (sides.has(link.field.id)) continue;
      const partner = links.find(
        (other) => !sides.has(other.field.id) && leadBack(link, other) && arePartners(link, other),
      );
      if (partner === undefined) continue;
      sides.set(link.field.id, partner.field.id);
      sides.set(partner.field.id, link.field.id);
    }
  };
  pairUp(isNamedBy);
  // Within one table a second field of links is a relation of its own, unless it says otherwise.
  pairUp((a, b) => a.table !== b.table);
  const paired = (field: SchemaField): SchemaField => {
    if (!isLinkKind(field.type)) return field;
    const { inverseFieldId: _, ...template } = field.template;
    const inverseFieldId = sides.get(field.id);
    return { ...field, template: inverseFieldId === undefined ? template : { ...template, inverseFieldId } };
  };
  return {
    ...schema,
    tables: schema.tables.map((table) => ({ ...table, fields: table.fields.map(paired) })),
  };
}

/** The same without fields that cannot be made with their table. */
export const withoutLookups = (schema: BaseSchema): BaseSchema => ({
  ...schema,
  tables: schema.tables.map((table) => ({
    ...table,
    fields: table.fields.filter(({ type }) => isSchemaKind(type)),
  })),
});
