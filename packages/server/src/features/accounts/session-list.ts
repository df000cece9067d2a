import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type ControlDatabase, iso } from '../../control.ts';

export interface ListedSession {
  /** A public id: the session's own id would sign in. */
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

/** Hash of a session's cookie or token, under which an ended session is remembered. */
const shownHash = (shown: string): string =>
  createHash('sha256').update(`ended:${shown}`).digest('base64url');

const publicId = (sessionId: string): string =>
  createHash('sha256').update(`session:${sessionId}`).digest('base64url').slice(0, 22);

/** The sessions of a person. */
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

  /** Ends all sessions of a person and remembers why, for the browsers that show them. */
  async endBecause(userId: string, reason: string): Promise<void> {
    const { rows } = await sql<{ token: string }>`
      delete from weft.auth_session where "userId" = ${userId} returning "token" as token`.execute(this.#db);
    const hashes = rows.map(({ token }) => shownHash(token));
    await sql`
      insert into weft.ended_sessions (token_hash, reason)
      select hash, ${reason} from unnest(${hashes}::text[]) as ended(hash) on conflict do nothing`.execute(
      this.#db,
    );
  }

  /** Why the session that a request shows is over, where somebody else ended it. */
  async whyEnded(shown: string): Promise<string | null> {
    const { rows } = await sql<{ reason: string }>`
      select reason from weft.ended_sessions where token_hash = ${shownHash(shown)}`.execute(this.#db);
    return rows[0]?.reason ?? null;
  }

  /** Forgets why sessions ended whose cookies are over too. */
  async removeOld(): Promise<void> {
    await sql`delete from weft.ended_sessions where ended_at < now() - interval '30 days'`.execute(this.#db);
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
