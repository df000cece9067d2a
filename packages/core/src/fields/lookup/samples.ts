import type { CellValue } from '../field-kinds.ts';
import type { FieldSamples } from '../field-type.ts';
import type { LookupTemplate } from '../templates.ts';

export const lookupSamples: FieldSamples<readonly CellValue[], LookupTemplate> = {
  templates: [{ linkedRecordFieldId: 'fld0m0000000000000000001', lookupFieldId: 'fld0m0000000000000000002' }],
  values: [['a'], ['a', 'b'], [1, 2], [null], [true, 'a'], [['opt1', 'opt2']]],
  unfit: ['a', '', '1'],
};
