import {
  type BaseMetadata,
  emptyViewConfig,
  type Field,
  type FieldKind,
  readShape,
  type Table,
  type View,
  type ViewConfig,
} from '@weft/core';
import type { Sql } from '../engine/engine.ts';
import {
  type BaseLayout,
  type ColumnPlace,
  emptyLayout,
  linkPlace,
  type Shadow,
  type TableLayout,
} from './layout.ts';
import { columnOf } from './names.ts';

/** What was soft-deleted and may come back, by id. */
export interface Deleted {
  readonly fields: ReadonlyMap<string, Field>;
  readonly tables: ReadonlyMap<string, Table>;
  readonly views: ReadonlyMap<string, View>;
  /** Every id a table, field or view has or had: none is given again. */
  readonly ids: ReadonlySet<string>;
}

/** A base as its metadata describes it at one version. */
export interface OpenBase {
  readonly schema: string;
  readonly metaVersion: number;
  /** Another one once any person is renamed. */
  readonly namesVersion: number;
  readonly metadata: BaseMetadata;
  readonly layout: BaseLayout;
  readonly deleted: Deleted;
}

/** The version of what people are called, as an expression. */
export const namesVersion = 'COALESCE((SELECT version FROM weft.names_version), 0)';

interface StoredField {
  readonly tableId: string;
  readonly field: Field;
  readonly deleted: boolean;
  readonly place: ColumnPlace;
  readonly shadow: Shadow | null;
}

/** Stored settings were read by their own type when they were written; reading again fills in newer defaults. */
export function withDefaults(field: Field): Field {
  const { id, name, order } = field;
  const shape = readShape(field.type, field.template);
  return shape.ok ? { id, name, order, ...shape.value } : field;
}

async function readFields(sql: Sql, schema: string): Promise<readonly StoredField[]> {
  const rows = await sql.query(
    `SELECT id, table_id, name, type, template, ord, part, deleted_at, cells_in, shadow_of, as_of_seq, beside FROM ${schema}._fields ORDER BY place`,
  );
  return rows.map((row) => {
    const [id, tableId, name, type, template, order, part, deletedAt, cellsIn, shadowOf, asOfSeq, beside] =
      row;
    const kind = type as FieldKind;
    const field = withDefaults({ id, name, type, order, template } as Field);
    const column = columnOf((cellsIn ?? id) as string);
    const link = linkPlace(schema, field);
    const place = { fieldId: id as string, type: kind, part: part as number, column, ...link };
    const asOf = asOfSeq === null ? null : { seq: asOfSeq as number, beside: beside as string };
    const shadow = shadowOf === null ? null : { fieldId: shadowOf as string, asOf };
    return { tableId: tableId as string, field, deleted: deletedAt !== null, place, shadow };
  });
}

interface StoredView {
  readonly tableId: string;
  readonly view: View;
  readonly deleted: boolean;
}

async function readViews(sql: Sql, schema: string): Promise<readonly StoredView[]> {
  const rows = await sql.query(
    `SELECT id, table_id, name, ord, config, deleted_at FROM ${schema}._views ORDER BY ord, id`,
  );
  return rows.map(([id, tableId, name, order, config, deletedAt]) => ({
    tableId: tableId as string,
    view: {
      id: id as string,
      name: name as string,
      type: 'grid',
      order: order as number,
      config: { ...emptyViewConfig, ...(config as Partial<ViewConfig>) },
    },
    deleted: deletedAt !== null,
  }));
}

/** Reads a base's metadata and where its values lie: four statements, whatever its size. */
export async function readBase(sql: Sql, schema: string): Promise<OpenBase> {
  const [base] = await sql.query(`SELECT meta_version, ${namesVersion} FROM ${schema}._base`);
  const tableRows = await sql.query(
    `SELECT id, name, ord, primary_field_id, deleted_at, purged_at FROM ${schema}._tables ORDER BY ord, id`,
  );
  const allFields = await readFields(sql, schema);
  const fields = Map.groupBy(allFields, (stored) => stored.tableId);
  const allViews = await readViews(sql, schema);
  const views = Map.groupBy(
    allViews.filter((stored) => !stored.deleted),
    (stored) => stored.tableId,
  );
  const deletedViews = allViews
    .filter((stored) => stored.deleted)
    .map(({ view }) => [view.id, view] as const);
  const tables: Table[] = [];
  const layout = new Map<string, TableLayout>();
  const deletedTables = new Map<string, Table>();
  const deletedFields = new Map<string, Field>();
  for (const [id, name, order, primaryFieldId, deletedAt, purgedAt] of tableRows) {
    if (purgedAt !== null) continue;
    const tableId = id as string;
    const own = fields.get(tableId) ?? [];
    const present = own.filter((stored) => !stored.deleted).map((stored) => stored.field);
    const table: Table = {
      id: tableId,
      name: name as string,
      order: order as number,
      primaryFieldId: primaryFieldId as string,
      fields: present.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)),
      views: (views.get(tableId) ?? []).map((stored) => stored.view),
    };
    if (deletedAt === null) tables.push(table);
    else deletedTables.set(tableId, table);
    for (const { field, deleted, shadow } of own)
      if (deleted && shadow === null) deletedFields.set(field.id, field);
    layout.set(tableId, layoutOf(schema, tableId, own));
  }
  return {
    schema,
    metaVersion: base?.[0] as number,
    namesVersion: base?.[1] as number,
    metadata: { tables },
    layout: { tables: layout },
    deleted: {
      fields: deletedFields,
      tables: deletedTables,
      views: new Map(deletedViews),
      ids: new Set([
        ...tableRows.map(([id]) => id as string),
        // One that is being filled ahead is nobody's yet.
        ...allFields.flatMap(({ field, shadow }) => (shadow?.fieldId === field.id ? [] : [field.id])),
        ...allViews.map(({ view }) => view.id),
      ]),
    },
  };
}

function layoutOf(schema: string, tableId: string, fields: readonly StoredField[]): TableLayout {
  const columns = new Map(fields.map(({ place }) => [place.fieldId, place]));
  const parts = Math.max(0, ...[...columns.values()].map((place) => place.part)) + 1;
  const shadows = new Map(
    fields.flatMap(({ field, shadow }) => (shadow === null ? [] : [[field.id, shadow]])),
  );
  return { ...emptyLayout(schema, tableId), columns, shadows, parts };
}
