import { type IdKind, isId } from '@weft/std';
import type { Json } from './document.ts';

/** A part of a JSON Schema, draft 7. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** What a property of a document may hold: as a function that judges, and as the schema that says the same outside. */
export interface PropRule {
  (value: Json | undefined): boolean;
  readonly schema: JsonSchema;
}

export type PropRules = { readonly [key: string]: PropRule };

/** `is` may ask for more than a schema can say, such as a day that there is. */
export const propRule = (schema: JsonSchema, is: (value: Json) => boolean): PropRule =>
  Object.assign((value: Json | undefined) => value !== undefined && is(value), { schema });

export const aFlag = propRule({ type: 'boolean' }, (value) => typeof value === 'boolean');

export const aNumber = propRule(
  { type: 'number' },
  (value) => typeof value === 'number' && Number.isFinite(value),
);

/** A text of at most so many characters. */
export const aText = (longest: number): PropRule =>
  propRule(
    { type: 'string', maxLength: longest },
    (value) => typeof value === 'string' && value.length <= longest,
  );

export const aPattern = (pattern: RegExp, is: (text: string) => boolean = () => true): PropRule =>
  propRule(
    { type: 'string', pattern: pattern.source },
    (value) => typeof value === 'string' && pattern.test(value) && is(value),
  );

export const anId = (kind: IdKind): PropRule =>
  propRule({ type: 'string', pattern: `^${kind}[0-9a-z]{21}$` }, (value) => isId(kind, value));

/** A whole number within bounds. */
export const aWhole = (least: number, most: number): PropRule =>
  propRule(
    { type: 'integer', minimum: least, maximum: most },
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  );

export const oneOf = (values: readonly (string | boolean)[]): PropRule =>
  propRule({ enum: values }, (value) => values.some((each) => each === value));

export const aList = (item: PropRule, most: number, least = 0): PropRule =>
  propRule(
    { type: 'array', items: item.schema, minItems: least, maxItems: most },
    (value) => Array.isArray(value) && value.length >= least && value.length <= most && value.every(item),
  );

/** The schema of an object with these properties and no others. */
export const objectSchema = (
  must: PropRules,
  may: PropRules = {},
  patterns: JsonSchema = {},
): JsonSchema => ({
  type: 'object',
  required: Object.keys(must),
  properties: Object.fromEntries(
    Object.entries({ ...must, ...may }).map(([key, { schema }]) => [key, schema]),
  ),
  ...(Object.keys(patterns).length > 0 && { patternProperties: patterns }),
  additionalProperties: false,
});

export const anObject = (must: PropRules, may: PropRules = {}): PropRule => {
  const rules: PropRules = { ...must, ...may };
  return propRule(objectSchema(must, may), (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const given = value as { readonly [key: string]: Json };
    return (
      Object.keys(must).every((key) => Object.hasOwn(given, key)) &&
      Object.entries(given).every(([key, each]) => Object.hasOwn(rules, key) && rules[key]?.(each) === true)
    );
  });
};
