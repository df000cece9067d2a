import { type Filter, isCondition, isPlainObject } from '@weft/core';
import { aList, anObject, aText, type Json, propRule } from '@weft/documents';
import type { DefaultRule } from './questions/question.ts';

/** Groups inside groups, and conditions with groups in one tree. */
const deepestCondition = 5;
const maxParts = 100;
/** Characters of a tree as JSON. */
const longest = 20_000;

/** Whether a value is a tree of conditions of a bounded size; what its operands may be, each field's type says. */
function isConditionTree(value: Json): boolean {
  let parts = 0;
  const isItem = (item: unknown, depth: number): boolean => {
    if (++parts > maxParts || !isPlainObject(item)) return false;
    if (!('fieldId' in item)) return isGroup(item, depth + 1);
    const keys = Object.keys(item).every((key) => key === 'fieldId' || key === 'operator' || key === 'value');
    return keys && typeof item.fieldId === 'string' && typeof item.operator === 'string';
  };
  const isGroup = (group: unknown, depth: number): boolean => {
    if (depth > deepestCondition || !isPlainObject(group)) return false;
    const { conjunction, items, ...more } = group;
    if (Object.keys(more).length > 0 || (conjunction !== 'and' && conjunction !== 'or')) return false;
    return Array.isArray(items) && items.every((item) => isItem(item, depth));
  };
  return isGroup(value, 1) && JSON.stringify(value).length <= longest;
}

/** Conditions in all trees of a form: each of them may be judged at every page somebody turns. */
export const maxConditions = 2_000;

/** The conditions in a property of a document, whatever else is in it; they need not be counted beyond `most`. */
export function countConditions(value: Json, most: number): number {
  let count = 0;
  for (const left: unknown[] = [value]; left.length > 0 && count <= most; ) {
    const item = left.pop();
    if (Array.isArray(item)) for (const each of item) left.push(each);
    else if (isPlainObject(item)) {
      if ('fieldId' in item) count++;
      else left.push(item.items, item.when);
    }
  }
  return count;
}

/** What `conditions` refers to in the schema of documents; how deep and how large a tree may be, it cannot say. */
export const conditionsSchema = {
  type: 'object',
  required: ['conjunction', 'items'],
  properties: {
    conjunction: { enum: ['and', 'or'] },
    items: {
      type: 'array',
      maxItems: maxParts,
      items: {
        anyOf: [
          {
            type: 'object',
            required: ['fieldId', 'operator'],
            properties: { fieldId: { type: 'string' }, operator: { type: 'string' }, value: {} },
            additionalProperties: false,
          },
          { $ref: '#/definitions/conditions' },
        ],
      },
    },
  },
  additionalProperties: false,
} as const;

export const conditionsRule = propRule({ $ref: '#/definitions/conditions' }, isConditionTree);

/** Characters of what stands in a question before it is answered. */
export const longestUsual = 500;
/** Defaults by conditions of one question. */
export const maxDefaultRules = 20;

/** A list of defaults by conditions. */
export const defaultRulesRule = aList(
  anObject({ when: conditionsRule, text: aText(longestUsual) }),
  maxDefaultRules,
  1,
);

/** The defaults in a property of a document, which `defaultRulesRule` has passed. */
export const defaultRulesIn = (value: Json | undefined): readonly DefaultRule[] =>
  (value ?? []) as unknown as readonly DefaultRule[];

/** Defaults by conditions as a property of a document keeps them; null: none. */
export const defaultRulesJson = (rules: readonly DefaultRule[]): Json =>
  rules.length === 0 ? null : (rules as unknown as NonNullable<Json>);

/** The fields that a tree asks about. */
export const fieldsAskedBy = (filter: Filter): readonly string[] =>
  filter.items.flatMap((item) => (isCondition(item) ? [item.fieldId] : fieldsAskedBy(item)));

/** Conditions as a property of a document keeps them. */
export const conditionsJson = (filter: Filter): NonNullable<Json> => filter as unknown as NonNullable<Json>;

/** The conditions in a property of a document, which `conditionsRule` has passed; null: there are none. */
export const conditionsIn = (value: Json | undefined): Filter | null =>
  (value ?? null) as unknown as Filter | null;
