import { createHash } from 'node:crypto';
import type { Engine, Row, Sql } from '../engine/engine.ts';
import {
  type FoundOrganization,
  type FoundPerson,
  organizationColumns,
  personColumns,
  presentOrganization,
  presentPerson,
} from './signed-in.ts';

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

export interface FoundSession extends FoundPerson {
  readonly sessionId: string;
  /** The one the person works in; null when they are of none. */
  readonly organization: FoundOrganization | null;
}

/** Hash of a session's cookie or token, under which an ended session is remembered. */
const shownHash = (shown: string): string =>
  createHash('sha256').update(`ended:${shown}`).digest('base64url');

const publicId = (sessionId: string): string =>
  createHash('sha256').update(`session:${sessionId}`).digest('base64url').slice(0, 22);

const presentListed = ([id, userAgent, ip, createdAt, lastUsedAt]: Row): ListedSession => ({
  id: publicId(String(id)),
  sessionId: String(id),
  userAgent: (userAgent || null) as string | null,
  ip: (ip || null) as string | null,
  createdAt: String(createdAt),
  lastUsedAt: String(lastUsedAt),
});

/** Ends all sessions of a person and remembers why, for the browsers that show them; the ids of those ended. */
export async function endSessionsBecause(
  sql: Pick<Sql, 'query'>,
  userId: string,
  reason: string,
): Promise<readonly string[]> {
  const rows = await sql.query('DELETE FROM weft.auth_session WHERE "userId" = $1 RETURNING "id", "token"', [
    userId,
  ]);
  const hashes = rows.map(([, token]) => shownHash(String(token)));
  await sql.query(
    `INSERT INTO weft.ended_sessions (token_hash, reason)
     SELECT hash, $2 FROM unnest($1::text[]) AS ended(hash) ON CONFLICT DO NOTHING`,
    [hashes, reason],
  );
  return rows.map(([id]) => String(id));
}

/** Where people are signed in. */
export class SessionRows {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The person of a session and the organization they work in; null when it is unknown, expired, or idle for too long there. */
  async find(idOrToken: string): Promise<FoundSession | null> {
    const [row] = await this.#engine.query(
      `SELECT ${personColumns('s."expiresAt"', 's."lastUsedAt"')}, s."id",
         coalesce(coalesce(s."lastUsedAt", s."createdAt")
           < now() - make_interval(days => (o.settings->>'sessionDays')::int), false),
         ${organizationColumns}
       FROM weft.auth_session s
       JOIN weft.auth_user u ON u."id" = s."userId"
       LEFT JOIN weft.members m ON m.user_id = u."id"
       LEFT JOIN weft.organizations o ON o.id = m.organization_id
       WHERE (s."token" = $1 OR s."id" = $1) AND s."expiresAt" > now()
       ORDER BY m.chosen_at DESC LIMIT 1`,
      [idOrToken],
    );
    if (row === undefined) return null;
    const { person, isStale, rest } = presentPerson(row);
    const [sessionId, isOver, ...organization] = rest;
    if (isOver === true) {
      await this.end(String(sessionId));
      return null;
    }
    if (isStale)
      await this.#engine.query('UPDATE weft.auth_session SET "lastUsedAt" = now() WHERE "id" = $1', [
        sessionId,
      ]);
    return { ...person, sessionId: String(sessionId), organization: presentOrganization(organization) };
  }

  /** Last used first. */
  async ofPerson(userId: string): Promise<readonly ListedSession[]> {
    const rows = await this.#engine.query(
      `SELECT "id", "userAgent", "ipAddress", "createdAt", coalesce("lastUsedAt", "updatedAt")
       FROM weft.auth_session WHERE "userId" = $1 AND "expiresAt" > now()
       ORDER BY coalesce("lastUsedAt", "updatedAt") DESC, "id" LIMIT 500`,
      [userId],
    );
    return rows.map(presentListed);
  }

  async end(sessionId: string): Promise<void> {
    await this.#engine.query('DELETE FROM weft.auth_session WHERE "id" = $1', [sessionId]);
  }

  /** The ids of the sessions ended: all of the person's but `except`. */
  async endAll(userId: string, except: string | null): Promise<readonly string[]> {
    const rows = await this.#engine.query(
      `DELETE FROM weft.auth_session WHERE "userId" = $1 AND "id" IS DISTINCT FROM $2 RETURNING "id"`,
      [userId, except],
    );
    return rows.map(([id]) => String(id));
  }

  /** Ends all sessions of a person and remembers why, for the browsers that show them. */
  async endBecause(userId: string, reason: string): Promise<void> {
    await endSessionsBecause(this.#engine, userId, reason);
  }

  /** Why the session that a request shows is over, where somebody else ended it. */
  async whyEnded(shown: string): Promise<string | null> {
    const [row] = await this.#engine.query('SELECT reason FROM weft.ended_sessions WHERE token_hash = $1', [
      shownHash(shown),
    ]);
    return row === undefined ? null : String(row[0]);
  }

  /** Forgets why sessions ended whose cookies are over too. */
  async removeOld(): Promise<void> {
    await this.#engine.query(`DELETE FROM weft.ended_sessions WHERE ended_at < now() - interval '30 days'`);
  }
}
