import type { Content, Json } from '@weft/documents';
import { z } from 'zod';
import { id } from '../schemas/answer-schemas.ts';
import { isForbiddenKey, knownId } from '../schemas/ids.ts';
import { textFault } from '../schemas/text.ts';

/** Characters of a value of a document as JSON, and how deep it nests. */
const longestValue = 60_000;
const deepestValue = 20;

function isPlainJson(value: unknown, depth = 0): boolean {
  if (depth > deepestValue) return false;
  if (typeof value === 'string') return textFault(value) === null;
  if (typeof value !== 'object' || value === null) return value !== undefined;
  if (Array.isArray(value)) return value.every((each) => isPlainJson(each, depth + 1));
  return Object.entries(value).every(([key, each]) => !isForbiddenKey(key) && isPlainJson(each, depth + 1));
}

/** What an app may hold is checked by `apps`. */
const value = z
  .unknown()
  .refine(
    (given) => isPlainJson(given) && JSON.stringify(given).length <= longestValue,
    'Not a value that can be stored',
  )
  .transform((given) => given as NonNullable<Json>);
const nullable = z
  .unknown()
  .refine(
    (given) => given === null || (isPlainJson(given) && JSON.stringify(given).length <= longestValue),
    'Not a value that can be stored',
  )
  .transform((given) => given as Json);

const key = z
  .string()
  .regex(/^[A-Za-z]{1,40}$/, 'Not the name of a setting')
  .refine((name) => !isForbiddenKey(name), 'Not the name of a setting');
const place = {
  parent: knownId.nullable(),
  order: z.string().regex(/^[0-9A-Za-z]{1,200}$/, 'Not an order key'),
};
const block = z.strictObject({ ...place, props: z.record(key, value) });

/** One difference of an app, with before and after. */
export const sentAppEdit = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('block'),
    id: knownId,
    before: block.nullable(),
    after: block.nullable(),
  }),
  z.strictObject({
    kind: z.literal('move'),
    id: knownId,
    before: z.strictObject(place),
    after: z.strictObject(place),
  }),
  z.strictObject({ kind: z.literal('prop'), id: knownId.nullable(), key, before: nullable, after: nullable }),
]);

/** A draft or a published version: the settings of the app, and its blocks by id: pages, rules, and what stands on pages. */
export const appContent: z.ZodType<Content> = z
  .strictObject({
    kind: z.literal('app'),
    schema: z.int(),
    props: z.looseObject({}),
    blocks: z.record(
      z.string(),
      z.strictObject({
        parent: id.nullable(),
        order: z.string(),
        props: z.looseObject({ type: z.string() }),
      }),
    ),
  })
  .meta({ id: 'AppContent' }) as unknown as z.ZodType<Content>;
