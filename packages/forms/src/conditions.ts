import { type Filter, isCondition, isPlainObject } from '@weft/core';
import type { Json } from '@weft/documents';

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

/** The fields that a tree asks about. */
export const fieldsAskedBy = (filter: Filter): readonly string[] =>
  filter.items.flatMap((item) => (isCondition(item) ? [item.fieldId] : fieldsAskedBy(item)));

/** Conditions as a property of a document keeps them. */
export const conditionsJson = (filter: Filter): NonNullable<Json> => filter as unknown as NonNullable<Json>;

/** The conditions in a property of a document, which `isConditionTree` has passed; null: there are none. */
export const conditionsIn = (value: Json | undefined): Filter | null =>
  (value ?? null) as unknown as Filter | null;
