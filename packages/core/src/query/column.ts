import { compareText, ok } from '@weft/std';
import type { BaseRecord, Field, Table } from '../base.ts';
import type { CellValue } from '../fields/field-kinds.ts';
import type { FieldEnv, Operator, ShownField } from '../fields/field-type.ts';
import { anyFieldType } from '../fields/field-types.ts';
import { isLinkField } from '../fields/linked-record/link-field.ts';
import { lookupOperators } from '../fields/lookup/lookup.ts';
import { isLookupField } from '../fields/lookup/lookup-field.ts';
import { readTexts } from '../fields/single-select/single-select.ts';
import type { DateTemplate } from '../fields/templates.ts';

type NonEmpty = NonNullable<CellValue>;

/** What a condition or a sort key can name: a field of the table, or something every record has. */
export interface Column {
  readonly template: unknown;
  readonly operators: { readonly [name: string]: Operator<NonEmpty, unknown> };
  readonly compare: (a: NonEmpty, b: NonEmpty) => number;
  /** The empty cell is null; a text that does not fit its field counts as empty. */
  readonly read: (record: BaseRecord) => CellValue;
  /** What the record is ordered by, where that is not what is read. */
  readonly orderedBy?: (record: BaseRecord) => CellValue;
  /** What the empty cell counts as when sorting; null comes last. */
  readonly empty: CellValue;
}

/** What a column needs of its reader: what is seen through links and lookups. */
export type ColumnEnv = Pick<FieldEnv, 'linked' | 'shownField'>;

const instantTemplate: DateTemplate = {
  dateFormat: 'iso',
  displayTime: true,
  timeFormat: '24h',
  displayTimeZone: false,
};

/** Dates of a record are instants, read in the zone of the reader. */
function dateColumn(read: (record: BaseRecord) => string): Column {
  const type = anyFieldType('datetime');
  return { template: instantTemplate, operators: type.operators, compare: compareTexts, read, empty: null };
}

const compareTexts = (a: NonEmpty, b: NonEmpty): number => compareText(String(a), String(b));

const isAnyId: Operator<NonEmpty, unknown> = {
  label: 'is any of',
  needsValue: true,
  prepare(operand) {
    const ids = readTexts(operand);
    if (!ids.ok) return ids;
    const set = new Set(ids.value);
    return ok((value) => set.has(String(value)));
  },
};

/** The columns every record has, by the name a filter gives them. */
const recordColumns: ReadonlyMap<string, Column> = new Map([
  [
    '$id',
    {
      template: null,
      operators: { is_any_of: isAnyId },
      compare: compareTexts,
      read: (record) => record.id,
      empty: null,
    },
  ],
  ['$createdAt', dateColumn((record) => record.createdAt)],
  ['$updatedAt', dateColumn((record) => record.updatedAt)],
]);

/** Reads a field's cells as they count. */
function readerOf({ id, type, template }: Field): Column['read'] {
  const { shown } = anyFieldType(type);
  if (shown === undefined) return (record) => record.data[id] ?? null;
  return (record) => {
    const value = record.data[id] ?? null;
    return value === null ? null : shown(value, template);
  };
}

function fieldColumn(field: Field, env: ColumnEnv): Column {
  const type = anyFieldType(field.type);
  const column: Column = {
    template: field.template,
    operators: type.operators,
    compare: (a, b) => type.compare(a, b, field.template),
    read: readerOf(field),
    empty: type.emptyCountsAs ?? null,
  };
  const shown =
    isLookupField(field) || isLinkField(field) ? (env.shownField?.(field.template) ?? null) : null;
  return shown === null ? column : seenThrough(column, field, shown, env);
}

/** A column of links or a lookup: ordered by the first value that is seen through it (query SPEC, K2). */
function seenThrough(
  column: Column,
  field: Field,
  { field: { template }, type }: ShownField,
  env: ColumnEnv,
): Column {
  const compare: Column['compare'] = (a, b) => type.compare(a, b, template);
  const values = (record: BaseRecord) => (column.read(record) ?? []) as readonly CellValue[];
  if (isLinkField(field)) {
    const { linked } = env;
    if (linked === undefined) return column;
    const names = (record: BaseRecord) => values(record).map((id) => linked(String(id))?.value ?? null);
    return { ...column, compare, orderedBy: (record) => names(record).find((name) => name !== null) ?? null };
  }
  const operators = lookupOperators(type, template) as Column['operators'];
  return { ...column, operators, compare, orderedBy: (record) => values(record)[0] ?? null };
}

/** The column a condition or sort key names; undefined when the table has none of that id. */
export function findColumn(table: Table, fieldId: string, env: ColumnEnv = {}): Column | undefined {
  const field = table.fields.find((each) => each.id === fieldId);
  return field === undefined ? recordColumns.get(fieldId) : fieldColumn(field, env);
}
