import type { Field, Table } from '@weft/core';
import type { Change, RowChange } from '@weft/history';
import { must } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import {
  type ColumnPlace,
  emptyLayout,
  partName,
  placesByPart,
  type TableLayout,
  withColumns,
} from './layout.ts';
import type { OpenBase } from './read-base.ts';

type MetadataChange = Exclude<Change, RowChange | { kind: 'field-type' }>;

const definition = ({ column, type }: ColumnPlace): string[] => {
  const kind = sqlFieldType(type).columnType;
  return kind === null ? [] : [`${column} ${kind}`];
};

/** What the first part holds of a record besides its cells. */
const ownColumns = [
  'position bigint NOT NULL',
  'created_at timestamptz NOT NULL',
  'updated_at timestamptz NOT NULL',
  'raw jsonb',
  // Who made it and who edited it last; NULL where nobody knows.
  'created_by text',
  'updated_by text',
];

async function createPart(
  tx: Sql,
  table: TableLayout,
  part: number,
  columns: readonly string[],
): Promise<void> {
  const all = ['id text COLLATE "C" PRIMARY KEY', ...columns];
  await tx.query(`CREATE TABLE ${partName(table, part)} (${all.join(', ')})`);
}

/** Makes the physical parts of a new table, with the columns it has from the start. */
async function createParts(tx: Sql, table: TableLayout): Promise<void> {
  const places = placesByPart(table.columns.values());
  for (let part = 0; part < table.parts; part++) {
    const columns = (places.get(part) ?? []).flatMap(definition);
    await createPart(tx, table, part, part === 0 ? [...ownColumns, ...columns] : columns);
  }
}

/** The order of the table itself; made apart so that a first load can go without it. */
export async function createPositionIndex(tx: Sql, table: TableLayout): Promise<void> {
  await tx.query(`CREATE INDEX IF NOT EXISTS ${table.id}_position ON ${partName(table)} (position, id)`);
}

/** Makes room for more fields: columns where a part has room, a new part with the table's ids where none has. */
export async function addColumns(tx: Sql, before: TableLayout, after: TableLayout): Promise<void> {
  const fresh = [...after.columns.values()].filter((place) => !before.columns.has(place.fieldId));
  for (const [part, places] of placesByPart(fresh)) {
    const columns = places.flatMap(definition);
    if (part >= before.parts) {
      await createPart(tx, after, part, columns);
      await tx.query(`INSERT INTO ${partName(after, part)} (id) SELECT id FROM ${partName(after)}`);
    } else if (columns.length > 0) {
      const added = columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(', ');
      await tx.query(`ALTER TABLE ${partName(after, part)} ${added}`);
    }
  }
}

/** Puts fields of a table into the metadata; those that were deleted are there again. */
export async function insertFields(
  tx: Sql,
  schema: string,
  table: TableLayout,
  fields: readonly Field[],
): Promise<void> {
  const places = [...table.columns.keys()];
  const rows = fields.map((field) => ({
    id: field.id,
    table_id: table.id,
    name: field.name,
    type: field.type,
    template: field.template,
    ord: field.order,
    part: must(table.columns.get(field.id)).part,
    place: places.indexOf(field.id),
  }));
  await tx.query(
    `INSERT INTO ${schema}._fields (id, table_id, name, type, template, ord, part, place)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(id text, table_id text, name text, type text, template jsonb, ord double precision, part integer, place integer)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, template = excluded.template, ord = excluded.ord, deleted_at = NULL,
       shadow_of = NULL, as_of_seq = NULL, beside = NULL`,
    [JSON.stringify(rows)],
  );
}

async function insertViews(tx: Sql, schema: string, tableId: string, views: Table['views']): Promise<void> {
  const rows = views.map((view) => ({
    id: view.id,
    table_id: tableId,
    name: view.name,
    type: view.type,
    ord: view.order,
    config: view.config,
  }));
  await tx.query(
    `INSERT INTO ${schema}._views (id, table_id, name, type, ord, config)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(id text, table_id text, name text, type text, ord double precision, config jsonb)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, ord = excluded.ord, config = excluded.config, deleted_at = NULL`,
    [JSON.stringify(rows)],
  );
}

/** Puts a table's metadata and parts in place; `hidden` leaves it hidden until it is shown. */
export async function createTable(
  tx: Sql,
  base: OpenBase,
  table: Table,
  hidden: boolean,
): Promise<TableLayout> {
  const { schema, layout } = base;
  const known = layout.tables.get(table.id);
  const placed = known ?? withColumns(emptyLayout(schema, table.id), table.fields);
  if (!known) await createParts(tx, placed);
  layout.tables.set(table.id, placed);
  await tx.query(
    `INSERT INTO ${schema}._tables (id, name, ord, primary_field_id, deleted_at) VALUES ($1, $2, $3, $4, CASE WHEN $5::boolean THEN now() END)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, ord = excluded.ord, primary_field_id = excluded.primary_field_id, deleted_at = excluded.deleted_at`,
    [table.id, table.name, table.order, table.primaryFieldId, hidden],
  );
  await insertFields(tx, schema, placed, table.fields);
  await insertViews(tx, schema, table.id, table.views);
  return placed;
}

