import { anyFieldType, type Condition, type Field, type FieldEnv, isLookupField } from '@weft/core';
import { withoutUndefined } from '@weft/std';
import { lightKinds, type OperandKind } from '@weft/ui';

export interface OperatorChoice {
  readonly value: string;
  readonly label: string;
}

/** The fields a filter asks about: for a lookup the one that it shows, whose operators it takes. */
export const askedFields = (fields: readonly Field[], env: FieldEnv): readonly Field[] =>
  fields.map((field) => {
    const shown = isLookupField(field) ? env.shownField?.(field.template) : null;
    return shown ? { ...shown.field, id: field.id, name: field.name } : field;
  });

/** What a condition on a field needs behind its operator; null where the operator says it all. */
export function operandKindOf(field: Field, operator: string): OperandKind | null {
  const known = Object.entries(anyFieldType(field.type).operators).find(([name]) => name === operator);
  return known?.[1].needsValue === true ? lightKinds[field.type].condition.operand(operator) : null;
}

/** The operators a person can choose for a field, as they are read aloud and shown. */
export function operatorsOf(field: Field): readonly OperatorChoice[] {
  return Object.entries(anyFieldType(field.type).operators).flatMap(([value, operator]) =>
    operator.needsValue && lightKinds[field.type].condition.operand(value) === null
      ? []
      : [{ value, label: operator.label }],
  );
}

/** A condition on a field as it begins: for most kinds it tests nothing before it is filled in. */
export function newCondition(field: Field): Condition {
  const { first, preset } = lightKinds[field.type].condition;
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
