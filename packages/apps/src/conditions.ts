import { checkFilter, type FieldEnv, type Filter, isCondition, type Table } from '@weft/core';
import { type Json, propRule } from '@weft/documents';
import { type Binding, type BindingContext, bindingRule, boundValue } from './bindings.ts';

/** A filter whose values are bound when somebody looks. */
export interface Conditions {
  readonly conjunction: 'and' | 'or';
  readonly items: readonly (Conditions | BoundCondition)[];
}

export interface BoundCondition {
  /** A field's id, or '$id', '$createdAt', '$updatedAt'. */
  readonly fieldId: string;
  readonly operator: string;
  /** Without it the operator takes none. */
  readonly value?: Binding;
}

/** Groups inside groups, and conditions with groups in one tree. */
const deepest = 5;
const maxParts = 100;
/** Characters of a tree as JSON. */
const longest = 20_000;

const isBound = (item: Conditions | BoundCondition): item is BoundCondition => 'fieldId' in item;

function isConditionTree(value: Json): boolean {
  let parts = 0;
  const isObject = (item: unknown): item is { readonly [key: string]: Json } =>
    typeof item === 'object' && item !== null && !Array.isArray(item);
  const isItem = (item: unknown, depth: number): boolean => {
    if (++parts > maxParts || !isObject(item)) return false;
    if (!('fieldId' in item)) return isGroup(item, depth + 1);
    const { fieldId, operator, value: bound, ...more } = item;
    return (
      Object.keys(more).length === 0 &&
      typeof fieldId === 'string' &&
      typeof operator === 'string' &&
      (bound === undefined || bindingRule(bound))
    );
  };
  const isGroup = (group: unknown, depth: number): boolean => {
    if (depth > deepest || !isObject(group)) return false;
    const { conjunction, items, ...more } = group;
    if (Object.keys(more).length > 0 || (conjunction !== 'and' && conjunction !== 'or')) return false;
    return Array.isArray(items) && items.every((item) => isItem(item, depth));
  };
  return isGroup(value, 1) && JSON.stringify(value).length <= longest;
}

export const conditionsRule = propRule({ $ref: '#/definitions/conditions' }, isConditionTree);

/** What `conditions` refers to in the schema of documents. */
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
            properties: {
              fieldId: { type: 'string' },
              operator: { type: 'string' },
              value: { $ref: '#/definitions/binding' },
            },
            additionalProperties: false,
          },
          { $ref: '#/definitions/conditions' },
        ],
      },
    },
  },
  additionalProperties: false,
} as const;

/** A filter that holds for no record. */
export const nothing: Filter = {
  conjunction: 'and',
  items: [{ fieldId: '$id', operator: 'is_any_of', value: [] }],
};

/** Operators that ask for a list: one value is taken as a list of it. */
const takesList = /_of$|^is_exactly$/;

function operandOf(operator: string, bound: Binding, context: BindingContext): unknown {
  const value = boundValue(bound, context);
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (takesList.test(operator)) return Array.isArray(value) ? value : [value];
  return Array.isArray(value) && value.length === 1 && bound.from !== 'literal' ? value[0] : value;
}

/** The filter that conditions come to for one person and page: a value that is not there makes a condition hold for none (SPEC B3). */
export function boundFilter({ conjunction, items }: Conditions, context: BindingContext): Filter {
  return {
    conjunction,
    items: items.map((item) => {
      if (!isBound(item)) return boundFilter(item, context);
      const { fieldId, operator, value } = item;
      if (value === undefined) return { fieldId, operator };
      const operand = operandOf(operator, value, context);
      return operand === null ? nothing : { fieldId, operator, value: operand };
    }),
  };
}

/** The filter with every condition that the table cannot answer holding for no record (SPEC B3). */
export function safeFilter(filter: Filter, table: Table, env: FieldEnv): Filter {
  return {
    ...filter,
    items: filter.items.map((item) => {
      if (!isCondition(item)) return safeFilter(item, table, env);
      const alone: Filter = { conjunction: 'and', items: [item] };
      return checkFilter(alone, table, env).ok ? item : nothing;
    }),
  };
}

/** Whether a tree says anything at all. */
export const isSaying = ({ items }: Conditions): boolean =>
  items.some((item) => isBound(item) || isSaying(item));

/** The fields that a tree asks about. */
export const fieldsAskedBy = ({ items }: Conditions): readonly string[] =>
  items.flatMap((item) => (isBound(item) ? [item.fieldId] : fieldsAskedBy(item)));

/** The values that a tree compares with. */
export const bindingsIn = ({ items }: Conditions): readonly Binding[] =>
  items.flatMap((item) => (isBound(item) ? (item.value ?? []) : bindingsIn(item)));

/** The conditions in a property that `conditionsRule` has passed; null: there are none. */
export const conditionsIn = (value: Json | undefined): Conditions | null =>
  (value ?? null) as unknown as Conditions | null;
