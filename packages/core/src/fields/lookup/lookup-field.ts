import type { Field, FieldOf } from '../../base.ts';
import type { FieldKind } from '../field-kinds.ts';

type LookupField = FieldOf<'lookup'>;

export const isLookupKind = (kind: FieldKind): kind is 'lookup' => kind === 'lookup';

export const isLookupField = (field: Field | undefined): field is LookupField =>
  field !== undefined && isLookupKind(field.type);
