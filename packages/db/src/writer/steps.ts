import type { BaseRecord } from '@weft/core';
import {
  type Change,
  type Conflict,
  type FieldTypeChange,
  invert,
  invertAll,
  isConversion,
  isRowChange,
  planStep,
  type RowChange,
  type StepConflict,
  type Stepped,
} from '@weft/history';
import { must } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { readNumbers } from '../records/numbers.ts';
import { readRecordsById } from '../records/read.ts';
import type { OpenBase } from '../schema/read-base.ts';
import { conversionsFrom } from './conversions.ts';
import { linkedByHand } from './linked-by-hand.ts';
import type { NewEntry } from './log.ts';
import { lastDone, lastUndone, type StepJob, type StepRest, stepOf, type Target } from './step-targets.ts';
import { keyOf, WorkingState } from './working-state.ts';

/**
 * The conversions of fields among what a person's next step undoes or redoes, or among the step of an entry, as it would
 * change them.
 */
export async function conversionsOfStep(
  sql: Sql,
  schema: string,
  { userId, direction, entryId }: Pick<StepJob, 'userId' | 'direction' | 'entryId'>,
): Promise<readonly FieldTypeChange[]> {
  const undo = direction === 'undo';
  const rows = await sql.query(
    undo
      ? `WITH last AS (SELECT seq, group_id FROM ${schema}._log
           WHERE user_id = $1 AND state = 'done' AND ($2::text IS NULL OR action_id = $2) ORDER BY seq DESC LIMIT 1)
         SELECT l.changes FROM ${schema}._log l, last WHERE l.user_id = $1 AND l.state = 'done'
           AND (l.seq = last.seq OR l.group_id = last.group_id) AND l.type = 'CONVERT_FIELD_TYPE' ORDER BY l.seq DESC`
      : `SELECT changes FROM ${schema}._log WHERE user_id = $1 AND state = 'undone' AND type = 'CONVERT_FIELD_TYPE'
           AND undone_seq = (SELECT max(undone_seq) FROM ${schema}._log WHERE user_id = $1 AND state = 'undone')
         ORDER BY seq`,
    undo ? [userId, entryId ?? null] : [userId],
  );
  return rows
    .flatMap(([changes]) => changes as readonly Change[])
    .filter((change) => change.kind === 'field-type')
    .map((change) => (undo ? invert(change) : change));
}

/** The fields a step may meet: those that are there, and those it brings back or converts. */
const fieldsMet = (
  { metadata }: OpenBase,
  tableId: string,
  changes: readonly Change[],
): ReadonlySet<string> =>
  new Set([
    ...(metadata.tables.find(({ id }) => id === tableId)?.fields ?? []).map(({ id }) => id),
    ...changes.flatMap((change) => {
      if (change.tableId !== tableId) return [];
      if (change.kind === 'field') return [change.fieldId];
      if (change.kind === 'table') return (change.after?.fields ?? []).map(({ id }) => id);
      return change.kind === 'field-type' ? [change.fieldId, change.shadowId] : [];
    }),
  ]);

