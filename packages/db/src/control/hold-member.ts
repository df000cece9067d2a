import type { Sql } from '../engine/engine.ts';

/**
 * Whether somebody is a member of an organization; they stay one until the transaction ends. What is given to them in it
 * is there before their removal, which takes it away again, or not given at all.
 */
export async function holdMember(
  tx: Pick<Sql, 'query'>,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM weft.members WHERE organization_id = $1 AND user_id = $2 FOR KEY SHARE',
    [organizationId, userId],
  );
  return rows.length > 0;
}
