import type { FieldType } from '../field-type.ts';
import { personName } from '../text/person-name.ts';

export const createdByType: FieldType<'created_by'> = personName('created_by', {
  label: 'Created by',
  moves: false,
});
