import type { FieldType } from '../field-type.ts';
import { personName } from '../text/person-name.ts';

export const lastModifiedByType: FieldType<'last_modified_by'> = personName('last_modified_by', {
  label: 'Last modified by',
  moves: true,
});
