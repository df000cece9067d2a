import { type Filter, isCondition, isPlainObject } from '@weft/core';
import type { Json } from '@weft/documents';
import type { DefaultRule } from './questions/question.ts';

/** Groups inside groups, and conditions with groups in one tree. */
const deepestCondition = 5;
const maxParts = 100;
/** Characters of a tree as JSON. */
const longest = 20_000;

/** Whether a value is a tree of conditions of a bounded size; what its operands may be, each field's type says. */
export function isConditionTree(value: Json): boolean {
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

/** Characters of what stands in a question before it is answered. */
export const longestUsual = 500;
/** Defaults by conditions of one question. */
export const maxDefaultRules = 20;

/** Whether a value is a list of defaults by conditions, each text of a bounded length. */
export const isDefaultRules = (value: Json): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= maxDefaultRules &&
  value.every((rule: unknown) => {
    if (!isPlainObject(rule)) return false;
    const { when, text, ...more } = rule;
    const isText = typeof text === 'string' && text.length <= longestUsual;
    return Object.keys(more).length === 0 && isText && isConditionTree(when as Json);
  });

/** The defaults in a property of a document, which `isDefaultRules` has passed. */
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

/** The conditions in a property of a document, which `isConditionTree` has passed; null: there are none. */
export const conditionsIn = (value: Json | undefined): Filter | null =>
  (value ?? null) as unknown as Filter | null;
