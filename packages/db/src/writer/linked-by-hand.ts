import { isLinkField } from '@weft/core';
import type { Change, StepConflict } from '@weft/history';
import type { Sql } from '../engine/engine.ts';
import { deletions } from './deletions.ts';
import type { Target } from './step-targets.ts';

/**
 * What to say where the undo of a conversion hides a field of links that people have linked by hand since: the texts do
 * not hold these links. Null: there are none.
 */
export async function linkedByHand(
  tx: Sql,
  schema: string,
  { seq, type }: Pick<Target, 'seq' | 'type'>,
  change: Change,
): Promise<StepConflict | null> {
  if (type !== 'CONVERT_FIELD_TYPE' || change.kind !== 'field' || change.after !== null) return null;
  // Its other side goes with it.
  if (!isLinkField(change.before ?? undefined) || change.copyOf === undefined) return null;
  const { tableId, fieldId } = change;
  const rows = await tx.query(
    `SELECT 1 FROM ${schema}._log WHERE seq > $1 AND $2 = ANY(table_ids) AND type <> ALL($3::text[])
       AND changes @> $4::jsonb LIMIT 1`,
    [seq, tableId, deletions, JSON.stringify([{ kind: 'links', tableId, fieldId }])],
  );
  const reason = 'Links were changed since, and the texts do not hold them. Redo brings them back';
  return rows.length === 0 ? null : { tableId, fieldId, reason };
}
