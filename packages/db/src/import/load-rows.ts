import type { Engine } from '../engine/engine.ts';
import type { CopyPlan, CopyRows } from './copy-writer.ts';

/**
 * Loads rows in one short transaction, so that nobody waits long behind it. It does not wait for the disk: nobody is
 * told of these rows before the action that shows their table, and its commit brings everything before it to the disk.
 */
export async function loadRows(engine: Engine, plan: CopyPlan, rows: CopyRows): Promise<void> {
  if (rows.count === 0) return;
  await engine.transaction(async (tx) => {
    await tx.query('SET LOCAL synchronous_commit = off');
    for (const [part, { target }] of plan.parts.entries()) {
      const bytes = rows.parts[part];
      if (bytes !== undefined) await tx.copyIn(target, bytes, 'binary');
    }
  });
}
