import { type Condition, type Filter, isPlainObject, maxGroupKeys, type Sort } from '@weft/core';
import { z } from 'zod';
import { isForbiddenKey, knownId } from '../schemas/ids.ts';
import { storableText, textFault } from '../schemas/text.ts';

const maxDepth = 100;
const maxItems = 200;
/** Conditions and groups of a whole filter: each becomes a part of one statement, which the database must hold. */
const maxParts = 1_000;

/** Null when the operand is plain JSON of a sane size. */
function operandFault(value: unknown, depth: number): string | null {
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'Not a finite number';
  if (typeof value === 'string') return textFault(value);
  if (depth > 3) return 'The operand is nested too deep';
  if (Array.isArray(value)) {
    if (value.length > 10_000) return 'The operand has more than 10,000 items';
    return value.map((item) => operandFault(item, depth + 1)).find((fault) => fault !== null) ?? null;
  }
  if (typeof value !== 'object') return 'Not a value a condition can hold';
  for (const [key, item] of Object.entries(value)) {
    if (isForbiddenKey(key)) return `The key ${key} is not allowed`;
    const fault = operandFault(item, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

type Fail = (path: readonly (string | number)[], message: string) => void;

function readCondition(
  input: { readonly [key: string]: unknown },
  path: readonly (string | number)[],
  fail: Fail,
): Condition {
  const { fieldId, operator, value } = input;
  if (typeof fieldId !== 'string' || !knownId.safeParse(fieldId).success)
    fail([...path, 'fieldId'], 'Not a field id');
  if (typeof operator !== 'string' || !/^[a-z_]{1,40}$/.test(operator))
    fail([...path, 'operator'], 'Not an operator');
  if (value === undefined) return { fieldId: String(fieldId), operator: String(operator) };
  const fault = operandFault(value, 0);
  if (fault !== null) fail([...path, 'value'], fault);
  return { fieldId: String(fieldId), operator: String(operator), value };
}

function readFilter(
  input: unknown,
  path: readonly (string | number)[],
  depth: number,
  parts: { left: number },
  fail: Fail,
): Filter {
  const empty: Filter = { conjunction: 'and', items: [] };
  if (!isPlainObject(input)) {
    fail(path, 'Not a filter');
    return empty;
  }
  if (depth > maxDepth) {
    fail(path, `Filters nest at most ${maxDepth} deep`);
    return empty;
  }
  const { conjunction, items } = input;
  if (conjunction !== 'and' && conjunction !== 'or') fail([...path, 'conjunction'], "Must be 'and' or 'or'");
  if (!Array.isArray(items) || items.length > maxItems) {
    fail([...path, 'items'], `Must be a list of at most ${maxItems} conditions`);
    return empty;
  }
  const had = parts.left;
  parts.left -= items.length;
  if (parts.left < 0) {
    // Said once: what comes after it is not walked.
    if (had >= 0) fail([...path, 'items'], `A filter holds at most ${maxParts} conditions and groups`);
    return empty;
  }
  return {
    conjunction: conjunction === 'or' ? 'or' : 'and',
    items: items.map((item: unknown, index) => {
      const at = [...path, 'items', index];
      return isPlainObject(item) && 'fieldId' in item
        ? readCondition(item, at, fail)
        : readFilter(item, at, depth + 1, parts, fail);
    }),
  };
}

/** A filter tree, its depth and size bounded before anything walks it. */
export const filterTree = z
  .unknown()
  .transform((input, context): Filter => {
    let faulty = false;
    const filter = readFilter(input, [], 1, { left: maxParts }, (path, message) => {
      faulty = true;
      context.addIssue({ code: 'custom', message, path: [...path] });
    });
    return faulty ? z.NEVER : filter;
  })
  .meta({ id: 'Filter' });

export const sortKeys = z
  .array(z.strictObject({ fieldId: knownId, direction: z.enum(['asc', 'desc']) }))
  .max(20)
  .transform((keys): Sort => keys);

/** Each field once: a second time would divide nothing. */
export const groupKeys = sortKeys
  .refine((keys) => keys.length <= maxGroupKeys, `At most ${maxGroupKeys} fields`)
  .refine(
    (keys) => new Set(keys.map(({ fieldId }) => fieldId)).size === keys.length,
    'A field is named twice',
  );

/** An IANA name; its existence is checked where zones are known. */
export const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_+/-]+$/, 'Not a time zone');

/** What chooses and orders records, in every call that reads them. */
export const recordChoice = {
  viewId: knownId.optional(),
  timeZone: timeZone.optional(),
  filters: filterTree.nullable().optional(),
  sort: sortKeys.optional(),
  search: storableText(1_000).optional(),
  fieldIds: z.array(knownId).max(500).optional(),
};
