import type { Schema } from './api-document.ts';

/** A property as a line of the page; `inner` is what it is made of, when that is worth opening. */
export interface SchemaRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly inner: Schema | null;
}

export interface Schemas {
  readonly [name: string]: Schema;
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** The schema behind a reference. */
const resolve = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {});

/** Said by their name: opening them tells nothing new. */
const leaves = new Set(['Id', 'Instant', 'CellValue', 'FieldSettings', 'Cells', 'RawTexts', 'File']);
/** Everywhere: saying each time what they are would hide the rest. */
const wellKnown = new Set(['Id', 'Instant']);

/** What a schema is, in a word or two: `Record`, `list of text`, `"asc" or "desc"`. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.length > 6
      ? `one of ${schema.enum.length} texts`
      : schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) return parts.length > 4 ? 'one of several' : parts.map(typeText).join(' or ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => typeText({ ...schema, type })).join(' or ');
  if (schema.type === 'array')
    return `list of ${schema.items === undefined ? 'anything' : typeText(schema.items)}`;
  if (schema.type === 'string') return 'text';
  if (schema.type === 'integer') return 'whole number';
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'object') {
    const { additionalProperties: values } = schema;
    return typeof values === 'object' && schema.properties === undefined && Object.keys(values).length > 0
      ? `${typeText(values)} by key`
      : 'object';
  }
  return typeof schema.type === 'string' ? schema.type : 'anything';
}

/** What there is to open in a schema: the object it is, lists or may be. */
function innerOf(schema: Schema, schemas: Schemas): Schema | null {
  if (schema.$ref !== undefined)
    return leaves.has(nameOf(schema.$ref)) ? null : innerOf(resolve(schema, schemas), schemas);
  if (schema.items !== undefined) return innerOf(schema.items, schemas);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) {
    const objects = parts.filter((part) => innerOf(part, schemas) !== null);
    return objects.length === 1 ? innerOf(objects[0] ?? {}, schemas) : objects.length > 1 ? schema : null;
  }
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined)
    return innerOf(schema.additionalProperties, schemas);
  return Object.keys(schema.properties ?? {}).length > 0 ? schema : null;
}

/** The lines of an object; of a choice of objects those of each, one after the other. */
export function rowsOf(given: Schema, schemas: Schemas): readonly SchemaRow[] {
  const schema = innerOf(given, schemas);
  if (schema === null) return [];
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined)
    return parts.map((part) => {
      const { properties = {} } = resolve(part, schemas);
      const kind = properties.type?.const;
      return {
        name: kind === undefined ? typeText(part) : `type: ${JSON.stringify(kind)}`,
        type: '',
        required: true,
        description: '',
        inner: innerOf(part, schemas),
      };
    });
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const aside = property.default === undefined ? '' : `${JSON.stringify(property.default)} when left out.`;
    const reference = property.$ref === undefined ? null : nameOf(property.$ref);
    const meant =
      reference === null || wellKnown.has(reference) ? '' : resolve(property, schemas).description;
    const told = property.description ?? meant ?? '';
    return {
      name,
      type: typeText(property),
      required: schema.required?.includes(name) ?? false,
      description: [told, aside].filter(Boolean).join(' '),
      inner: innerOf(property, schemas),
    };
  });
}
