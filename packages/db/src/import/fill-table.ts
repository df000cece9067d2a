import type { Engine } from '../engine/engine.ts';
import { type Milestones, milestonesAt, type PlacedRow } from '../query/milestones.ts';
import { partName, type TableLayout } from '../schema/layout.ts';
import { createPositionIndex } from '../schema/schema-changes.ts';
import type { CopyPlan, CopyRows } from './copy-writer.ts';
import type { TableLoad } from './table-load.ts';

/**
 * Loads rows in one short transaction, so that it does not block others for long. Without fsync: nobody sees these rows
 * before the action that shows their table, and its commit flushes everything before it.
 */
export async function loadRows(engine: Engine, plan: CopyPlan, rows: CopyRows): Promise<void> {
  if (rows.count === 0) return;
  await engine.load(async (tx) => {
    await tx.query('SET LOCAL synchronous_commit = off');
    for (const [part, { target }] of plan.parts.entries()) {
      const bytes = rows.parts[part];
      if (bytes !== undefined) await tx.copyIn(target, bytes, 'binary');
    }
  });
}

/**
 * Tells the planner how many rows a range of positions has: it otherwise sorts what it could hash, for half as long again.
 * A server does so by itself.
 */
async function analyzePositions(engine: Engine, layout: TableLayout): Promise<void> {
  if (engine.kind === 'embedded')
    await engine.load((tx) => tx.exec(`ANALYZE ${partName(layout)} (position)`));
}

/** Fills a hidden table. `filled` is told its row positions, so that they need not be counted later. */
export function fillTable(
  engine: Engine,
  layout: TableLayout,
  plan: CopyPlan,
  told: { filled(milestones: Milestones | null): void; discard(): Promise<void> },
): TableLoad {
  const marks: PlacedRow[] = [];
  let total = 0;
  let end: PlacedRow | null = null;
  return {
    plan,
    append: async (rows) => {
      await loadRows(engine, plan, rows);
      marks.push(...rows.marks);
      total += rows.count;
      end = rows.end;
    },
    finish: async () => {
      await engine.load((tx) => createPositionIndex(tx, layout));
      await analyzePositions(engine, layout);
      told.filled(milestonesAt(marks, total, end));
    },
    discard: () => {
      told.filled(null);
      return told.discard();
    },
  };
}
