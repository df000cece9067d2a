import { holdsFiles } from '@weft/core';
import type { Engine } from '../engine/engine.ts';
import { partName } from '../schema/layout.ts';
import type { OpenBase } from '../schema/read-base.ts';

/**
 * The ids of the files that cells of a base hold, also cells of deleted fields and tables, which can be restored. One
 * statement a column: no other read waits for all of them together.
 */
export async function heldFiles(engine: Engine, schema: string, base: OpenBase): Promise<readonly string[]> {
  const purged = new Set(
    (await engine.query(`SELECT id FROM ${schema}._tables WHERE purged_at IS NOT NULL`)).map(([id]) => id),
  );
  const held = new Set<string>();
  for (const table of base.layout.tables.values()) {
    if (purged.has(table.id)) continue;
    for (const { type, part, column } of table.columns.values()) {
      if (!holdsFiles(type)) continue;
      const rows = await engine.query(
        `SELECT DISTINCT file->>'filename' FROM ${partName(table, part)}, jsonb_array_elements(${column}) AS file
         WHERE ${column} IS NOT NULL`,
      );
      for (const [id] of rows) held.add(String(id));
    }
  }
  return [...held];
}
