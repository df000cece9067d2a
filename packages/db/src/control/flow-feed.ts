import type { FlowChange, FlowEvent, FlowTypeName } from '@weft/core';
import { OneAtATime } from '@weft/std';
import type { Engine, Row, Sql } from '../engine/engine.ts';
import { Feed, follow } from '../writer/feed.ts';

/** Changes kept per organization for those who were away; who missed more reads the list again. */
export const keptFlowEvents = 1_000;
const page = 200;

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
  change: FlowChange,
  flowIds: readonly string[],
  { userId, actionId }: FlowChanger,
): Promise<void> {
  if (flowIds.length === 0) return;
  const [row] = await tx.query(
    `INSERT INTO weft.flow_feeds (organization_id, seq) VALUES ($1, $2::int4)
     ON CONFLICT (organization_id) DO UPDATE SET seq = flow_feeds.seq + EXCLUDED.seq RETURNING seq`,
    [organizationId, flowIds.length],
  );
  const head = Number(row?.[0]);
  await tx.query(
    `INSERT INTO weft.flow_events (organization_id, seq, change, flow_id, user_id, action_id)
     SELECT $1, $2::int8 + place, $3, flow_id, $4, $5 FROM unnest($6::text[]) WITH ORDINALITY AS changed (flow_id, place)`,
    [organizationId, head - flowIds.length, change, userId, actionId, flowIds],
  );
  await tx.query('DELETE FROM weft.flow_events WHERE organization_id = $1 AND seq <= $2', [
    organizationId,
    head - keptFlowEvents,
  ]);
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
]: Row) =>
  ({
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
  }) satisfies FlowEvent;

/** One organization's feed in this process: events are read from the table once, and shared by all readers. */
interface Tail {
  readonly feed: Feed<FlowEvent>;
  readonly turn: OneAtATime;
  /** The last event published; null until the feed's end was read for the first time. */
  seq: number | null;
}

/** The live feed of the flow list, per organization. */
export class FlowFeed {
  readonly #engine: Engine;
  readonly #tails = new Map<string, Tail>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The number of an organization's last change; 0 before the first. */
  async head(organizationId: string): Promise<number> {
    return (await this.#heads([organizationId])).get(organizationId) ?? 0;
  }

  /** Events after `since`, then live ones, in order and without gaps, until the signal is aborted. */
  async *changes(organizationId: string, since: number, signal: AbortSignal): AsyncGenerator<FlowEvent> {
    const tail = this.#tails.get(organizationId) ?? { feed: new Feed(), turn: new OneAtATime(), seq: null };
    this.#tails.set(organizationId, tail);
    // Held while the end is read: a tail without readers is dropped.
    const release = tail.feed.subscribe(() => {});
    try {
      const head = await this.head(organizationId);
      tail.seq ??= head;
      let from = since;
      if (since < head - keptFlowEvents) {
        yield { seq: head, change: 'missed' };
        from = head;
      }
      yield* follow(tail.feed, from, (seq) => this.#readAfter(organizationId, seq), signal);
    } finally {
      release();
      if (tail.feed.readers === 0) this.#tails.delete(organizationId);
    }
  }

  /** Changes of this process were committed: their readers are told at once. */
  async changed(organizationIds: Iterable<string>): Promise<void> {
    for (const id of new Set(organizationIds)) {
      const tail = this.#tails.get(id);
      if (tail !== undefined) await this.#publish(id, tail);
    }
  }

  /** Looks whether other processes changed what is followed here: one statement for all organizations. */
  async look(): Promise<void> {
    if (this.#tails.size === 0) return;
    for (const [id, head] of await this.#heads([...this.#tails.keys()])) {
      const tail = this.#tails.get(id);
      if (tail !== undefined && tail.seq !== null && tail.seq < head) await this.#publish(id, tail);
    }
  }

  /** Publishes what was committed since the last time. */
  #publish(organizationId: string, tail: Tail): Promise<void> {
    return tail.turn.run(async () => {
      // Not followed yet: whoever begins reads from the table.
      while (tail.seq !== null) {
        const events = await this.#readAfter(organizationId, tail.seq);
        const last = events.at(-1);
        if (last === undefined) return;
        tail.seq = last.seq;
        tail.feed.publish(events);
      }
    });
  }

  async #heads(organizationIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#engine.query(
      'SELECT organization_id, seq FROM weft.flow_feeds WHERE organization_id = ANY ($1)',
      [organizationIds],
    );
    return new Map(rows.map(([id, seq]) => [String(id), Number(seq)]));
  }

  async #readAfter(organizationId: string, seq: number): Promise<readonly FlowEvent[]> {
    const rows = await this.#engine.query(
      `SELECT e.seq, e.change, e.flow_id, e.user_id, e.action_id, f.type, f.name, f.workspace_id, f.updated_at, f.trashed_at
       FROM weft.flow_events e LEFT JOIN weft.flows f ON f.id = e.flow_id AND f.organization_id = e.organization_id
       WHERE e.organization_id = $1 AND e.seq > $2 ORDER BY e.seq LIMIT ${page}`,
      [organizationId, seq],
    );
    return rows.map(present);
  }
}
