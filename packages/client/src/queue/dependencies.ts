import { isLinkKind, isLookupKind, takesLinkNames } from '@weft/core';
import type { Action, ActionInputs, ActionType } from '@weft/history';

/** A part of a base with all inside it: [] the base, [table], [table, 'record' | 'field' | 'view', id]. */
type Path = readonly string[];

interface Access {
  readonly writes: readonly Path[];
  /** What the action relies on without changing it. */
  readonly reads: readonly Path[];
}

const record = (tableId: string, id: string): Path => [tableId, 'record', id];
const field = (tableId: string, id: string): Path => [tableId, 'field', id];
/** The end of a table, where new records go in the order they were created. */
const end = (tableId: string): Path => [tableId, 'end'];

const fieldsOf = (tableId: string, records: readonly { readonly cells: object }[]): readonly Path[] =>
  [...new Set(records.flatMap(({ cells }) => Object.keys(cells)))].map((id) => field(tableId, id));

/** Deleting or restoring a record affects all its cells, and which record is the last. */
const deletionReads = (tableId: string): readonly Path[] => [[tableId, 'field'], end(tableId)];

const wholeTable = ({ tableId }: { readonly tableId: string }): Access => ({
  writes: [[tableId]],
  reads: [],
});

/**
 * What the actions of one table access. Any other action writes the whole base: tables have one order, and links, fields
 * that hold them and records that come back with them are of two tables.
 */
const accesses: { readonly [T in ActionType]?: (input: ActionInputs[T]) => Access } = {
  CREATE_RECORD: ({ tableId, records }) => ({
    writes: [...records.map(({ id }) => record(tableId, id)), end(tableId)],
    reads: fieldsOf(tableId, records),
  }),
  UPDATE_RECORD_CELL: ({ tableId, recordId, cells }) => ({
    writes: [record(tableId, recordId)],
    reads: fieldsOf(tableId, [{ cells }]),
  }),
  DELETE_RECORD: ({ tableId, recordId }) => ({
    writes: [record(tableId, recordId)],
    reads: deletionReads(tableId),
  }),
  BULK_DELETE_RECORDS: ({ tableId, recordIds }) => ({
    writes: recordIds.map((id) => record(tableId, id)),
    reads: deletionReads(tableId),
  }),
  BULK_PASTE_CELLS: ({ tableId, records, created }) => ({
    writes: [
      ...[...records, ...created].map(({ id }) => record(tableId, id)),
      ...(created.length > 0 ? [end(tableId)] : []),
    ],
    reads: fieldsOf(tableId, [...records, ...created]),
  }),
  BULK_CLEAR_CELLS: ({ tableId, cells }) => ({
    writes: cells.map(({ recordId }) => record(tableId, recordId)),
    reads: cells.map(({ fieldId }) => field(tableId, fieldId)),
  }),
  // A field that links writes to another table, too, and a lookup reads a field of one.
  CREATE_FIELD: ({ tableId, field: { type } }) => ({
    writes: [isLinkKind(type) || isLookupKind(type) ? [] : [tableId]],
    reads: [],
  }),
  REORDER_FIELDS: wholeTable,
  // Linked records have a field in the other table, too: it goes when they become texts, and is made of texts.
  CONVERT_FIELD_TYPE: ({ tableId, type }) => ({
    writes: [takesLinkNames(type) || isLinkKind(type) ? [] : [tableId]],
    reads: [],
  }),
  CREATE_VIEW: wholeTable,
  UPDATE_VIEW: wholeTable,
  DELETE_VIEW: wholeTable,
  REORDER_VIEWS: wholeTable,
  // Names of fields are unique in their table.
  UPDATE_FIELD: ({ tableId, fieldId, name }) => ({
    writes: [field(tableId, fieldId), ...(name === undefined ? [] : [[tableId, 'names']])],
    reads: [],
  }),
  RESIZE_FIELD: ({ tableId, viewId, fieldId }) => ({
    writes: [[tableId, 'view', viewId]],
    reads: [field(tableId, fieldId)],
  }),
  UPDATE_VIEW_SETTINGS: ({ tableId, viewId }) => ({
    writes: [[tableId, 'view', viewId]],
    reads: [[tableId, 'field']],
  }),
};

function accessOf(action: Action): Access {
  const of = accesses[action.type] as ((input: Action['input']) => Access) | undefined;
  return of?.(action.input) ?? { writes: [[]], reads: [] };
}

const prefixes = (path: Path): readonly string[] =>
  Array.from({ length: path.length + 1 }, (_, length) => path.slice(0, length).join('/'));

/** Whether a path of one list contains, or lies in, a path of the other. */
function overlap(some: readonly Path[], others: readonly Path[]): boolean {
  const exact = new Set(some.map((path) => path.join('/')));
  const within = new Set(some.flatMap(prefixes));
  return others.some(
    (path) => within.has(path.join('/')) || prefixes(path).some((prefix) => exact.has(prefix)),
  );
}

/**
 * Whether an action must be sent after an earlier one: both access the same table, field, record or view, and one of
 * them writes it. Only earlier actions are asked about, so that dependencies have no cycle.
 */
export function dependsOn(later: Action, earlier: Action): boolean {
  const [a, b] = [accessOf(later), accessOf(earlier)];
  return overlap(a.writes, b.writes) || overlap(a.writes, b.reads) || overlap(a.reads, b.writes);
}
