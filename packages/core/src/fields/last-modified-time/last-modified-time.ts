import { recordMoment } from '../date/record-moment.ts';
import type { FieldType } from '../field-type.ts';

export const lastModifiedTimeType: FieldType<'last_modified_time'> = recordMoment('last_modified_time', {
  label: 'Last modified time',
  moves: true,
  ofRecord: (record) => record.updatedAt,
});
