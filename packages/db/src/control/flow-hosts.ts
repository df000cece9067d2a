import type { Sql } from '../engine/engine.ts';
import { addFlowEvents } from './flow-feed.ts';

/** The hosts that a snapshot, `$2`, names: of a team all alike, otherwise in the order in which one is booked. */
const named = `SELECT u."id" AS user_id,
    min(CASE WHEN s.content->'props'->>'eventType' IN ('collective', 'round_robin') THEN 0 ELSE host.place END)::integer AS place
  FROM weft.snapshots s JOIN weft.flows f ON f.id = s.flow_id AND f.type = 'scheduling'
  CROSS JOIN LATERAL jsonb_array_elements(
    CASE WHEN jsonb_typeof(s.content->'props'->'hosts') = 'array' THEN s.content->'props'->'hosts' ELSE '[]' END)
    WITH ORDINALITY AS host (value, place)
  JOIN weft.auth_user u ON u."id" = host.value->>'userId'
  WHERE s.id = $2 GROUP BY u."id"`;

/**
 * Writes who hosts what a snapshot shows, in the transaction that publishes it: they may read the flow and its bookings.
 * Where that is somebody else now, lists are told, for it may show or hide the flow; call it last.
 */
export async function writeHosts(
  tx: Pick<Sql, 'query'>,
  flowId: string,
  snapshotId: string,
  userId: string,
): Promise<void> {
  const changed = await tx.query(
    `WITH named AS (${named}),
     removed AS (
       DELETE FROM weft.flow_hosts h USING weft.flows f WHERE h.flow_id = $1 AND f.id = $1 AND f.type = 'scheduling'
         AND NOT EXISTS (SELECT 1 FROM named n WHERE n.user_id = h.user_id) RETURNING h.flow_id),
     written AS (
       INSERT INTO weft.flow_hosts (flow_id, user_id, place) SELECT $1, user_id, place FROM named
       ON CONFLICT (flow_id, user_id) DO UPDATE SET place = EXCLUDED.place
         WHERE flow_hosts.place <> EXCLUDED.place RETURNING flow_id),
     changed AS (SELECT flow_id FROM removed UNION SELECT flow_id FROM written)
     SELECT f.organization_id FROM weft.flows f WHERE f.id IN (SELECT flow_id FROM changed)`,
    [flowId, snapshotId],
  );
  for (const [organizationId] of changed)
    await addFlowEvents(tx, String(organizationId), 'shared', [flowId], { userId, actionId: null });
}
