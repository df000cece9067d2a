import { z } from 'zod';

export interface JsonSchema {
  [keyword: string]: unknown;
}

const inDefs = '#/$defs/';
const inComponents = '#/components/schemas/';

/** Points references at the document's components, and drops what says nothing there. */
function adapt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(adapt);
  if (typeof value !== 'object' || value === null) return value;
  const adapted: JsonSchema = {};
  for (const [key, part] of Object.entries(value)) {
    if (key === '$schema' || key === '$defs' || (key === 'id' && typeof part === 'string')) continue;
    adapted[key] =
      key === '$ref' && typeof part === 'string' ? part.replace(inDefs, inComponents) : adapt(part);
  }
  return adapted;
}

/** Schemas with an id become components of the document, once each. */
export class SchemaCollector {
  readonly components: { [name: string]: JsonSchema };

  /** `given` are components written by hand: what a schema cannot say of itself. */
  constructor(given: { readonly [name: string]: JsonSchema }) {
    this.components = { ...given };
  }

  /** What a caller may send ('input': defaults are optional) or receives ('output'). */
  add(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const made = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // What is received may get more properties one day: readers are to ignore what they do not know.
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    });
    const { id } = schema.meta() ?? {};
    for (const [name, definition] of Object.entries(made.$defs ?? {}))
      this.components[name] ??= adapt(definition) as JsonSchema;
    const adapted = adapt(made) as JsonSchema;
    if (id === undefined) return adapted;
    this.components[id] ??= adapted;
    return { $ref: `${inComponents}${id}` };
  }
}
