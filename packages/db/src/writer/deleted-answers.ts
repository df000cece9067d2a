import { markAnswersDeleted } from '../control/deleted-answers.ts';
import type { Sql } from '../engine/engine.ts';
import { comesBack, type Edit } from './flush.ts';

/** Counts the answers of a form without those whose records go, and with those whose records come back. A schema is named as its base, and that as its form. */
export async function countDeletedAnswers(tx: Sql, schema: string, edits: readonly Edit[]): Promise<void> {
  const goneById = new Map<string, boolean>();
  for (const edit of edits)
    for (const change of edit.changes) {
      if (change.kind !== 'record') continue;
      if (change.after === null) goneById.set(change.recordId, true);
      else if (comesBack(edit)) goneById.set(change.recordId, false);
    }
  for (const isGone of [true, false]) {
    const ids = [...goneById].flatMap(([id, gone]) => (gone === isGone ? [id] : []));
    if (ids.length > 0) await markAnswersDeleted(tx, schema, ids, isGone);
  }
}
