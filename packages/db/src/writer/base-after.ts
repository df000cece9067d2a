import { emptyViewConfig, type Field, type Table, type View } from '@weft/core';
import { applyToMetadata, type Change, isRowChange, type RowChange } from '@weft/history';
import { type Deleted, type OpenBase, withDefaults } from '../schema/read-base.ts';

type MetadataChange = Exclude<Change, RowChange>;

const byId = <T extends { readonly id: string }>(
  items: readonly T[] | undefined,
  id: string,
): T | undefined => items?.find((item) => item.id === id);

/** The soft-deleted parts of a base while changes are applied one after the other. */
class DeletedParts {
  readonly #fields: Map<string, Field>;
  readonly #tables: Map<string, Table>;
  readonly #views: Map<string, View>;
  readonly #ids: Set<string>;

  constructor({ fields, tables, views, ids }: Deleted) {
    this.#fields = new Map(fields);
    this.#tables = new Map(tables);
    this.#views = new Map(views);
    this.#ids = new Set(ids);
  }

  get deleted(): Deleted {
    return { fields: this.#fields, tables: this.#tables, views: this.#views, ids: this.#ids };
  }

  /** `table` is the table of the change as it stands before it. */
  follow(change: MetadataChange, table: Table | undefined): void {
    const gone = change.after === null;
    if (change.kind === 'table') {
      put(this.#tables, change.tableId, gone ? table : undefined);
      const items = [{ id: change.tableId }, ...(change.after?.fields ?? []), ...(change.after?.views ?? [])];
      for (const { id } of items) this.#ids.add(id);
    } else if (change.kind === 'field') {
      put(this.#fields, change.fieldId, gone ? byId(table?.fields, change.fieldId) : undefined);
      this.#ids.add(change.fieldId);
    } else if (change.kind === 'view') {
      put(this.#views, change.viewId, gone ? byId(table?.views, change.viewId) : undefined);
      this.#ids.add(change.viewId);
    } else if (change.kind === 'field-type') this.#ids.add(change.shadowId);
  }
}

function put<T>(items: Map<string, T>, id: string, item: T | undefined): void {
  if (item === undefined) items.delete(id);
  else items.set(id, item);
}

/** Settings as read from the database: with the defaults of settings added since. */
function asRead(table: Table): Table {
  return {
    ...table,
    fields: table.fields.map(withDefaults),
    views: table.views.map((view) => ({ ...view, config: { ...emptyViewConfig, ...view.config } })),
  };
}

/**
 * The cached base with these changes applied: what `readBase` would read. `flush` has extended its layout already.
 * Measured embedded with 14 tables of 16 fields: reading it takes 8 ms, more than the rest of a field's change.
 */
export function baseAfter(base: OpenBase, changes: readonly Change[]): OpenBase {
  const deletedParts = new DeletedParts(base.deleted);
  const touched = new Set<string>();
  let { metadata } = base;
  for (const change of changes) {
    if (isRowChange(change)) continue;
    touched.add(change.tableId);
    deletedParts.follow(change, byId(metadata.tables, change.tableId));
    // Stored as JSON: undefined settings are left out.
    metadata = applyToMetadata(metadata, JSON.parse(JSON.stringify(change)) as Change);
  }
  return {
    ...base,
    metaVersion: base.metaVersion + 1,
    metadata: { tables: metadata.tables.map((table) => (touched.has(table.id) ? asRead(table) : table)) },
    deleted: deletedParts.deleted,
  };
}
