import type { AccessLevel } from '@weft/core';
import type { Engine } from '../engine/engine.ts';
import { addFlowEvents, type FlowChanger, type FlowFeed } from './flow-feed.ts';
import type { Flow } from './flow-rows.ts';
import { holdMember } from './hold-member.ts';
import { notify } from './notifications.ts';

export interface FlowMember {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly picture: string | null;
  readonly accessLevel: AccessLevel;
}

/** In RETURNING of a membership: the name of whose it is, empty when their account is gone. */
export const memberName = `coalesce((SELECT "name" FROM weft.auth_user WHERE "id" = user_id), '')`;

/** Who was given access to flows one by one. */
export class FlowMembers {
  readonly #engine: Engine;
  readonly #feed: FlowFeed;

  constructor(engine: Engine, feed: FlowFeed) {
    this.#engine = engine;
    this.#feed = feed;
  }

  /** By name. */
  async list(flowId: string): Promise<readonly FlowMember[]> {
    const rows = await this.#engine.query(
      `SELECT u."id", u."name", u."email", u."image", fm.access_level
       FROM weft.flow_members fm JOIN weft.auth_user u ON u."id" = fm.user_id
       WHERE fm.flow_id = $1 ORDER BY lower(u."name" COLLATE "und-x-icu"), u."id" LIMIT 1000`,
      [flowId],
    );
    return rows.map(
      ([userId, name, email, picture, accessLevel]) =>
        ({ userId, name, email, picture, accessLevel }) as FlowMember,
    );
  }

  /**
   * Gives somebody of the flow's organization a membership, changes one of somebody outside, or takes theirs away
   * (null); their name, or null without such a person.
   */
  async set(
    { id, organizationId }: Pick<Flow, 'id' | 'organizationId'>,
    userId: string,
    level: AccessLevel | null,
    by: FlowChanger,
  ): Promise<string | null> {
    const name = await this.#engine.transaction(async (tx) => {
      const [changed] =
        level === null
          ? await tx.query(
              `DELETE FROM weft.flow_members WHERE flow_id = $1 AND user_id = $2 RETURNING ${memberName}`,
              [id, userId],
            )
          : (await holdMember(tx, organizationId, userId))
            ? await tx.query(
                `INSERT INTO weft.flow_members (flow_id, user_id, access_level) VALUES ($1, $2, $3)
                 ON CONFLICT (flow_id, user_id) DO UPDATE SET access_level = EXCLUDED.access_level RETURNING ${memberName}`,
                [id, userId, level],
              )
            : await tx.query(
                `UPDATE weft.flow_members SET access_level = $3 WHERE flow_id = $1 AND user_id = $2 RETURNING ${memberName}`,
                [id, userId, level],
              );
      if (changed === undefined) return null;
      if (level !== null) await notify(tx, { userId, kind: 'flow', subject: id, actorId: by.userId });
      await addFlowEvents(tx, organizationId, 'shared', [id], by);
      return changed[0] as string;
    });
    if (name !== null) await this.#feed.changed([organizationId]);
    return name;
  }
}
