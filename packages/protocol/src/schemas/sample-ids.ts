/** Ids in the examples: of the shape of real ones, and telling what they are of. */
export const sample = {
  base: 'bas0sample00000000000000',
  table: 'tbl0sample00000000000000',
  field: 'fld0sample00000000000000',
  secondField: 'fld1sample00000000000000',
  view: 'viw0sample00000000000000',
  record: 'rec0sample00000000000000',
  import: 'imp0sample00000000000000',
  organization: 'org0sample00000000000000',
  user: 'user0sample0000000000000',
  workspace: 'wsp0sample00000000000000',
  flow: 'bas0sample00000000000000',
  form: 'bas0sampleform0000000000',
  app: 'bas0sampleapp00000000000',
  question: 'fld2sample00000000000000',
  page: 'pag000000000000000000000',
  job: 'job0sample00000000000000',
  snapshot: 'snp0sample00000000000000',
} as const;

export const inSampleBase = { basePublicId: sample.base };
export const inSampleTable = { ...inSampleBase, tableId: sample.table };
export const ofSampleRecord = { ...inSampleTable, recordId: sample.record };
export const ofSampleField = { ...inSampleTable, fieldId: sample.field };
