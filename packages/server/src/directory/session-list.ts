import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type ControlDatabase, iso } from './control.ts';

export interface ListedSession {
  /** A name for the session that opens nothing: its true id would sign in. */
  readonly id: string;
  readonly sessionId: string;
  readonly userAgent: string | null;
  readonly ip: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

interface Row {
  readonly id: string;
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly createdAt: Date | string;
  readonly lastUsedAt: Date | string;
}

const publicId = (sessionId: string): string =>
  createHash('sha256').update(`session:${sessionId}`).digest('base64url').slice(0, 22);

/** Where a person is signed in. */
export class SessionList {
  readonly #db: ControlDatabase;

  constructor(db: ControlDatabase) {
    this.#db = db;
  }

  /** Last used first. */
  async ofPerson(userId: string): Promise<readonly ListedSession[]> {
    const { rows } = await sql<Row>`
      select "id", "userAgent", "ipAddress", "createdAt", coalesce("lastUsedAt", "updatedAt") as "lastUsedAt"
      from weft.auth_session where "userId" = ${userId} and "expiresAt" > now()
      order by coalesce("lastUsedAt", "updatedAt") desc, "id"
      limit 500`.execute(this.#db);
    return rows.map((row) => ({
      id: publicId(row.id),
      sessionId: row.id,
      userAgent: row.userAgent || null,
      ip: row.ipAddress || null,
      createdAt: iso(row.createdAt),
      lastUsedAt: iso(row.lastUsedAt),
    }));
  }

  /** The ids of the sessions ended: all of the person's but `except`. */
  async endAll(userId: string, except: string | null): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      delete from weft.auth_session
      where "userId" = ${userId} ${except === null ? sql`` : sql`and "id" <> ${except}`}
      returning "id" as id`.execute(this.#db);
    return rows.map(({ id }) => id);
  }
}
