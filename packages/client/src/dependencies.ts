import type { Action, ActionInputs, ActionType } from '@weft/history';

/** A thing of a base and all inside it: [] the base, [table], [table, 'record' | 'field' | 'view', id]. */
type Path = readonly string[];

interface Touched {
  readonly changes: readonly Path[];
  /** What must be as it is, without being changed. */
  readonly uses: readonly Path[];
}

const record = (tableId: string, id: string): Path => [tableId, 'record', id];
const field = (tableId: string, id: string): Path => [tableId, 'field', id];
/** Where new records go: their order is the order they were made in. */
const end = (tableId: string): Path => [tableId, 'end'];

const fieldsOf = (tableId: string, records: readonly { readonly cells: object }[]): readonly Path[] =>
  [...new Set(records.flatMap(({ cells }) => Object.keys(cells)))].map((id) => field(tableId, id));

/** Records go and return with all their cells; which is the last says where a new one goes. */
const comingAndGoing = (tableId: string): readonly Path[] => [[tableId, 'field'], end(tableId)];

const wholeTable = ({ tableId }: { readonly tableId: string }): Touched => ({
  changes: [[tableId]],
  uses: [],
});

/** Actions that leave the most of their base alone. Any other touches all of it: tables stand in one order. */
const touches: { readonly [T in ActionType]?: (input: ActionInputs[T]) => Touched } = {
  CREATE_RECORD: ({ tableId, records }) => ({
    changes: [...records.map(({ id }) => record(tableId, id)), end(tableId)],
    uses: fieldsOf(tableId, records),
  }),
  UPDATE_RECORD_CELL: ({ tableId, recordId, cells }) => ({
    changes: [record(tableId, recordId)],
    uses: fieldsOf(tableId, [{ cells }]),
  }),
  DELETE_RECORD: ({ tableId, recordId }) => ({
    changes: [record(tableId, recordId)],
    uses: comingAndGoing(tableId),
  }),
  BULK_DELETE_RECORDS: ({ tableId, recordIds }) => ({
    changes: recordIds.map((id) => record(tableId, id)),
    uses: comingAndGoing(tableId),
  }),
  RESTORE_RECORDS: ({ tableId, recordIds }) => ({
    changes: recordIds.map((id) => record(tableId, id)),
    uses: comingAndGoing(tableId),
  }),
  BULK_PASTE_CELLS: ({ tableId, records, created }) => ({
    changes: [
      ...[...records, ...created].map(({ id }) => record(tableId, id)),
      ...(created.length > 0 ? [end(tableId)] : []),
    ],
    uses: fieldsOf(tableId, [...records, ...created]),
  }),
  BULK_CLEAR_CELLS: ({ tableId, cells }) => ({
    changes: cells.map(({ recordId }) => record(tableId, recordId)),
    uses: cells.map(({ fieldId }) => field(tableId, fieldId)),
  }),
  CREATE_FIELD: wholeTable,
  DELETE_FIELD: wholeTable,
  RESTORE_FIELD: wholeTable,
  REORDER_FIELDS: wholeTable,
  CONVERT_FIELD_TYPE: wholeTable,
  CREATE_VIEW: wholeTable,
  UPDATE_VIEW: wholeTable,
  DELETE_VIEW: wholeTable,
  REORDER_VIEWS: wholeTable,
  // A field's name is its table's too: no other may have it.
  UPDATE_FIELD: ({ tableId, fieldId, name }) => ({
    changes: [field(tableId, fieldId), ...(name === undefined ? [] : [[tableId, 'names']])],
    uses: [],
  }),
  RESIZE_FIELD: ({ tableId, viewId, fieldId }) => ({
    changes: [[tableId, 'view', viewId]],
    uses: [field(tableId, fieldId)],
  }),
  UPDATE_VIEW_SETTINGS: ({ tableId, viewId }) => ({
    changes: [[tableId, 'view', viewId]],
    uses: [[tableId, 'field']],
  }),
};

function touchedBy(action: Action): Touched {
  const of = touches[action.type] as ((input: Action['input']) => Touched) | undefined;
  return of?.(action.input) ?? { changes: [[]], uses: [] };
}

const prefixes = (path: Path): readonly string[] =>
  Array.from({ length: path.length + 1 }, (_, length) => path.slice(0, length).join('/'));

/** Whether something of the one lies in, or holds, something of the other. */
function meet(some: readonly Path[], others: readonly Path[]): boolean {
  const exact = new Set(some.map((path) => path.join('/')));
  const within = new Set(some.flatMap(prefixes));
  return others.some(
    (path) => within.has(path.join('/')) || prefixes(path).some((prefix) => exact.has(prefix)),
  );
}

/**
 * Whether an action must wait for an earlier one: both touch the same table, field, record or view, and one changes it.
 * Only earlier actions are ever asked about, so nothing can wait for itself in a circle.
 */
export function dependsOn(later: Action, earlier: Action): boolean {
  const [a, b] = [touchedBy(later), touchedBy(earlier)];
  return meet(a.changes, b.changes) || meet(a.changes, b.uses) || meet(a.uses, b.changes);
}
