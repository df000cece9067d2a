import { type Field, type FieldKind, readShape } from '@weft/core';
import { err, type Fault, ok, type Result } from '@weft/std';
import type { Refusal } from './definition.ts';

/** Most reasons leave out what they are about, for the path beside them says it: 'tableId is required'. */
const asSentence = ({ path, reason }: Fault): string =>
  /^[a-z]/.test(reason) ? `${path.replace(/^template\./, '')} ${reason}` : reason;

/** A field with settings that its type has read: defaults filled in, bounds checked. */
export function readField(
  { id, name, order }: Pick<Field, 'id' | 'name' | 'order'>,
  { type, template }: { readonly type: FieldKind; readonly template: object },
): Result<Field, Refusal> {
  const shape = readShape(type, template);
  if (!shape.ok) {
    const faults = shape.error;
    const [first] = faults;
    const message = first === undefined ? 'The field’s settings are not valid' : asSentence(first);
    return err({ kind: 'invalid', message, faults });
  }
  return ok({ id, name, order, ...shape.value });
}
