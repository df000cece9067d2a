import type { Change, Stepped } from '@weft/history';
import { AppError } from '@weft/std';
import type { Sql } from '../engine/engine.ts';
import type { StepJob, StepRest } from './step-targets.ts';

/** Actions that are kept of an answer. */
const mostActions = 1_000;

interface Kept extends Pick<Stepped, 'actions' | 'conflicts'> {
  /** Entries of the log that the call has made. */
  readonly entries: number;
  /** What was left when the newest of them was made: the call goes on with it where it was broken off. */
  readonly rest?: StepRest | null;
}

/** What a call has done that is sent again, here or by another process; null where it is new. */
export async function answeredStep(
  tx: Sql,
  schema: string,
  { userId, direction }: Pick<StepJob, 'userId' | 'direction'>,
  actionId: string,
): Promise<{ readonly stepped: Stepped; readonly rest: StepRest | null } | null> {
  const [row] = await tx.query(
    `SELECT user_id, is_undo, answer, changes FROM ${schema}._log WHERE action_id = $1`,
    [actionId],
  );
  if (row === undefined) return null;
  const [owner, isUndo, answer, changes] = row as readonly [string, boolean, Kept | null, readonly Change[]];
  if (owner !== userId || isUndo !== (direction === 'undo') || answer === null)
    throw new AppError('conflict', 'This actionId was used for something else before');
  const { actions, conflicts, entries, rest = null } = answer;
  const isWhole = entries === 1 && rest === null;
  return { stepped: { actions, conflicts, changes: isWhole ? changes : null }, rest };
}

/** Adds what a transaction of a call has done to the answer that is kept of it. */
export async function keepAnswer(
  tx: Sql,
  schema: string,
  actionId: string,
  { actions, conflicts }: Pick<Stepped, 'actions' | 'conflicts'>,
  rest: StepRest | null,
): Promise<void> {
  // Of immutable functions alone: Citus refuses others within CASE.
  await tx.query(
    `WITH kept AS (SELECT seq, COALESCE(answer, '{"actions": [], "conflicts": [], "entries": 0}') AS answer
       FROM ${schema}._log WHERE action_id = $1)
     UPDATE ${schema}._log AS l SET answer = CASE WHEN jsonb_array_length(kept.answer->'actions') > ${mostActions}
       THEN jsonb_set(kept.answer, '{rest}', $4::jsonb)
       ELSE jsonb_set(jsonb_set(jsonb_set(jsonb_set(kept.answer, '{rest}', $4::jsonb),
         '{actions}', kept.answer->'actions' || $2::jsonb), '{conflicts}', kept.answer->'conflicts' || $3::jsonb),
         '{entries}', ((kept.answer->>'entries')::int + 1)::text::jsonb) END
     FROM kept WHERE l.seq = kept.seq`,
    [actionId, JSON.stringify(actions), JSON.stringify(conflicts), JSON.stringify(rest)],
  );
}
