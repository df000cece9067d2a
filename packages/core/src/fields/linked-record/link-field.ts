import type { Field, FieldOf } from '../../base.ts';
import type { FieldKind } from '../field-kinds.ts';

export type LinkField = FieldOf<'linked_record'>;

export const isLinkKind = (kind: FieldKind): kind is 'linked_record' => kind === 'linked_record';

export const isLinkField = (field: Field | undefined): field is LinkField =>
  field !== undefined && isLinkKind(field.type);
