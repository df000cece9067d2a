import { type Field, type FieldKind, isEditable, readShape } from '@weft/core';
import { AppError } from '@weft/std';

interface SentField {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly type: FieldKind;
  readonly template?: { readonly [key: string]: unknown } | undefined;
}

/** A field as a call describes it, its settings read by its type; `path` names it in a refusal. */
export function newField(sent: SentField, order: number, path: string, newId: () => string): Field {
  if (!isEditable(sent.type))
    throw new AppError('invalid', `Fields of type ${sent.type} cannot be created yet`, [
      { path: `${path}.type`, reason: 'Not available yet' },
    ]);
  const shape = readShape(sent.type, sent.template);
  if (!shape.ok) {
    const faults = shape.error.map((fault) => ({ ...fault, path: `${path}.${fault.path}` }));
    throw new AppError('invalid', faults[0]?.reason ?? 'The settings are not valid', faults);
  }
  return { id: sent.id ?? newId(), name: sent.name ?? '', order, ...shape.value };
}
