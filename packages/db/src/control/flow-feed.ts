import type { FlowChange, FlowEvent, FlowTypeName } from '@weft/core';
import type { Engine, Row, Sql } from '../engine/engine.ts';
import { TableFeed } from './table-feed.ts';

/** Changes kept per organization for those who were away; who missed more reads the list again. */
export const keptFlowEvents = 1_000;
const page = 200;

/**
 * A change of who sees a workspace, or of how it looks: readers are told to read again, for what it hides or shows is as
 * many flows as lie in it. Its events name the workspace where others name a flow.
 */
export const workspaceChange = 'workspace';

/** Who changes a flow, and the id they gave the change. */
export interface FlowChanger {
  readonly userId: string;
  readonly actionId: string | null;
}

/**
 * Writes changes of flows of one organization into its feed, in the transaction that makes them. The feed's row stays
 * locked until the commit, so that numbers are seen in their order and without gaps: call it last.
 */
export async function addFlowEvents(
  tx: Pick<Sql, 'query'>,
  organizationId: string,
  change: FlowChange | typeof workspaceChange,
  flowIds: readonly string[],
  { userId, actionId }: FlowChanger,
): Promise<void> {
  if (flowIds.length === 0) return;
  // One statement: the longer the row is locked, the longer everybody else of the organization waits who makes a flow.
  await tx.query(
    `WITH feed AS (INSERT INTO weft.flow_feeds (organization_id, seq) VALUES ($1, $2::int4)
         ON CONFLICT (organization_id) DO UPDATE SET seq = flow_feeds.seq + EXCLUDED.seq RETURNING seq),
       old AS (DELETE FROM weft.flow_events WHERE organization_id = $1 AND seq <= (SELECT seq - ${keptFlowEvents} FROM feed))
     INSERT INTO weft.flow_events (organization_id, seq, change, flow_id, user_id, action_id)
     SELECT $1, feed.seq - $2::int4 + place, $3, flow_id, $4, $5
     FROM feed, unnest($6::text[]) WITH ORDINALITY AS changed (flow_id, place)`,
    [organizationId, flowIds.length, change, userId, actionId, flowIds],
  );
}

const present = ([
  seq,
  change,
  flowId,
  userId,
  actionId,
  type,
  name,
  workspaceId,
  updatedAt,
  trashedAt,
]: Row): FlowEvent => {
  if (change === workspaceChange) return { seq: Number(seq), change: 'missed' };
  return {
    seq: Number(seq),
    change: change as FlowChange,
    flowId: String(flowId),
    userId: String(userId),
    actionId: actionId as string | null,
    flow:
      type === null
        ? null
        : {
            type: type as FlowTypeName,
            name: String(name),
            workspaceId: workspaceId as string | null,
            updatedAt: String(updatedAt),
            trashedAt: trashedAt as string | null,
          },
  };
};

/** The live feed of the flow list, per organization; the number of the last change is 0 before the first. */
export class FlowFeed extends TableFeed<FlowEvent> {
  constructor(engine: Engine) {
    super({
      kept: keptFlowEvents,
      missed: (seq) => ({ seq, change: 'missed' }),
      heads: async (organizationIds) => {
        const rows = await engine.query(
          'SELECT organization_id, seq FROM weft.flow_feeds WHERE organization_id = ANY ($1)',
          [organizationIds],
        );
        return new Map(rows.map(([id, seq]) => [String(id), Number(seq)]));
      },
      readAfter: async (organizationId, seq) => {
        const rows = await engine.query(
          `SELECT e.seq, e.change, e.flow_id, e.user_id, e.action_id, f.type, f.name, f.workspace_id, f.updated_at, f.trashed_at
           FROM weft.flow_events e LEFT JOIN weft.flows f ON f.id = e.flow_id AND f.organization_id = e.organization_id
           WHERE e.organization_id = $1 AND e.seq > $2 ORDER BY e.seq LIMIT ${page}`,
          [organizationId, seq],
        );
        return rows.map(present);
      },
    });
  }
}
