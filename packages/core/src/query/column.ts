import { compareText, ok } from '@weft/std';
import type { BaseRecord, Field, FieldOf, Table } from '../base.ts';
import type { CellValue } from '../fields/field-kinds.ts';
import type { Operator } from '../fields/field-type.ts';
import { anyFieldType } from '../fields/field-types.ts';
import { lookupOperators } from '../fields/lookup/lookup.ts';
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
  /** What the empty cell counts as when sorting; null comes last. */
  readonly empty: CellValue;
}

/** Finds the field whose values a lookup shows; null when it is gone. */
export type ShownField = (lookup: FieldOf<'lookup'>) => Field | null;

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

function fieldColumn(field: Field, shownField: ShownField): Column {
  const type = anyFieldType(field.type);
  const shown = field.type === 'lookup' ? shownField(field) : null;
  const operators =
    shown === null || shown.type === 'lookup'
      ? type.operators
      : (lookupOperators(anyFieldType(shown.type), shown.template) as Column['operators']);
  return {
    template: field.template,
    operators,
    compare: (a, b) => type.compare(a, b, field.template),
    read: readerOf(field),
    empty: type.emptyCountsAs ?? null,
  };
}

/** The column a condition or sort key names; undefined when the table has none of that id. */
export function findColumn(
  table: Table,
  fieldId: string,
  shownField: ShownField = () => null,
): Column | undefined {
  const field = table.fields.find((each) => each.id === fieldId);
  return field === undefined ? recordColumns.get(fieldId) : fieldColumn(field, shownField);
}
