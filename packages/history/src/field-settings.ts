import { type Field, fieldTypes } from '@weft/core';
import { err, ok, type Result } from '@weft/std';
import type { Refusal } from './definition.ts';

/** A field whose template its own type has read: defaults filled in, bounds checked. */
export function readField(field: Field): Result<Field, Refusal> {
  const template = fieldTypes[field.type].readTemplate(field.template);
  if (!template.ok) {
    const faults = template.error;
    const message = faults[0]?.reason ?? 'The field’s settings are not valid';
    return err({ kind: 'invalid', message, faults });
  }
  // `type` and the template its own reader gave back belong together.
  return ok({ ...field, template: template.value } as Field);
}
