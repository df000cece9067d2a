import { AppError } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';

/**
 * Stands in a database while it is being filled: what has been put in, so that a move can go on after a kill, and a
 * server keeps its hands off until the whole is there.
 */
export const unfinishedTable = 'public.weft_unfinished';

export type Purpose = 'restore' | 'move';

/** What is being done to this database and was not finished; null when it is whole. */
export async function unfinishedPurpose(sql: Sql): Promise<Purpose | null> {
  const [there] = await sql.query(`SELECT to_regclass('${unfinishedTable}') IS NOT NULL`);
  if (there?.[0] !== true) return null;
  const [row] = await sql.query(`SELECT purpose FROM ${unfinishedTable} WHERE item = ''`);
  return row?.[0] === 'move' ? 'move' : 'restore';
}

/** Throws a sentence when a restore or a move into this database was broken off. */
export async function refuseUnfinished(engine: Engine): Promise<void> {
  const purpose = await unfinishedPurpose(engine);
  if (purpose === null) return;
  const command = purpose === 'move' ? 'npm run move-to-postgres' : 'npm run restore';
  throw new AppError(
    'conflict',
    `A ${purpose} into this database was broken off. Run ${command} again before starting a server on it.`,
  );
}
