import type { BaseRecord } from '@weft/core';
import {
  type ActionType,
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
import { AppError, must, notFound } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { readNumbers } from '../records/numbers.ts';
import { readRecordsById } from '../records/read.ts';
import type { OpenBase } from '../schema/read-base.ts';
import { conversionsFrom } from './conversions.ts';
import { deletions } from './deletions.ts';
import type { NewEntry } from './log.ts';
import { keyOf, WorkingState } from './working-state.ts';

/** One undo or redo of one person, waiting to be done. */
export interface StepJob {
  readonly kind: 'step';
  readonly userId: string;
  readonly direction: 'undo' | 'redo';
  /** Undoes this group wherever it stands, as if it had never been done: there is no redo of it. */
  readonly groupId?: string;
  /** Undoes only these actions of the group. */
  readonly actionIds?: readonly string[];
  /**
   * Undoes the step of this entry of the log, wherever it stands: one's own, or anybody's deletion, which is how things
   * come back from the trash.
   */
  readonly entryId?: string;
  readonly newId: () => string;
  /** Goes on with a group whose first part has been undone or redone. */
  readonly rest?: StepRest;
}

/** What is left of a group too large for one transaction. */
export interface StepRest {
  readonly groupId: string | null;
  /** The seq of the step's first entry: all parts taken back are marked with it, so that they are redone together. */
  readonly at: number;
  /** Whose actions they are. */
  readonly userId: string;
}

/**
 * Stored bytes of the changes one transaction undoes or redoes, compressed as they are, and records that they are of:
 * others wait for it. Measured embedded: 10,000 deleted records of 20 cells come back in about a second.
 */
const maxStored = 2 * 1024 * 1024;
const maxRecords = 4_000;

/** A log row that a step undoes or redoes. */
interface Target {
  readonly seq: number;
  readonly id: string;
  readonly type: ActionType;
  readonly label: string;
  readonly groupId: string | null;
  readonly changes: readonly Change[];
  /** The seq of the step that undid it; null while it is done. */
  readonly undoneSeq: number | null;
}

const targetColumns = 'seq, action_id, type, label, group_id, changes, undone_seq';

/** Those of the newest entry of a step: the changes of a group are read with the others of it. */
const lastColumns = targetColumns.replace('changes', 'CASE WHEN group_id IS NULL THEN changes END');

const toTarget = ([seq, id, type, label, groupId, changes, undoneSeq]: readonly unknown[]): Target => ({
  seq: seq as number,
  id: id as string,
  type: type as ActionType,
  label: label as string,
  groupId: groupId as string | null,
  changes: changes as readonly Change[],
  undoneSeq: undoneSeq as number | null,
});

/** Records of an entry, which lists them where they are few. */
const recordCount = `CASE WHEN l.record_ids IS NULL THEN jsonb_array_length(l.changes) ELSE cardinality(l.record_ids) END`;

/** Rows of a step, in the order they are taken, as many as one transaction takes; with how many there are in all. */
const chosen = (schema: string, step: string, order: 'seq' | 'seq DESC'): string =>
  `WITH sized AS (SELECT l.seq, pg_column_size(l.changes) AS stored, ${recordCount} AS records
     FROM ${schema}._log l WHERE l.user_id = $1 AND ${step}),
   placed AS (SELECT l.seq, (count(*) OVER ())::int AS members, sum(l.stored) OVER earlier - l.stored AS before,
     sum(l.records) OVER earlier - l.records AS records_before FROM sized l WINDOW earlier AS (ORDER BY l.${order}))
   SELECT ${targetColumns.replaceAll(/(\w+)/g, 'l.$1')}, placed.members FROM ${schema}._log l JOIN placed ON placed.seq = l.seq
   WHERE placed.before < ${maxStored} AND placed.records_before < ${maxRecords} ORDER BY l.${order}`;

interface Targets {
  readonly targets: readonly Target[];
  /** Whether the step has more than these. */
  readonly more: boolean;
}

const toTargets = (rows: readonly (readonly unknown[])[]): Targets => ({
  targets: rows.map(toTarget),
  more: rows.length < ((rows[0]?.[7] as number | undefined) ?? 0),
});

/** The person's last step not yet undone: one action, or all of its group; newest first. */
async function lastDone(
  tx: Sql,
  schema: string,
  { userId, groupId, actionIds, rest }: StepJob,
): Promise<Targets> {
  const among = '($3::text[] IS NULL OR action_id = ANY($3))';
  const last = `SELECT ${lastColumns} FROM ${schema}._log
    WHERE user_id = $1 AND state = 'done' AND ($2::text IS NULL OR group_id = $2) AND ${among} ORDER BY seq DESC LIMIT 1`;
  const owner = rest?.userId ?? userId;
  const params = [owner, rest?.groupId ?? groupId ?? null, actionIds ?? null];
  const alone = toTargets(await tx.query(last, params));
  if (alone.targets[0]?.groupId == null) return alone;
  const group = chosen(schema, `l.state = 'done' AND l.group_id = $2 AND ${among}`, 'seq DESC');
  return toTargets(await tx.query(group, [owner, alone.targets[0].groupId, actionIds ?? null]));
}

/** The step of one entry of the log. */
async function stepOf(
  tx: Sql,
  schema: string,
  userId: string,
  entryId: string,
): Promise<Targets & { readonly owner: string }> {
  const [row] = await tx.query(
    `SELECT ${targetColumns}, user_id, state FROM ${schema}._log WHERE action_id = $1`,
    [entryId],
  );
  if (row === undefined) throw notFound('There is no such step');
  const [target, owner, state] = [toTarget(row), row[7] as string, row[8]];
  if (state !== 'done') throw new AppError('conflict', 'This was taken back already');
  const own = owner === userId;
  if (!own && !deletions.includes(target.type))
    throw new AppError('forbidden', 'Only whoever did this can take it back');
  if (target.groupId === null) return { targets: [target], more: false, owner };
  const group = chosen(
    schema,
    `l.state = 'done' AND l.group_id = $2 AND ($3 OR l.type = ANY($4))`,
    'seq DESC',
  );
  return { ...toTargets(await tx.query(group, [owner, target.groupId, own, deletions])), owner };
}

/** What the person's last undo reverted, unless they have done something new since; oldest first. */
async function lastUndone(tx: Sql, schema: string, { userId, rest }: StepJob): Promise<Targets> {
  const last = `SELECT ${lastColumns} FROM ${schema}._log
    WHERE user_id = $1 AND state = 'undone' AND ($2::bigint IS NULL OR undone_seq = $2)
      AND ($2::bigint IS NOT NULL
        OR undone_seq > COALESCE((SELECT max(seq) FROM ${schema}._log WHERE user_id = $1 AND state = 'done'), 0))
    ORDER BY undone_seq DESC LIMIT 1`;
  const alone = toTargets(await tx.query(last, [userId, rest?.at ?? null]));
  const [one] = alone.targets;
  if (one?.groupId == null) return alone;
  const group = chosen(schema, `l.state = 'undone' AND l.undone_seq = $2::bigint`, 'seq');
  return toTargets(await tx.query(group, [userId, one.undoneSeq]));
}

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
    for (const conflict of planned.conflicts) {
      const { tableId: _, ...named } = conflict;
      conflicts.push({ actionId: target.id, by: await changedBy(tx, schema, target, conflict), ...named });
    }
  }
  const entry: NewEntry = {
    seq,
    id: job.newId(),
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
    stepped: { actions: targets.map(({ id, type, label }) => ({ id, type, label })), changes, conflicts },
    rest: more ? { groupId: first.groupId, at, userId: owner } : null,
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
