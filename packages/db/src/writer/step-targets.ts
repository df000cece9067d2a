import type { ActionType, Change } from '@weft/history';
import { AppError, notFound } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import { deletions } from './deletions.ts';

/** The undo or redo that a call asks for. */
interface StepCall {
  /** The id of its first entry in the log. */
  readonly id: string;
  /** Whether none of its transactions has been done, as far as its process knows. */
  readonly isFirst: boolean;
}

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
  /** The call that asks for it, where it may be sent again. */
  readonly call?: StepCall;
  /** Called in each transaction before anything is undone, under the lock of the base; what it throws ends the step. */
  readonly alongside?: (tx: Pick<Sql, 'query'>) => Promise<void>;
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
  /** The seq of the last entry that was taken. */
  readonly last: number;
  /** Whether only the deletions of the group are taken back: they are somebody else's. */
  readonly onlyDeletions?: boolean;
}

/**
 * Stored bytes of the changes one transaction undoes or redoes, compressed as they are, and records that they are of:
 * others wait for it. Measured embedded: 10,000 deleted records of 20 cells come back in about a second.
 */
const maxStored = 2 * 1024 * 1024;
const maxRecords = 4_000;
/** Entries that one transaction looks at: of one record each, they are fewer records than it takes. */
const maxEntries = 1_000;

/** A log row that a step undoes or redoes. */
export interface Target {
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

/**
 * Rows of a step, in the order they are taken, as many as one transaction takes; with how many were looked at. Their sizes
 * come first: to count the records of an entry is to read its changes.
 */
const chosen = (schema: string, step: string, order: 'seq' | 'seq DESC'): string =>
  `WITH next AS (SELECT l.seq, pg_column_size(l.changes) AS stored FROM ${schema}._log l
     WHERE l.user_id = $1 AND ${step} ORDER BY l.${order} LIMIT ${maxEntries + 1}),
   sized AS (SELECT n.seq, row_number() OVER earlier AS nth, (count(*) OVER ())::int AS looked_at,
       sum(n.stored) OVER earlier - n.stored AS before
     FROM next n WINDOW earlier AS (ORDER BY n.${order})),
   counted AS (SELECT s.seq, s.looked_at, ${recordCount} AS records FROM sized s JOIN ${schema}._log l ON l.seq = s.seq
     WHERE s.nth <= ${maxEntries} AND s.before < ${maxStored}),
   placed AS (SELECT c.seq, c.looked_at, sum(c.records) OVER earlier - c.records AS records_before
     FROM counted c WINDOW earlier AS (ORDER BY c.${order}))
   SELECT ${targetColumns.replaceAll(/(\w+)/g, 'l.$1')}, p.looked_at FROM ${schema}._log l JOIN placed p ON p.seq = l.seq
   WHERE p.records_before < ${maxRecords} ORDER BY l.${order}`;

export interface Targets {
  readonly targets: readonly Target[];
  /** Whether the step has more than these. */
  readonly more: boolean;
}

const toTargets = (rows: readonly (readonly unknown[])[]): Targets => ({
  targets: rows.map(toTarget),
  more: rows.length < ((rows[0]?.[7] as number | undefined) ?? 0),
});

/** The person's last step not yet undone: one action, or all of its group; newest first. */
export async function lastDone(
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
  const left = '($4::bigint IS NULL OR l.seq < $4)';
  const taken = '($5 OR l.type = ANY($6))';
  const step = `l.state = 'done' AND l.group_id = $2 AND ${among} AND ${left} AND ${taken}`;
  const { groupId: found } = alone.targets[0];
  const all = rest?.onlyDeletions !== true;
  return toTargets(
    await tx.query(chosen(schema, step, 'seq DESC'), [
      ...[owner, found, actionIds ?? null, rest?.last ?? null],
      ...[all, deletions],
    ]),
  );
}

/** The step of one entry of the log. */
export async function stepOf(
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
export async function lastUndone(tx: Sql, schema: string, { userId, rest }: StepJob): Promise<Targets> {
  const last = `SELECT ${lastColumns} FROM ${schema}._log
    WHERE user_id = $1 AND state = 'undone' AND ($2::bigint IS NULL OR undone_seq = $2)
      AND ($2::bigint IS NOT NULL
        OR undone_seq > COALESCE((SELECT max(seq) FROM ${schema}._log WHERE user_id = $1 AND state = 'done'), 0))
    ORDER BY undone_seq DESC LIMIT 1`;
  const alone = toTargets(await tx.query(last, [userId, rest?.at ?? null]));
  const [one] = alone.targets;
  if (one?.groupId == null) return alone;
  const left = '($3::bigint IS NULL OR l.seq > $3)';
  const group = chosen(schema, `l.state = 'undone' AND l.undone_seq = $2::bigint AND ${left}`, 'seq');
  return toTargets(await tx.query(group, [userId, one.undoneSeq, rest?.last ?? null]));
}