/** Removes a hidden table and everything in it: a cancelled import leaves nothing behind. */
export async function dropTable(tx: Sql, schema: string, table: TableLayout): Promise<void> {
  for (let part = 0; part < table.parts; part++)
    await tx.query(`DROP TABLE IF EXISTS ${partName(table, part)}`);
  for (const [name, column] of [
    ['_views', 'table_id'],
    ['_fields', 'table_id'],
    ['_tables', 'id'],
  ]) {
    await tx.query(`DELETE FROM ${schema}.${name} WHERE ${column} = $1`, [table.id]);
  }
}

/** Sets the columns named on one row of a metadata table. */
async function update(
  tx: Sql,
  table: string,
  id: string,
  columns: { readonly [column: string]: unknown },
): Promise<void> {
  const entries = Object.entries(columns).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return;
  const sets = entries.map(([column], i) => `${column} = $${i + 2}`).join(', ');
  await tx.query(`UPDATE ${table} SET ${sets} WHERE id = $1`, [id, ...entries.map(([, value]) => value)]);
}

/** What stands in an order of its own. */
export type Ordered = 'tables' | 'fields' | 'views';

/** Sets the places of many at once, by id: dragging one of 500 fields moves most of the others. */
export async function writeOrders(
  tx: Sql,
  schema: string,
  of: Ordered,
  orders: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query(
    `UPDATE ${schema}._${of} AS t SET ord = v.ord FROM unnest($1::text[], $2::float8[]) AS v(id, ord) WHERE t.id = v.id`,
    [[...orders.keys()], [...orders.values()]],
  );
}

const json = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

const hide = (tx: Sql, table: string, id: string) =>
  tx.query(`UPDATE ${table} SET deleted_at = now() WHERE id = $1`, [id]);

/**
 * Marks a field's shadow columns as stale: each cell is recomputed before it is shown. With `beside`, only the shadows
 * that are valid beside that column.
 */
export async function invalidateShadows(
  tx: Sql,
  { schema, layout }: OpenBase,
  { tableId, fieldId }: { readonly tableId: string; readonly fieldId: string },
  beside?: string,
): Promise<void> {
  const table = must(layout.tables.get(tableId), 'the table of a field');
  const own = [...table.shadows].filter(
    ([, { fieldId: of, asOf }]) => of === fieldId && (beside === undefined || asOf?.beside === beside),
  );
  if (own.length === 0) return;
  const ids = own.map(([id]) => id);
  await tx.query(`UPDATE ${schema}._fields SET as_of_seq = NULL, beside = NULL WHERE id = ANY($1::text[])`, [
    ids,
  ]);
  const shadows = new Map([...table.shadows, ...ids.map((id) => [id, { fieldId, asOf: null }] as const)]);
  layout.tables.set(tableId, { ...table, shadows });
}

/** Writes one change of the metadata and makes the physical tables follow; the base's layout grows with them. */
export async function applyMetadataChange(tx: Sql, base: OpenBase, change: MetadataChange): Promise<void> {
  const { schema, layout } = base;
  switch (change.kind) {
    case 'table': {
      if (change.after === null) {
        await hide(tx, `${schema}._tables`, change.tableId);
        return;
      }
      await createPositionIndex(tx, await createTable(tx, base, change.after, false));
      return;
    }
    case 'table-update': {
      const { name, order, primaryFieldId } = change.after;
      await update(tx, `${schema}._tables`, change.tableId, {
        name,
        ord: order,
        primary_field_id: primaryFieldId,
      });
      return;
    }
    case 'field': {
      if (change.after === null) {
        await hide(tx, `${schema}._fields`, change.fieldId);
        return;
      }
      const before = must(layout.tables.get(change.tableId), 'the table of a field');
      const after = withColumns(before, [change.after]);
      await addColumns(tx, before, after);
      layout.tables.set(change.tableId, after);
      await insertFields(tx, schema, after, [change.after]);
      return;
    }
    case 'field-update': {
      const { name, order, template } = change.after;
      await update(tx, `${schema}._fields`, change.fieldId, { name, ord: order, template: json(template) });
      // They were converted by other settings.
      if (template !== undefined) await invalidateShadows(tx, base, change);
      return;
    }
    case 'view': {
      if (change.after === null) await hide(tx, `${schema}._views`, change.viewId);
      else await insertViews(tx, schema, change.tableId, [change.after]);
      return;
    }
    case 'view-update': {
      const { name, order, config, widths } = change.after;
      await update(tx, `${schema}._views`, change.viewId, { name, ord: order });
      if (config === undefined && widths === undefined) return;
      await tx.query(
        `UPDATE ${schema}._views SET config = jsonb_set(config || $2::jsonb, '{fieldWidths}',
           jsonb_strip_nulls(COALESCE(config->'fieldWidths', '{}') || $3::jsonb)) WHERE id = $1`,
        [change.viewId, JSON.stringify(config ?? {}), JSON.stringify(widths ?? {})],
      );
    }
  }
}
