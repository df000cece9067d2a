import type { BaseRecord, Field, Table } from '../base.ts';
import type { CellValue } from '../fields/field-kinds.ts';
import { anyFieldType } from '../fields/field-types.ts';

/** A field whose values the records themselves say. */
export interface OwnValue {
  readonly fieldId: string;
  readonly read: (record: BaseRecord) => CellValue;
}

/** The fields of a table whose values its records themselves say. */
export const ownValues = ({ fields }: Table): readonly OwnValue[] =>
  fields.flatMap(({ id, type }) => {
    const read = anyFieldType(type).kept?.ofRecord;
    return read === undefined ? [] : [{ fieldId: id, read }];
  });

/** A record with the cells that it says itself. */
export function withOwnValues(record: BaseRecord, values: readonly OwnValue[]): BaseRecord {
  if (values.length === 0) return record;
  const own = values.map(({ fieldId, read }) => [fieldId, read(record)] as const);
  return { ...record, data: { ...record.data, ...Object.fromEntries(own) } };
}

/** Whether every edit of a record gives it another value in the field. */
export const movesWithEdits = (field: Field | undefined): boolean =>
  field !== undefined && anyFieldType(field.type).kept?.moves === true;

/** Whether only the server knows what a field holds after an edit: what people are called. */
export function onlyServerKnows({ type }: Pick<Field, 'type'>): boolean {
  const { kept } = anyFieldType(type);
  return kept !== undefined && kept.ofRecord === undefined && kept.counts !== true;
}
