import type { Engine, Row, Sql } from '../engine/engine.ts';

export interface UserAvailability {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly timezone: string;
  readonly isDefault: boolean;
  /** Another one after each change of it. */
  readonly version: number;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** As the call that set it took it. */
  readonly config: unknown;
}

type NewAvailability = Omit<UserAvailability, 'createdAt' | 'userId' | 'version'>;

export interface AvailabilityChange {
  readonly isDefault: boolean;
  /** The one that was changed; null: whichever it is. */
  readonly version: number | null;
  /** Null: only the default is set. An empty name leaves it as it is, and so does what `config` leaves out. */
  readonly to: { readonly name: string; readonly timezone: string; readonly config: unknown } | null;
}

/** A person of an organization. */
interface Member {
  readonly organizationId: string;
  readonly userId: string;
}

export interface MemberAvailabilities {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly availabilities: readonly UserAvailability[];
}

const columns = `a.id, a.user_id, a.name, a.timezone, a.is_default, a.version,
  to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), a.config`;

const present = ([id, userId, name, timezone, isDefault, version, createdAt, config]: Row) =>
  ({ id, userId, name, timezone, isDefault, version, createdAt, config }) as UserAvailability;

/** The availabilities of people. Who may change what is asked before. */
export class Availabilities {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** A person and their availabilities, the default first; null where the organization has no such person. */
  async of({ organizationId, userId }: Member): Promise<{
    readonly person: { readonly name: string; readonly email: string };
    readonly availabilities: readonly UserAvailability[];
  } | null> {
    const [people, rows] = await this.#engine.queryBoth(
      {
        text: `SELECT u."name", u."email" FROM weft.members m JOIN weft.auth_user u ON u."id" = m.user_id
          WHERE m.organization_id = $1 AND m.user_id = $2`,
        params: [organizationId, userId],
      },
      {
        text: `SELECT ${columns} FROM weft.user_availabilities a
          WHERE a.organization_id = $1 AND a.user_id = $2 ORDER BY a.is_default DESC, a.created_at, a.id`,
        params: [organizationId, userId],
      },
    );
    const [person] = people;
    if (person === undefined) return null;
    return {
      person: { name: String(person[0]), email: String(person[1]) },
      availabilities: rows.map(present),
    };
  }

  /** People of an organization with their availabilities, the default first; those who are not there are left out. */
  async ofAll(organizationId: string, userIds: readonly string[]): Promise<readonly MemberAvailabilities[]> {
    const [people, rows] = await this.#engine.queryBoth(
      {
        text: `SELECT u."id", u."name", u."email" FROM weft.members m JOIN weft.auth_user u ON u."id" = m.user_id
          WHERE m.organization_id = $1 AND m.user_id = ANY($2::text[])`,
        params: [organizationId, userIds],
      },
      {
        text: `SELECT ${columns} FROM weft.user_availabilities a
          WHERE a.organization_id = $1 AND a.user_id = ANY($2::text[]) ORDER BY a.is_default DESC, a.created_at, a.id`,
        params: [organizationId, userIds],
      },
    );
    const byUser = Map.groupBy(rows.map(present), ({ userId }) => userId);
    return people.map(([id, name, email]) => ({
      ...{ userId: String(id), name: String(name), email: String(email) },
      availabilities: byUser.get(String(id)) ?? [],
    }));
  }

  /** Whose an availability is, and what they are called; null where the organization has no such. */
  async ownerOf(organizationId: string, id: string): Promise<{ userId: string; name: string } | null> {
    const [row] = await this.#engine.query(
      `SELECT a.user_id, u."name" FROM weft.user_availabilities a JOIN weft.auth_user u ON u."id" = a.user_id
       WHERE a.organization_id = $1 AND a.id = $2`,
      [organizationId, id],
    );
    return row === undefined ? null : { userId: String(row[0]), name: String(row[1]) };
  }

  /** The first one is the default. Null: they have `most` already. */
  create(member: Member, made: NewAvailability, most: number): Promise<UserAvailability | null> {
    return this.#engine.transaction(async (tx) => {
      const held = await hold(tx, member);
      if (held.length >= most) return null;
      const isDefault = made.isDefault || !held.some((other) => other.isDefault);
      if (isDefault) await clearDefault(tx, member);
      const [row] = await tx.query(
        `INSERT INTO weft.user_availabilities AS a (id, organization_id, user_id, name, timezone, is_default, config)
         VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb) RETURNING ${columns}`,
        [
          made.id,
          member.organizationId,
          member.userId,
          made.name,
          made.timezone,
          isDefault,
          JSON.stringify(made.config),
        ],
      );
      return row === undefined ? null : present(row);
    });
  }

  /** `default`: it is the default, and would leave none. `stale`: somebody else has changed it. */
  change(
    member: Member,
    id: string,
    { isDefault, version, to }: AvailabilityChange,
  ): Promise<'changed' | 'unknown' | 'default' | 'stale'> {
    return this.#engine.transaction(async (tx) => {
      const found = (await hold(tx, member)).find((other) => other.id === id);
      if (found === undefined) return 'unknown';
      if (version !== null && found.version !== version) return 'stale';
      if (found.isDefault && !isDefault) return 'default';
      if (isDefault && !found.isDefault) await clearDefault(tx, member);
      await tx.query(
        `UPDATE weft.user_availabilities SET is_default = $2, name = coalesce(nullif($3, ''), name),
           timezone = coalesce($4, timezone), config = config || coalesce($5::jsonb, '{}'),
           version = version + CASE WHEN $5::jsonb IS NULL THEN 0 ELSE 1 END WHERE id = $1`,
        [
          id,
          isDefault,
          to?.name ?? null,
          to?.timezone ?? null,
          to === null ? null : JSON.stringify(to.config),
        ],
      );
      return 'changed';
    });
  }

  /** `default`: it is the default, which is not deleted. */
  remove(member: Member, id: string): Promise<'removed' | 'unknown' | 'default'> {
    return this.#engine.transaction(async (tx) => {
      const found = (await hold(tx, member)).find((other) => other.id === id);
      if (found === undefined) return 'unknown';
      if (found.isDefault) return 'default';
      await tx.query('DELETE FROM weft.user_availabilities WHERE id = $1', [id]);
      return 'removed';
    });
  }
}

/** The availabilities of a person, while nobody else changes which of them is the default. */
async function hold(
  tx: Sql,
  { organizationId, userId }: Member,
): Promise<readonly { readonly id: unknown; readonly isDefault: boolean; readonly version: number }[]> {
  await tx.query('SELECT 1 FROM weft.members WHERE organization_id = $1 AND user_id = $2 FOR NO KEY UPDATE', [
    organizationId,
    userId,
  ]);
  const rows = await tx.query(
    'SELECT id, is_default, version FROM weft.user_availabilities WHERE organization_id = $1 AND user_id = $2',
    [organizationId, userId],
  );
  return rows.map(([id, isDefault, version]) => ({
    ...{ id, isDefault: isDefault === true },
    version: Number(version),
  }));
}

const clearDefault = (tx: Sql, { organizationId, userId }: Member): Promise<unknown> =>
  tx.query(
    'UPDATE weft.user_availabilities SET is_default = false WHERE organization_id = $1 AND user_id = $2 AND is_default',
    [organizationId, userId],
  );
