import { type CellValue, type Field, isSelectField } from '@weft/core';
import type { AirtableField } from '@weft/integrations';
import type { FieldPlan } from '../airtable/field-plan.ts';

type Write = (value: CellValue, field: Field | undefined) => unknown;

const asIs: Write = (value) => value;

/** The names of options, which the service knows choices by. */
const namesOf: Write = (value, field) => {
  const options = field !== undefined && isSelectField(field) ? field.template.options : [];
  return ([value].flat() as readonly string[]).map(
    (id) => options.find((option) => option.value === id)?.label ?? id,
  );
};

/** How values are written into each type of field of Airtable that is one type of field here; others are its own. */
const writes: {
  readonly [type: string]: { readonly as: string; readonly write: Write; readonly empty?: unknown };
} = {
  singleLineText: { as: 'single_line_text', write: asIs },
  multilineText: { as: 'long_text', write: asIs },
  richText: { as: 'long_text', write: asIs },
  email: { as: 'email', write: asIs },
  url: { as: 'url', write: asIs },
  phoneNumber: { as: 'phone_number', write: asIs },
  number: { as: 'number', write: asIs },
  currency: { as: 'currency', write: asIs },
  percent: { as: 'percent', write: asIs },
  rating: { as: 'rating', write: asIs },
  duration: { as: 'duration', write: asIs },
  checkbox: { as: 'checkbox', write: (value) => value === true, empty: false },
  date: { as: 'date', write: (value) => String(value).slice(0, 10) },
  dateTime: { as: 'datetime', write: asIs },
  singleSelect: { as: 'single_select', write: (value, field) => (namesOf(value, field) as string[])[0] },
  multipleSelects: { as: 'multiple_select', write: namesOf },
};

/** Whether people can fill a field of Airtable in from here: what it computes, files and people are its own. */
export const isWritable = ({ type }: AirtableField, plan: FieldPlan): boolean =>
  plan.becomes === 'link' || (plan.becomes === 'stored' && writes[type]?.as === plan.shape.type);

/** A value as Airtable takes it; links are another matter. */
export function toAirtable({ type }: AirtableField, field: Field | undefined, value: CellValue): unknown {
  const { write = asIs, empty = null } = writes[type] ?? {};
  return value === null ? empty : write(value, field);
}
