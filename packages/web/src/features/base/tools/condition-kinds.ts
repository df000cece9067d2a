import { anyFieldType, type Condition, type Field, type FieldKind } from '@weft/core';
import { withoutUndefined } from '@weft/std';

/** What a person fills in behind an operator. */
export type OperandKind = 'text' | 'figure' | 'date' | 'checkbox' | 'option' | 'options' | 'file-type';

interface ConditionKind {
  /** The operator a new condition begins with. */
  readonly first: string;
  /** What the operator asks for; null: it cannot be filled in here, and is not offered. */
  readonly operand: (operator: string) => OperandKind | null;
  /** What a new condition holds already. */
  readonly preset?: unknown;
}

const text: ConditionKind = { first: 'contains', operand: () => 'text' };
const figure: ConditionKind = { first: 'equals', operand: () => 'figure' };
const date: ConditionKind = { first: 'is', operand: () => 'date' };
/** Kinds whose cells come from other tables can only be asked whether they are empty. */
const opaque: ConditionKind = { first: 'is_not_empty', operand: () => null };

/** How each kind of field is asked for in a filter. */
const conditionKinds: { readonly [K in FieldKind]: ConditionKind } = {
  single_line_text: text,
  long_text: text,
  number: figure,
  currency: figure,
  percent: figure,
  rating: figure,
  duration: figure,
  date,
  datetime: date,
  checkbox: { first: 'is', operand: () => 'checkbox', preset: true },
  single_select: {
    first: 'is',
    operand: (operator) => (operator === 'is' || operator === 'is_not' ? 'option' : 'options'),
  },
  multiple_select: { first: 'has_any_of', operand: () => 'options' },
  attachments: { first: 'is_not_empty', operand: () => 'file-type' },
  email: text,
  url: text,
  phone_number: text,
  linked_record: opaque,
  lookup: opaque,
};

export interface OperatorChoice {
  readonly value: string;
  readonly label: string;
}

/** What a condition on a field needs behind its operator; null where the operator says it all. */
export function operandKindOf(field: Field, operator: string): OperandKind | null {
  const known = Object.entries(anyFieldType(field.type).operators).find(([name]) => name === operator);
  return known?.[1].needsValue === true ? conditionKinds[field.type].operand(operator) : null;
}

/** The operators a person can choose for a field, as they are read aloud and shown. */
export function operatorsOf(field: Field): readonly OperatorChoice[] {
  return Object.entries(anyFieldType(field.type).operators).flatMap(([value, operator]) =>
    operator.needsValue && conditionKinds[field.type].operand(value) === null
      ? []
      : [{ value, label: operator.label }],
  );
}

/** A condition on a field as it begins: for most kinds it tests nothing before it is filled in. */
export function newCondition(field: Field): Condition {
  const { first, preset } = conditionKinds[field.type];
  return withoutUndefined({ fieldId: field.id, operator: first, value: preset });
}

const thisWeek = { unit: 'week', offset: 0 } as const;

/** The condition with another operator, and what was filled in as far as it still fits. */
export function withOperator(condition: Condition, field: Field, operator: string): Condition {
  const before = operandKindOf(field, condition.operator);
  const after = operandKindOf(field, operator);
  const { value } = condition;
  const next = { fieldId: condition.fieldId, operator };
  if (after === null) return next;
  if (operator === 'is_within' && value === undefined) return { ...next, value: thisWeek };
  if (before === after) return value === undefined ? next : { ...next, value };
  if (before === 'option' && after === 'options' && typeof value === 'string')
    return { ...next, value: [value] };
  if (before === 'options' && after === 'option' && Array.isArray(value) && typeof value[0] === 'string')
    return { ...next, value: value[0] };
  return next;
}
