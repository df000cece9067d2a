import type { Table } from '@weft/core';
import { positionGap } from '@weft/history';
import { must } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';
import { type CopyPlan, type CopyRows, copyPlan } from '../import/copy-writer.ts';
import { loadRows } from '../import/fill-table.ts';
import { keepNumbers } from '../records/numbers.ts';
import { createBaseSchema, dropBaseSchema } from '../schema/create-base.ts';
import { type LinkPlace, partName, type TableLayout } from '../schema/layout.ts';
import { schemaOf } from '../schema/names.ts';
import { readBase } from '../schema/read-base.ts';
import { createPositionIndex, createTable } from '../schema/schema-changes.ts';
import { placeBase } from '../sharding.ts';

/** A link as its row names it: the record of the field with the smaller id, and the other. */
export interface LinkPair {
  readonly from: string;
  readonly to: string;
}

/**
 * A new base while it is being filled, in transactions that are short enough for others. Nobody sees it before `finish`
 * has made its flow; what a killed process leaves is found by having none (`Bases.removeUnfinished`).
 */
export class BaseLoad {
  readonly baseId: string;
  readonly #engine: Engine;
  readonly #layouts: ReadonlyMap<string, TableLayout>;
  readonly #tables: readonly Table[];
  readonly #createdAt: string;
  readonly #createdBy: string | null;

  private constructor(
    engine: Engine,
    baseId: string,
    tables: readonly Table[],
    layouts: ReadonlyMap<string, TableLayout>,
    createdAt: string,
    createdBy: string | null,
  ) {
    this.#engine = engine;
    this.baseId = baseId;
    this.#tables = tables;
    this.#layouts = layouts;
    this.#createdAt = createdAt;
    this.#createdBy = createdBy;
  }

  static async begin(
    engine: Engine,
    baseId: string,
    tables: readonly Table[],
    createdAt: string,
    createdBy: string | null,
  ): Promise<BaseLoad> {
    const layouts = await placeBase(engine, (place) =>
      engine.load(async (tx) => {
        await createBaseSchema(tx, baseId, place);
        const base = await readBase(tx, schemaOf(baseId));
        for (const table of tables) await createTable(tx, base, table, false);
        return base.layout.tables;
      }),
    );
    return new BaseLoad(engine, baseId, tables, layouts, createdAt, createdBy);
  }

  /** How a `CopyWriter` writes the rows of a table; their values come in the order of its fields. */
  planOf(tableId: string): CopyPlan {
    const fieldIds = must(this.#tables.find(({ id }) => id === tableId)).fields.map(({ id }) => id);
    return copyPlan(this.#layout(tableId), fieldIds, {
      ...{ gap: positionGap, createdAt: this.#createdAt },
      createdBy: this.#createdBy,
    });
  }

  /** Where the links of a field are kept, when it is the one that names the relation; its cells then tell all of them. */
  relationOf(tableId: string, fieldId: string): string | null {
    const link = this.#layout(tableId).columns.get(fieldId)?.link;
    return link?.own === 'from_id' ? link.relation : null;
  }

  append(plan: CopyPlan, rows: CopyRows): Promise<void> {
    return loadRows(this.#engine, plan, rows);
  }

  async link(relation: string, pairs: readonly LinkPair[]): Promise<void> {
    if (pairs.length === 0) return;
    await this.#engine.load((tx) =>
      tx.query(
        `INSERT INTO ${schemaOf(this.baseId)}._links (relation, from_id, to_id)
         SELECT $1, v.from_id, v.to_id FROM unnest($2::text[], $3::text[]) AS v(from_id, to_id) ON CONFLICT DO NOTHING`,
        [relation, pairs.map(({ from }) => from), pairs.map(({ to }) => to)],
      ),
    );
  }

  /** Makes the base ready to be read; `alongside` makes its flow in the same transaction. */
  async finish(alongside: (tx: Sql) => Promise<void>): Promise<void> {
    await this.#engine.load(async (tx) => {
      for (const layout of this.#layouts.values()) await createPositionIndex(tx, layout);
      for (const layout of this.#layouts.values()) await keepNumbers(tx, layout);
      for (const table of this.#tables)
        for (const { link } of this.#layout(table.id).columns.values())
          if (link !== undefined) await this.#removeLoose(tx, table.id, link);
      await alongside(tx);
    });
  }

  /** Removes the base and everything in it. */
  async discard(): Promise<void> {
    await this.#engine.transaction((tx) => dropBaseSchema(tx, this.baseId));
  }

  /** Ends the links of records that are not there: one was deleted while the base was being read. */
  async #removeLoose(tx: Sql, tableId: string, { schema, relation, own }: LinkPlace): Promise<void> {
    await tx.query(
      `DELETE FROM ${schema}._links l WHERE l.relation = $1
         AND NOT EXISTS (SELECT 1 FROM ${partName(this.#layout(tableId))} t WHERE t.id = l.${own})`,
      [relation],
    );
  }

  #layout(tableId: string): TableLayout {
    return must(this.#layouts.get(tableId), 'a table of the base');
  }
}
