import type { BaseMetadata, BaseRecord, Field, FieldOf, RecordData, Table } from '../base.ts';
import type { CellValue } from '../fields/field-kinds.ts';
import type { FindShownField, ShownField } from '../fields/field-type.ts';
import { anyFieldType } from '../fields/field-types.ts';
import { shownValue } from '../fields/former-values.ts';
import { isLinkField } from '../fields/linked-record/link-field.ts';
import { isLookupField } from '../fields/lookup/lookup-field.ts';

interface Place {
  readonly table: Table;
  readonly field: Field;
}

function indexOf({ tables }: BaseMetadata): FindShownField {
  const fields = new Map<string, Place>();
  const primaries = new Map<string, string>();
  for (const table of tables) {
    primaries.set(table.id, table.primaryFieldId);
    for (const field of table.fields) fields.set(field.id, { table, field });
  }
  const known = new Map<string, ShownField | null>();
  const find = (tableId: string, fieldId: string): ShownField | null => {
    const key = `${tableId}/${fieldId}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const place = fields.get(fieldId);
    const { field } = place ?? {};
    const shows = field !== undefined && place?.table.id === tableId && !isLookupField(field);
    const shown = shows ? { field, type: anyFieldType(field.type) } : null;
    known.set(key, shown);
    return shown;
  };
  return (through) => {
    if ('tableId' in through) return find(through.tableId, primaries.get(through.tableId) ?? '');
    const link = fields.get(through.linkedRecordFieldId)?.field;
    return isLinkField(link) ? find(link.template.tableId, through.lookupFieldId) : null;
  };
}

/** Every cell that is drawn asks. */
const indexes = new WeakMap<BaseMetadata, FindShownField>();

/** Finds what is seen through the lookups and link fields of a base. */
export function findShownField(metadata: BaseMetadata): FindShownField {
  const known = indexes.get(metadata) ?? indexOf(metadata);
  indexes.set(metadata, known);
  return known;
}

/** The lookups of a table that show something, with what that is. */
export function lookedUpFields(
  { fields }: Table,
  find: FindShownField,
): readonly { readonly lookup: FieldOf<'lookup'>; readonly shown: Field }[] {
  return fields.filter(isLookupField).flatMap((lookup) => {
    const shown = find(lookup.template);
    return shown === null ? [] : [{ lookup, shown: shown.field }];
  });
}

/** The values of a field in linked records, one of each that has any; null: none has. */
function lookupValue(
  shown: Field,
  linkedIds: readonly string[],
  cellsOf: (recordId: string) => RecordData | undefined,
): readonly CellValue[] | null {
  const { emptyCountsAs = null } = anyFieldType(shown.type);
  const values = linkedIds.flatMap((id): readonly CellValue[] => {
    const cells = cellsOf(id);
    if (cells === undefined) return [];
    const value = shownValue(shown, cells[shown.id] ?? null) ?? emptyCountsAs;
    return value === null ? [] : [value];
  });
  return values.length === 0 ? null : values;
}

/** A record with the values of these lookups; `cellsOf` gives the cells of a linked record. */
export function withLookups(
  record: BaseRecord,
  lookups: ReturnType<typeof lookedUpFields>,
  cellsOf: (recordId: string) => RecordData | undefined,
): BaseRecord {
  if (lookups.length === 0) return record;
  const data: { [fieldId: string]: CellValue } = { ...record.data };
  for (const { lookup, shown } of lookups) {
    const ids = (record.data[lookup.template.linkedRecordFieldId] ?? []) as readonly string[];
    const value = lookupValue(shown, ids, cellsOf);
    if (value === null) delete data[lookup.id];
    else data[lookup.id] = value;
  }
  return { ...record, data };
}
