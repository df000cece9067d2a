import type { AccessLevel } from '@weft/core';
import type { Engine } from '../engine/engine.ts';

export interface FlowMember {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly picture: string | null;
  readonly accessLevel: AccessLevel;
}

/** Who was given access to flows one by one. */
export class FlowMembers {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
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

  /** Gives somebody of the flow's organization a membership, or takes theirs away (null); false: no such person. */
  async set(flowId: string, userId: string, level: AccessLevel | null): Promise<boolean> {
    if (level === null) {
      const gone = await this.#engine.query(
        'DELETE FROM weft.flow_members WHERE flow_id = $1 AND user_id = $2 RETURNING 1',
        [flowId, userId],
      );
      return gone.length > 0;
    }
    const set = await this.#engine.query(
      `INSERT INTO weft.flow_members (flow_id, user_id, access_level)
       SELECT f.id, m.user_id, $3 FROM weft.flows f
       JOIN weft.members m ON m.organization_id = f.organization_id AND m.user_id = $2 WHERE f.id = $1
       ON CONFLICT (flow_id, user_id) DO UPDATE SET access_level = EXCLUDED.access_level RETURNING 1`,
      [flowId, userId, level],
    );
    return set.length > 0;
  }
}
