import type { AccessLevel, FlowTypeName } from '@weft/core';
import type { Engine } from '../engine/engine.ts';

/** Somebody outside an organization who works on flows of it. */
export interface Collaborator {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly picture: string | null;
  readonly flows: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: FlowTypeName;
    readonly accessLevel: AccessLevel;
  }[];
}

/** Of the membership `fm` of a flow `f`: its person is not of the flow's organization. */
const isOutside = `NOT EXISTS (
  SELECT 1 FROM weft.members m WHERE m.organization_id = f.organization_id AND m.user_id = fm.user_id)`;

/** People who were let in to single flows of an organization that they are not of. */
export class Collaborators {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** By name, with what they were given. */
  async list(organizationId: string): Promise<readonly Collaborator[]> {
    const rows = await this.#engine.query(
      `SELECT u."id", u."name", u."email", u."image", jsonb_agg(
         jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'accessLevel', fm.access_level)
         ORDER BY f.name, f.id)
       FROM weft.flow_members fm
       JOIN weft.flows f ON f.id = fm.flow_id
       JOIN weft.auth_user u ON u."id" = fm.user_id
       WHERE f.organization_id = $1 AND ${isOutside}
       GROUP BY u."id" ORDER BY u."name", u."id" LIMIT 1000`,
      [organizationId],
    );
    return rows.map(
      ([userId, name, email, picture, flows]) => ({ userId, name, email, picture, flows }) as Collaborator,
    );
  }

  /** Takes away what somebody outside was given in an organization; their name, or null where that is nothing. */
  async remove(organizationId: string, userId: string): Promise<string | null> {
    const [row] = await this.#engine.query(
      `WITH removed AS (
         DELETE FROM weft.flow_members fm USING weft.flows f
         WHERE f.id = fm.flow_id AND f.organization_id = $1 AND fm.user_id = $2 AND ${isOutside}
         RETURNING fm.user_id)
       SELECT u."name" FROM weft.auth_user u WHERE u."id" IN (SELECT user_id FROM removed)`,
      [organizationId, userId],
    );
    return row === undefined ? null : String(row[0]);
  }

  /** Whether somebody works on flows of organizations that they are not of; from the trash too they bring them back. */
  async isCollaborator(userId: string): Promise<boolean> {
    const rows = await this.#engine.query(
      `SELECT 1 FROM weft.flow_members fm JOIN weft.flows f ON f.id = fm.flow_id
       WHERE fm.user_id = $1 AND ${isOutside} LIMIT 1`,
      [userId],
    );
    return rows.length > 0;
  }
}
