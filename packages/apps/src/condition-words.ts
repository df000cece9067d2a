import { anyFieldType, type Field } from '@weft/core';
import { type BoundAt, bindingWords } from './binding-words.ts';
import type { BoundCondition, Conditions } from './conditions.ts';

/** What every record has besides its fields. */
const ofRecords: { readonly [id: string]: string } = {
  $id: 'the record',
  $createdAt: 'the time it was made',
  $updatedAt: 'the time it was changed',
};

/** How a record is compared with others, in words that fit `the record`. */
const comparing: { readonly [operator: string]: string } = { is_any_of: 'is', is_none_of: 'is not' };

export const isBound = (item: Conditions | BoundCondition): item is BoundCondition => 'fieldId' in item;

/** A condition in its parts, as a sentence says them. */
export function conditionParts(
  { fieldId, operator, value }: BoundCondition,
  fields: readonly Field[],
  at: BoundAt,
): { readonly field: string; readonly operator: string; readonly value: string } {
  const field = fields.find(({ id }) => id === fieldId);
  const ofRecord = Object.hasOwn(ofRecords, fieldId) ? ofRecords[fieldId] : undefined;
  if (ofRecord !== undefined)
    return {
      field: ofRecord,
      operator: comparing[operator] ?? operator.replaceAll('_', ' '),
      value: value === undefined ? '' : bindingWords(value, at, null),
    };
  if (field === undefined) return { field: 'A field that is gone', operator: '', value: '' };
  const known = Object.entries(anyFieldType(field.type).operators).find(([name]) => name === operator);
  return {
    field: field.name,
    operator: known?.[1].label ?? operator,
    value: value === undefined ? '' : bindingWords(value, at, field),
  };
}

/** Conditions as a sentence says them: 'Stage is not Inquiry and Due is today'. */
export const conditionWords = (
  { conjunction, items }: Conditions,
  fields: readonly Field[],
  at: BoundAt,
): string =>
  items
    .map((item) => {
      if (!isBound(item)) return `(${conditionWords(item, fields, at)})`;
      const { field, operator, value } = conditionParts(item, fields, at);
      return `${field} ${operator} ${value}`.trim();
    })
    .join(conjunction === 'and' ? ' and ' : ' or ');
