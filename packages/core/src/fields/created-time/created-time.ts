import { recordMoment } from '../date/record-moment.ts';
import type { FieldType } from '../field-type.ts';

export const createdTimeType: FieldType<'created_time'> = recordMoment('created_time', {
  label: 'Created time',
  moves: false,
  ofRecord: (record) => record.createdAt,
});
