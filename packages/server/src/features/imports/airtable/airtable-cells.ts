import { anyFieldType, type CellValue } from '@weft/core';
import type { AirtableRecord } from '@weft/integrations';
import type { ServiceRow } from '../from-service/service-source.ts';
import type { FieldPlan } from './field-plan.ts';
import { faultText, valueText } from './value-text.ts';

/** A cell as its field takes it: a value, or the text that does not fit. */
export interface ReadCell {
  readonly value: CellValue;
  readonly raw?: string;
}

const empty: ReadCell = { value: null };

/** One value of Airtable as a cell; what does not fit its field's type is kept as text. */
export function readCell(
  { shape, read }: Extract<FieldPlan, { becomes: 'stored' }>,
  sent: unknown,
): ReadCell {
  if (sent === undefined || sent === null) return empty;
  const isText = anyFieldType(shape.type).kind.endsWith('text');
  const value = faultText(sent) !== null && !isText ? undefined : read(sent);
  const checked = value === undefined ? null : anyFieldType(shape.type).validate(value, shape.template);
  if (checked?.ok) return { value: checked.value };
  const text = storable(valueText(sent));
  return text === '' ? empty : { value: null, raw: text };
}

/** What a database cannot keep in a text is left out of it: NUL, and halves of pairs. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Made when it was made there; who did so has no account here. */
export function originOf({ createdTime }: AirtableRecord): ServiceRow['origin'] {
  const at = Date.parse(createdTime);
  if (Number.isNaN(at)) return null;
  const createdAt = new Date(at).toISOString();
  return { createdAt, updatedAt: createdAt, createdBy: null, updatedBy: null };
}
