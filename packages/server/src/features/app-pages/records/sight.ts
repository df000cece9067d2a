import {
  type App,
  fieldsOfAll,
  fieldsOfAny,
  type Grant,
  grantsOf,
  type RuleAction,
  rowsOf,
  type Visitor,
} from '@weft/apps';
import {
  type BaseMetadata,
  type BaseRecord,
  type CellValue,
  checkFilter,
  compileFilter,
  type Field,
  type Filter,
  isCondition,
  type Table,
} from '@weft/core';
import type { BaseStore, RunScan } from '@weft/db';

/** What the paths to records ask of a database. */
export type AppStore = Pick<
  BaseStore,
  'baseId' | 'metadata' | 'list' | 'get' | 'linked' | 'groups' | 'stream' | 'changes' | 'submit' | 'submitAll'
>;

/** One person, or a visitor, who looks at the records of one app. Every path to records takes one, and there is no other. */
export interface Sight {
  readonly app: App;
  readonly store: AppStore;
  readonly metadata: BaseMetadata;
  /** Of the database before any of it was read: what changes later has a greater one. */
  readonly version: number;
  readonly visitor: Visitor;
  readonly runScan: RunScan;
  /** Of a database that shows what a service holds: how that is written. Null: the database is its own. */
  readonly service: ServiceWrites | null;
}

/** Writes to a service, whose answers are kept in the database that shows it. Ids are those of the database. */
export interface ServiceWrites {
  /** Brings a record here as it is there. */
  readonly refresh: (tableId: string, recordId: string) => Promise<void>;
  readonly create: (actor: string, tableId: string, values: NewValues) => Promise<string>;
  readonly update: (
    actor: string,
    at: { readonly tableId: string; readonly recordId: string },
    values: NewValues,
  ) => Promise<void>;
  readonly remove: (actor: string, tableId: string, recordId: string) => Promise<void>;
}

/** Values by field: what somebody sent, or the author of a block fills in. */
export type NewValues = ReadonlyMap<string, CellValue>;

export const tableOf = ({ metadata }: Sight, tableId: string): Table | null =>
  metadata.tables.find(({ id }) => id === tableId) ?? null;

export const grantsFor = ({ app, visitor }: Sight, table: Table, action: RuleAction): readonly Grant[] =>
  grantsOf(app, table, action, visitor);

/** The fields of a table that somebody may read of some record of it, in the table's order. */
export function readableFields(sight: Sight, table: Table): readonly Field[] {
  const allowed = fieldsOfAny(grantsFor(sight, table, 'read'));
  return table.fields.filter(({ id }) => allowed.has(id));
}

/** The fields that somebody may read of every record that they may read. */
export function fieldsOfEach(sight: Sight, table: Table): readonly Field[] {
  const allowed = fieldsOfAll(grantsFor(sight, table, 'read'));
  return table.fields.filter(({ id }) => allowed.has(id));
}

/** A filter that says nothing holds for every record: one that keeps people out would let them in. */
export const saysNothing = ({ items }: Filter): boolean =>
  items.every((item) => !isCondition(item) && saysNothing(item));

/** The filter, where it says something and fits the table as it is now; null: it chooses nothing. */
export function closedFilter({ visitor }: Sight, table: Table, filter: Filter): Filter | null {
  return !saysNothing(filter) && checkFilter(filter, table, visitor.env).ok ? filter : null;
}

/** The records that rules let somebody read or change: 'all', a filter that says something, or null for none. */
export function allowedRows(sight: Sight, table: Table, action: RuleAction): 'all' | Filter | null {
  const grants = grantsFor(sight, table, action);
  if (grants.length === 0) return null;
  const rows = rowsOf(grants);
  return rows === null ? 'all' : closedFilter(sight, table, rows);
}

/** Whether somebody may read a field of every record of a table. */
export const seesAll = (sight: Sight, tableId: string, fieldId: string): boolean => {
  const table = tableOf(sight, tableId);
  return (
    table !== null &&
    allowedRows(sight, table, 'read') === 'all' &&
    fieldsOfEach(sight, table).some(({ id }) => id === fieldId)
  );
};

const sameSets = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((id) => b.has(id));

/**
 * What may be told of each of these records; null: of each of them the same. `reading` reads records whole, with what their
 * lookups hold, for rules that depend on what is not told.
 */
export async function fieldsByRow(
  sight: Sight,
  table: Table,
  recordIds: readonly string[],
): Promise<((recordId: string) => ReadonlySet<string>) | null> {
  const grants = grantsFor(sight, table, 'read');
  const [first, ...others] = grants;
  if (first === undefined || others.every(({ fields }) => sameSets(fields, first.fields))) return null;
  const tests = grants.map(({ filter, fields }) => ({
    fields,
    holds: filter === null ? () => true : compileFilter(filter, table, sight.visitor.env),
  }));
  const whole = await wholeRecords(sight, table, await sight.store.get(table.id, recordIds));
  const told = new Map(
    whole.map((record) => [
      record.id,
      new Set(tests.flatMap(({ fields, holds }) => (holds(record) ? [...fields] : []))),
    ]),
  );
  return (recordId) => told.get(recordId) ?? new Set();
}

/** Records with what their lookups hold, which rules may depend on. Nobody is told it. */
export async function wholeRecords(
  { store }: Sight,
  table: Table,
  records: readonly BaseRecord[],
): Promise<readonly BaseRecord[]> {
  return records.length === 0 ? records : (await store.linked(table.id, records)).records;
}
