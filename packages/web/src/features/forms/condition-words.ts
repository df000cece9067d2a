import { anyFieldType, type Condition, type Filter, isCondition } from '@weft/core';
import type { AnswerField } from '@weft/forms';

function valueWords(field: AnswerField, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((each) => valueWords(field, each)).join(' or ');
  if (typeof value === 'boolean') return value ? 'ticked' : 'not ticked';
  if ('options' in field.template)
    return field.template.options.find((option) => option.value === value)?.label ?? 'a choice that is gone';
  if (typeof value === 'object') return 'that time';
  return String(value);
}

function words({ fieldId, operator, value }: Condition, fields: readonly AnswerField[]): string {
  const field = fields.find(({ id }) => id === fieldId);
  if (field === undefined) return 'a question that is gone';
  const known = Object.entries(anyFieldType(field.type).operators).find(([name]) => name === operator);
  return `‘${field.name || 'Question'}’ ${known?.[1].label ?? operator} ${valueWords(field, value)}`.trim();
}

/** Conditions as a sentence says them. */
export const conditionWords = ({ conjunction, items }: Filter, fields: readonly AnswerField[]): string =>
  items
    .map((item) => (isCondition(item) ? words(item, fields) : `(${conditionWords(item, fields)})`))
    .join(conjunction === 'and' ? ' and ' : ' or ');
