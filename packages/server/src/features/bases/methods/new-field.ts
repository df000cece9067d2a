import { type Field, type FieldKind, isLinkKind, readShape } from '@weft/core';
import { AppError } from '@weft/std';

interface SentField {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly type: FieldKind;
  readonly template?: { readonly [key: string]: unknown } | undefined;
}

/** Settings with an id for the field on the other side, where the call made none for it. */
export function withOtherSide<Sent extends SentField>(sent: Sent, newId: () => string): Sent {
  if (!isLinkKind(sent.type) || sent.template?.inverseFieldId !== undefined) return sent;
  return { ...sent, template: { ...sent.template, inverseFieldId: newId() } };
}

/** A field as a call describes it, its settings read by its type; `path` names it in a refusal. */
export function newField(sent: SentField, order: number, path: string, newId: () => string): Field {
  const shape = readShape(sent.type, sent.template);
  if (!shape.ok) {
    const faults = shape.error.map((fault) => ({ ...fault, path: `${path}.${fault.path}` }));
    throw new AppError('invalid', faults[0]?.reason ?? 'The settings are not valid', faults);
  }
  return { id: sent.id ?? newId(), name: sent.name ?? '', order, ...shape.value };
}
