import { type BaseMetadata, type Field, isLinkField, isLookupField, type Table } from '@weft/core';
import type { Refusal } from './definition.ts';
import { refuse } from './refusal.ts';

/** Why a lookup cannot show what its settings say; null when it can, and of other fields. */
export function lookupFault(
  { tables }: BaseMetadata,
  { fields }: Pick<Table, 'fields'>,
  field: Field,
): { readonly ok: false; readonly error: Refusal } | null {
  if (!isLookupField(field)) return null;
  const { linkedRecordFieldId, lookupFieldId } = field.template;
  const link = fields.find(({ id }) => id === linkedRecordFieldId);
  if (!isLinkField(link))
    return refuse(
      'invalid',
      'A lookup needs a linked record field of its table',
      'field.template.linkedRecordFieldId',
    );
  const target = tables.find(({ id }) => id === link.template.tableId);
  const shown = target?.fields.find(({ id }) => id === lookupFieldId);
  if (shown === undefined)
    return refuse('invalid', 'The linked table has no such field', 'field.template.lookupFieldId');
  if (isLookupField(shown))
    return refuse('invalid', 'A lookup cannot show another lookup', 'field.template.lookupFieldId');
  return null;
}
