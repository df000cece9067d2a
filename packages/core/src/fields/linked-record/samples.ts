import type { FieldSamples } from '../field-type.ts';
import type { LinkedRecordTemplate } from '../templates.ts';

const record = (end: string): string => `rec0m0000000${end.padStart(12, '0')}`;
const table = 'tbl0m0000000000000000001';

export const linkedRecordSamples: FieldSamples<readonly string[], LinkedRecordTemplate> = {
  templates: [
    { tableId: table, allowMultiple: true },
    { tableId: table, allowMultiple: false, inverseFieldId: 'fld0m0000000000000000001' },
  ],
  values: [[record('1')], [record('2')], [record('1'), record('2')], [record('2'), record('1'), record('z')]],
  unfit: ['Ada Lovelace', 'rec1', table],
};
