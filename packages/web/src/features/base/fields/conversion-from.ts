import type { Field, FieldKind } from '@weft/core';
import type { CallOutput } from '@weft/protocol';

type Item = CallOutput<'history.list'>['actions'][number];

/** The entry of the last conversion of a field, where it stands and was from this type; the newest entry comes first. */
export function conversionFrom(
  actions: readonly Pick<Item, 'id' | 'stands' | 'isUndo' | 'payload'>[],
  field: Pick<Field, 'id' | 'type'>,
  type: FieldKind,
): string | null {
  for (const { id, stands, isUndo, payload } of actions) {
    const change = payload?.changes.find((each) => each.kind === 'field-type' && each.fieldId === field.id);
    if (change?.kind !== 'field-type' || !stands || isUndo) continue;
    return change.before.type === type && change.after.type === field.type ? id : null;
  }
  return null;
}
