import { type Needs, type Place, type Room, reaches, roomWithin } from '@weft/history';
import type { Sql } from '../engine/engine.ts';
import { partName, type TableLayout } from '../schema/layout.ts';

type Wanted = NonNullable<Needs['room']>;

const places = (rows: readonly (readonly unknown[])[]): readonly Place[] =>
  rows.map(([id, position]) => ({ id: id as string, position: position as number }));

/** The nearest rows of one side of a key that do not move themselves, nearest first. */
async function nearest(
  tx: Sql,
  table: TableLayout,
  side: 'before' | 'from',
  key: Place,
  moved: readonly string[],
  count: number,
): Promise<readonly Place[]> {
  const [compares, order] = side === 'before' ? ['<', 'DESC'] : ['>=', 'ASC'];
  const rows = await tx.query(
    `SELECT id, position FROM ${partName(table)}
     WHERE (position, id) ${compares} ($1::bigint, $2) AND id <> ALL($3::text[])
     ORDER BY position ${order}, id ${order} LIMIT $4`,
    [key.position, key.id, moved, count],
  );
  return places(rows);
}

/**
 * The room for records before another, or at the end; undefined when that other is not there. Neighbours are read, and
 * asked to make room, only when positions between two records have run out.
 */
export async function findRoom(
  tx: Sql,
  table: TableLayout,
  { moved, before }: Pick<Wanted, 'moved' | 'before'>,
): Promise<Room | undefined> {
  const count = new Set(moved).size;
  if (before === null) {
    const [last] = await tx.query(
      `SELECT max(position) FROM ${partName(table)} WHERE id <> ALL($1::text[])`,
      [moved],
    );
    return { low: (last?.[0] as number | null) ?? 0, high: null, around: [], ahead: 0 };
  }
  const [key] = places(await tx.query(`SELECT id, position FROM ${partName(table)} WHERE id = $1`, [before]));
  if (key === undefined) return undefined;
  for (const reach of reaches) {
    const most = Math.min(reach + 1, Number.MAX_SAFE_INTEGER);
    const above = await nearest(tx, table, 'before', key, moved, most);
    const below = await nearest(tx, table, 'from', key, moved, most);
    const room = roomWithin(above, below, reach, count);
    if (room !== null) return room;
  }
  return undefined;
}
