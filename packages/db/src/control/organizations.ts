import type { IdKind } from '@weft/std';
import type { Engine } from '../engine/engine.ts';
import { type Removal, type Removed, removeMember } from './member-removal.ts';

export type OrganizationRole = 'admin' | 'member';

export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: OrganizationRole;
}

export interface Colleague extends Membership {
  /** The path of their picture. */
  readonly picture: string | null;
}

/** The organization a person works in now: the one chosen last. Joining one chooses it. */
const chosen = `SELECT organization_id FROM weft.members WHERE user_id = $1 ORDER BY chosen_at DESC LIMIT 1`;

/** Organizations and who is a member of them. */
export class Organizations {
  readonly #engine: Engine;
  readonly #newId: (kind: IdKind) => string;

  constructor(engine: Engine, newId: (kind: IdKind) => string) {
    this.#engine = engine;
    this.#newId = newId;
  }

  /** The organization a person works in now; null when they are of none. */
  async chosenBy(userId: string): Promise<string | null> {
    const [row] = await this.#engine.query(chosen, [userId]);
    return row === undefined ? null : String(row[0]);
  }

  /** All organizations a person is a member of, by name. */
  async ofPerson(userId: string): Promise<readonly Membership[]> {
    const rows = await this.#engine.query(
      `SELECT o.id, o.name, m.role FROM weft.members m JOIN weft.organizations o ON o.id = m.organization_id
       WHERE m.user_id = $1 ORDER BY o.name, o.id LIMIT 1000`,
      [userId],
    );
    return rows.map(([id, name, role]) => ({ id, name, role }) as Membership);
  }

  /** Makes it the organization the person works in; false when they are not a member of it. */
  async choose(userId: string, organizationId: string): Promise<boolean> {
    const rows = await this.#engine.query(
      `UPDATE weft.members SET chosen_at = now() WHERE user_id = $1 AND organization_id = $2 RETURNING 1`,
      [userId, organizationId],
    );
    return rows.length > 0;
  }

  /** A new organization with this person as its admin, unless they are in one already; the id of the one they are in. */
  makeFirst(userId: string, personName: string): Promise<string> {
    const organizationId = this.#newId('org');
    return this.#engine.transaction(async (tx) => {
      // Several browsers of theirs may ask at once.
      await tx.query('SELECT 1 FROM weft.auth_user WHERE "id" = $1 FOR NO KEY UPDATE', [userId]);
      const [row] = await tx.query(chosen, [userId]);
      if (row !== undefined) return String(row[0]);
      await tx.query('INSERT INTO weft.organizations (id, name) VALUES ($1, $2)', [
        organizationId,
        `${personName}'s organization`,
      ]);
      await tx.query(`INSERT INTO weft.members (organization_id, user_id, role) VALUES ($1, $2, 'admin')`, [
        organizationId,
        userId,
      ]);
      return organizationId;
    });
  }

  removeMember(removal: Removal): Promise<Removed> {
    return removeMember(this.#engine, removal);
  }

  /** The people of an organization, by name. */
  async members(organizationId: string): Promise<readonly Colleague[]> {
    const rows = await this.#engine.query(
      `SELECT u."id", u."name", m.role, u."image"
       FROM weft.members m JOIN weft.auth_user u ON u."id" = m.user_id
       WHERE m.organization_id = $1 ORDER BY u."name", u."id" LIMIT 1000`,
      [organizationId],
    );
    return rows.map(([id, name, role, picture]) => ({ id, name, role, picture }) as Colleague);
  }
}