async function recordsOf(
  tx: Sql,
  base: OpenBase,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, BaseRecord>> {
  const records = new Map<string, BaseRecord>();
  const touching = changes.filter(isRowChange);
  for (const [tableId, of] of Map.groupBy(touching, (change) => change.tableId)) {
    const table = base.layout.tables.get(tableId);
    if (!table) continue;
    const idsOf = (some: readonly RowChange[]) => new Set(some.map(({ recordId }) => recordId));
    // A record that goes takes along all it holds, cells of deleted fields included.
    const gone = idsOf(of.filter((change) => change.kind === 'record' && change.after === null));
    const kept = [...idsOf(of)].filter((id) => !gone.has(id));
    for (const record of [
      ...(await readRecordsById(tx, table, kept, fieldsMet(base, tableId, changes))),
      ...(await readRecordsById(tx, table, [...gone], null)),
    ])
      records.set(keyOf(tableId, record.id), record);
  }
  return records;
}

/** Who changed the thing last: the user of the newest entry after `seq` that names it. */
async function changedBy(tx: Sql, schema: string, target: Target, conflict: StepConflict): Promise<string> {
  const rows = await tx.query(
    `SELECT user_id FROM ${schema}._log
     WHERE seq > $1 AND $2 = ANY(table_ids) AND ($3::text IS NULL OR record_ids IS NULL OR $3 = ANY(record_ids))
     ORDER BY seq DESC LIMIT 1`,
    [target.seq, conflict.tableId, conflict.recordId ?? null],
  );
  return (rows[0]?.[0] as string | undefined) ?? '';
}

export interface PlannedStep {
  readonly entry: NewEntry;
  readonly state: WorkingState;
  readonly stepped: Stepped;
  /** What is to be done next in transactions of their own; null when this was all. */
  readonly rest: StepRest | null;
  /** Marks what was undone or redone; run in the same transaction. */
  readonly mark: (tx: Sql) => Promise<void>;
}

/** Plans one step; null when there is nothing to undo or redo. */
export async function planOneStep(
  tx: Sql,
  base: OpenBase,
  job: StepJob,
  seq: number,
  now: string,
): Promise<PlannedStep | null> {
  const { schema } = base;
  const undo = job.direction === 'undo';
  const last = undo ? lastDone : lastUndone;
  const found =
    job.entryId === undefined
      ? { ...(await last(tx, schema, job)), owner: job.userId }
      : await stepOf(tx, schema, job.userId, job.entryId);
  const { targets, more, owner } = found;
  const [first] = targets;
  if (!first) return null;
  const wanted = targets.flatMap((target) =>
    (undo ? invertAll(target.changes) : target.changes).map((change) => ({ target, change })),
  );
  const all = wanted.map(({ change }) => change);
  const returning = all.filter((change) => change.kind === 'record' && change.after !== null);
  const state = new WorkingState({
    metadata: base.metadata,
    deleted: base.deleted,
    records: await recordsOf(tx, base, all),
    deletedRecords: new Map(),
    positions: new Map(),
    numbers: await readNumbers(tx, base, new Set(returning.map(({ tableId }) => tableId))),
    now,
  });
  const changes: Change[] = [];
  const conflicts: Conflict[] = [];
  const touched = new Set(all.filter(isRowChange).map(({ tableId }) => tableId));
  const oldest = Math.min(...targets.map((target) => target.seq));
  const logged = await conversionsFrom(tx, base, touched, oldest + 1);
  // A step has many changes, and most have no conversion among them: neither is gone through for each change.
  const since = new Map(
    targets.map(({ seq: of }) => [of, logged.flatMap(({ at, change }) => (at.seq > of ? [change] : []))]),
  );
  const converted: FieldTypeChange[] = [];
  for (const { target, change } of wanted) {
    const after = since.get(target.seq) ?? [];
    const planned = planStep(change, state, converted.length === 0 ? after : [...after, ...converted]);
    if (planned.change !== null) {
      state.apply([planned.change]);
      changes.push(planned.change);
      if (isConversion(planned.change)) converted.push(planned.change);
    }
    const hidden =
      undo && planned.change !== null && (await linkedByHand(tx, schema, target, planned.change));
    for (const conflict of hidden ? [...planned.conflicts, hidden] : planned.conflicts) {
      const { tableId: _, ...named } = conflict;
      conflicts.push({ actionId: target.id, by: await changedBy(tx, schema, target, conflict), ...named });
    }
  }
  const entry: NewEntry = {
    seq,
    id: job.call?.isFirst === true ? job.call.id : job.newId(),
    type: first.type,
    label: `${undo ? 'Undid' : 'Redid'}: ${first.label}`,
    userId: job.userId,
    timestamp: now,
    isUndo: undo,
    isRedo: !undo,
    ...(first.groupId !== null && { groupId: first.groupId }),
    changes,
    tracked: false,
  };
  const seqs = targets.map((target) => target.seq);
  const at = job.rest?.at ?? (undo ? seq : must(first.undoneSeq, 'the step that took it back'));
  return {
    entry,
    state,
    stepped: {
      actions: targets.map(({ id, type, label }) => ({ id, type, label })),
      changes,
      conflicts,
    },
    rest: more
      ? {
          ...{ groupId: first.groupId, at, userId: owner, last: must(seqs.at(-1)) },
          ...(undo && owner !== job.userId && { onlyDeletions: true }),
        }
      : null,
    mark: async (sql) => {
      await sql.query(
        undo
          ? `UPDATE ${schema}._log SET state = ${job.groupId === undefined ? `'undone'` : 'NULL'}, undone_seq = $2 WHERE seq = ANY($1::bigint[])`
          : `UPDATE ${schema}._log SET state = 'done', undone_seq = NULL WHERE seq = ANY($1::bigint[]) AND $2::bigint IS NOT NULL`,
        [seqs, at],
      );
    },
  };
}
