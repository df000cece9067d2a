import type { Engine, Row, Sql } from '../engine/engine.ts';

type Queries = Pick<Sql, 'query'>;

/** Minutes that a code and a link are good for, and how often a code may be given. */
export const appCodeMinutes = 10;
const codeTries = 5;
/** Codes that one network may ask for one address and app within an hour, whether or not it may sign in. */
export const appCodesPerHour = 5;
/** Days after which somebody who was not there is signed out. */
export const appSessionDays = 30;

export interface NewAppCode {
  readonly flowId: string;
  /** Known to the browser that asked for it. */
  readonly id: string;
  readonly email: string;
  /** Tells the network that it was asked from. */
  readonly network: string;
  /** Null: nothing is mailed, and nothing fits. */
  readonly codeHash: string | null;
  readonly linkHash: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** Writes what was mailed. */
export async function addAppCode(tx: Queries, code: NewAppCode): Promise<void> {
  await tx.query(
    `INSERT INTO weft.app_codes (flow_id, id, email, network, code_hash, link_hash, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [code.flowId, code.id, code.email, code.network, code.codeHash, code.linkHash, code.createdAt],
  );
}

/** What is known of a person besides their record. */
export interface AppPerson {
  readonly email: string;
  /** ISO 8601 UTC. */
  readonly invitedAt: string | null;
  readonly blockedAt: string | null;
  readonly lastSeenAt: string | null;
}

export interface AppSession {
  readonly email: string;
  readonly recordId: string;
}

const presentPerson = ([email, invitedAt, blockedAt, lastSeenAt]: Row): AppPerson =>
  ({ email, invitedAt, blockedAt, lastSeenAt }) as AppPerson;

/** Seconds between two notes of when somebody was there: not every page is a write. */
const notedEvery = 60;

/** People who use published apps: their codes, sessions, invitations and blocks. Addresses are in small letters. */
export class AppUsers {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** How many codes were asked for an address from one network within the hour before. */
  async codesAskedFor(
    { flowId, email, network }: Pick<NewAppCode, 'flowId' | 'email' | 'network'>,
    now: string,
  ): Promise<number> {
    const [row] = await this.#engine.query(
      `SELECT count(*) FROM weft.app_codes WHERE flow_id = $1 AND email = $2 AND network = $3
         AND created_at > $4::timestamptz - interval '1 hour'`,
      [flowId, email, network, now],
    );
    return Number(row?.[0]);
  }

  /** Counts a try, and gives the hash of the code that would be right; null: it is too old, used, or was tried too often. */
  async beginTry(
    flowId: string,
    id: string,
    now: string,
  ): Promise<{ readonly email: string; readonly codeHash: string | null } | null> {
    const [row] = await this.#engine.query(
      `UPDATE weft.app_codes SET tries = tries + 1
       WHERE flow_id = $1 AND id = $2 AND NOT used AND tries < $4
         AND created_at > $3::timestamptz - make_interval(mins => $5) RETURNING email, code_hash`,
      [flowId, id, now, codeTries, appCodeMinutes],
    );
    return row === undefined
      ? null
      : { email: String(row[0]), codeHash: row[1] === null ? null : String(row[1]) };
  }

  /** Uses up what was mailed, by the browser's id. False: it was used before. */
  async useCode(flowId: string, id: string): Promise<boolean> {
    const rows = await this.#engine.query(
      'UPDATE weft.app_codes SET used = true WHERE flow_id = $1 AND id = $2 AND NOT used RETURNING id',
      [flowId, id],
    );
    return rows.length > 0;
  }

  /** The address that a link was mailed to, which is not used up by this; null: it is none, too old or used. */
  async addressOfLink(flowId: string, linkHash: string, now: string): Promise<string | null> {
    const [row] = await this.#engine.query(
      `SELECT email FROM weft.app_codes WHERE flow_id = $1 AND link_hash = $2 AND NOT used
         AND created_at > $3::timestamptz - make_interval(mins => $4)`,
      [flowId, linkHash, now, appCodeMinutes],
    );
    return row === undefined ? null : String(row[0]);
  }

  /** Uses up what was mailed, by its link; the address it was mailed to, or null where the link is none, too old or used. */
  async useLink(flowId: string, linkHash: string, now: string): Promise<string | null> {
    const [row] = await this.#engine.query(
      `UPDATE weft.app_codes SET used = true
       WHERE flow_id = $1 AND link_hash = $2 AND NOT used
         AND created_at > $3::timestamptz - make_interval(mins => $4) RETURNING email`,
      [flowId, linkHash, now, appCodeMinutes],
    );
    return row === undefined ? null : String(row[0]);
  }

  async addSession(
    flowId: string,
    { tokenHash, email, recordId, now }: AppSession & { readonly tokenHash: string; readonly now: string },
  ): Promise<void> {
    await this.#engine.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO weft.app_sessions (token_hash, flow_id, email, record_id, created_at, last_used_at)
         VALUES ($1, $2, $3, $4, $5, $5)`,
        [tokenHash, flowId, email, recordId, now],
      );
      await tx.query(
        `INSERT INTO weft.app_people (flow_id, email, last_seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (flow_id, email) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
        [flowId, email, now],
      );
    });
  }

  /** Who a session is; null: nobody any more. Whoever is blocked is nobody. */
  async session(flowId: string, tokenHash: string, now: string): Promise<AppSession | null> {
    const [row] = await this.#engine.query(
      `SELECT s.email, s.record_id, s.last_used_at < $3::timestamptz - make_interval(secs => $5)
       FROM weft.app_sessions s LEFT JOIN weft.app_people p ON p.flow_id = s.flow_id AND p.email = s.email
       WHERE s.token_hash = $2 AND s.flow_id = $1 AND p.blocked_at IS NULL
         AND s.last_used_at > $3::timestamptz - make_interval(days => $4)`,
      [flowId, tokenHash, now, appSessionDays, notedEvery],
    );
    if (row === undefined) return null;
    const [email, recordId, isOld] = row;
    if (isOld === true)
      await this.#engine.query(
        `WITH used AS (UPDATE weft.app_sessions SET last_used_at = $3 WHERE token_hash = $2)
         UPDATE weft.app_people SET last_seen_at = $3 WHERE flow_id = $1 AND email = $4`,
        [flowId, tokenHash, now, email],
      );
    return { email: String(email), recordId: String(recordId) };
  }

  async endSession(tokenHash: string): Promise<void> {
    await this.#engine.query('DELETE FROM weft.app_sessions WHERE token_hash = $1', [tokenHash]);
  }

  /** Signs a person out everywhere. */
  async endSessions(flowId: string, email: string): Promise<void> {
    await this.#engine.query('DELETE FROM weft.app_sessions WHERE flow_id = $1 AND email = $2', [
      flowId,
      email,
    ]);
  }

  async isBlocked(flowId: string, email: string): Promise<boolean> {
    const rows = await this.#engine.query(
      'SELECT 1 FROM weft.app_people WHERE flow_id = $1 AND email = $2 AND blocked_at IS NOT NULL',
      [flowId, email],
    );
    return rows.length > 0;
  }

  /** What is known of these people. */
  async people(flowId: string, emails: readonly string[]): Promise<ReadonlyMap<string, AppPerson>> {
    const rows = await this.#engine.query(
      `SELECT email, invited_at, blocked_at, last_seen_at FROM weft.app_people
       WHERE flow_id = $1 AND email = ANY($2::text[])`,
      [flowId, emails],
    );
    return new Map(rows.map(presentPerson).map((person) => [person.email, person]));
  }

  /** Blocks a person at once, wherever they are signed in; or lets them in again. */
  async block(flowId: string, email: string, now: string | null): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.app_people (flow_id, email, blocked_at) VALUES ($1, $2, $3)
       ON CONFLICT (flow_id, email) DO UPDATE SET blocked_at = excluded.blocked_at`,
      [flowId, email, now],
    );
    if (now !== null) await this.endSessions(flowId, email);
  }

  /** Forgets codes and sessions that are too old. */
  async removeOld(now: string): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.app_codes WHERE created_at <= $1::timestamptz - interval '1 hour'`,
      [now],
    );
    await this.#engine.query(
      `DELETE FROM weft.app_sessions WHERE last_used_at <= $1::timestamptz - make_interval(days => $2)`,
      [now, appSessionDays],
    );
  }
}

/** Notes that a person was invited. */
export async function noteAppInvitation(
  tx: Queries,
  flowId: string,
  email: string,
  now: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO weft.app_people (flow_id, email, invited_at) VALUES ($1, $2, $3)
     ON CONFLICT (flow_id, email) DO UPDATE SET invited_at = excluded.invited_at`,
    [flowId, email, now],
  );
}
