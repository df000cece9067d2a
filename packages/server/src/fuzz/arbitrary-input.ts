import { type CallName, calls } from '@weft/protocol';
import fc from 'fast-check';
import { z } from 'zod';

/** A JSON schema, as far as zod writes it. */
interface Schema {
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: Schema };
  readonly definitions?: { readonly [name: string]: Schema };
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly (Schema | boolean)[];
  readonly oneOf?: readonly (Schema | boolean)[];
  readonly allOf?: readonly (Schema | boolean)[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
}

/** Values of the world the requests meet, by the name of the property they fit: ids that exist, and foreign ones. */
export type Pool = { readonly [property: string]: readonly unknown[] };

const hostile: readonly unknown[] = [
  null,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(5_000),
  '__proto__',
  "'; DROP TABLE weft.flows; --",
  '../../etc/passwd',
  '{{7*7}}',
  '𝕬🧵‮ا',
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  1.5,
  true,
  [],
  [[[[]]]],
  {},
  { constructor: { prototype: 1 } },
  { conjunction: 'and', items: [{ conjunction: 'or', items: [] }] },
];

class Shapes {
  readonly #root: Schema;
  readonly #pool: Pool;
  readonly #isHostile: boolean;

  constructor(root: Schema, pool: Pool, isHostile: boolean) {
    this.#root = root;
    this.#pool = pool;
    this.#isHostile = isHostile;
  }

  of(given: Schema | boolean, property: string, depth: number): fc.Arbitrary<unknown> {
    const fitting = this.#fitting(typeof given === 'boolean' ? {} : given, property, depth);
    // Now and then anything at all stands where a value of the schema should.
    return this.#isHostile
      ? fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: fc.constantFrom(...hostile) })
      : fitting;
  }

  #fitting(schema: Schema, property: string, depth: number): fc.Arbitrary<unknown> {
    if (schema.$ref !== undefined) return this.#referred(schema.$ref, property, depth);
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices !== undefined) return fc.oneof(...choices.map((one) => this.of(one, property, depth + 1)));
    switch (schema.type) {
      case 'object':
        return this.#object(schema, property, depth);
      case 'array':
        return fc.array(this.of(schema.items ?? {}, property.replace(/s$/, ''), depth + 1), {
          minLength: schema.minItems ?? 0,
          maxLength: 4,
        });
      case 'string':
        return this.#named(property, fc.string({ unit: 'grapheme', maxLength: 30 }));
      case 'number':
        return fc.oneof(fc.integer({ min: -2, max: 300 }), fc.double());
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -2, max: Math.min(schema.maximum ?? 300, 300) });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return this.#named(property, fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null)));
    }
  }

  #referred(ref: string, property: string, depth: number): fc.Arbitrary<unknown> {
    const name = ref.split('/').at(-1) ?? '';
    const target = ref === '#' ? this.#root : (this.#root.$defs?.[name] ?? this.#root.definitions?.[name]);
    // Filters hold filters: deep ones are a case of their own.
    return target === undefined || depth > 8 ? fc.constant({}) : this.of(target, property, depth + 1);
  }

  #object(schema: Schema, property: string, depth: number): fc.Arbitrary<unknown> {
    const { properties = {}, required = [], additionalProperties } = schema;
    const model = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, this.of(one, name, depth + 1)]),
    );
    const named = fc.record(model, { requiredKeys: required.filter((name) => name in model) });
    if (typeof additionalProperties !== 'object') return named;
    const value = this.of(additionalProperties, property, depth + 1);
    const more = fc.dictionary(this.#named('fieldId', fc.string()) as fc.Arbitrary<string>, value, {
      maxKeys: 3,
    });
    return fc.tuple(named, more).map(([one, other]) => ({ ...other, ...one }));
  }

  #named(property: string, otherwise: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
    const known = this.#pool[property];
    if (known === undefined || known.length === 0) return otherwise;
    const named = fc.constantFrom(...known);
    return this.#isHostile
      ? fc.oneof({ weight: 12, arbitrary: named }, { weight: 1, arbitrary: otherwise })
      : named;
  }
}

/** Values of a type: half of them look like what it takes, in the others something is wrong. */
export function arbitraryOf(type: z.ZodType, pool: Pool): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;
  return fc.boolean().chain((isHostile) => new Shapes(schema, pool, isHostile).of(schema, '', 0));
}

/** Inputs of a call under /rpc. */
export const arbitraryInput = (name: CallName, pool: Pool): fc.Arbitrary<unknown> =>
  arbitraryOf(calls[name].input, pool);

/** A part of an address, or a value of its search: what the pool has under that name, or anything. */
export const arbitraryPart = (name: string, pool: Pool): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(pool[name] ?? hostile)) },
    fc.constantFrom(...hostile),
  );
