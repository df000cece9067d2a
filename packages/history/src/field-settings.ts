import { type Field, type FieldKind, readShape } from '@weft/core';
import { err, ok, type Result } from '@weft/std';
import type { Refusal } from './definition.ts';

/** A field with settings that its type has read: defaults filled in, bounds checked. */
export function readField(
  { id, name, order }: Pick<Field, 'id' | 'name' | 'order'>,
  { type, template }: { readonly type: FieldKind; readonly template: object },
): Result<Field, Refusal> {
  const shape = readShape(type, template);
  if (!shape.ok) {
    const faults = shape.error;
    const message = faults[0]?.reason ?? 'The field’s settings are not valid';
    return err({ kind: 'invalid', message, faults });
  }
  return ok({ id, name, order, ...shape.value });
}
