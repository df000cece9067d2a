import { createHash, randomBytes } from 'node:crypto';
import type { Scope } from '@weft/protocol';
import type { IdKind } from '@weft/std';
import { sql } from 'kysely';
import { type ControlDatabase, firstOf, iso, isoOrNull } from '../../control.ts';

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly expiresAt: string;
  /** To the minute; null when it never was. */
  readonly lastUsedAt: string | null;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly created_at: Date | string;
  readonly expires_at: Date | string;
  readonly last_used_at: Date | string | null;
}

export interface NewToken {
  readonly userId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number;
}

/** Prefix that tells a token from a session's id, also to secret scanners. */
const prefix = 'weft_';

export const looksLikeToken = (text: string): boolean => text.startsWith(prefix);

/** 32 random bytes cannot be guessed, so a fast hash is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

const columns = sql`id, name, scopes, created_at, expires_at, last_used_at`;

const present = (row: Row): Token => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
  lastUsedAt: isoOrNull(row.last_used_at),
});

/** Personal access tokens: a program acts with one as the person who made it. */
export class Tokens {
  readonly #db: ControlDatabase;
  readonly #newId: (kind: IdKind) => string;

  constructor(db: ControlDatabase, newId: (kind: IdKind) => string) {
    this.#db = db;
    this.#newId = newId;
  }

  /** `token` is returned only here; its hash is stored. Null: the person has `most` of them already. */
  async make(
    { userId, organizationId, name, scopes, expiresInDays }: NewToken,
    most: number,
  ): Promise<{ readonly made: Token; readonly token: string } | null> {
    const token = `${prefix}${randomBytes(32).toString('base64url')}`;
    const { rows } = await sql<Row>`
      insert into weft.tokens (id, user_id, organization_id, name, hash, scopes, expires_at)
      select ${this.#newId('tok')}::text, ${userId}::text, ${organizationId}::text, ${name}::text,
             ${tokenHash(token)}::text, ${JSON.stringify(scopes)}::jsonb, now() + make_interval(days => ${expiresInDays})
      where (select count(*) from weft.tokens where user_id = ${userId}) < ${most}
      returning ${columns}`.execute(this.#db);
    return firstOf(rows, (row) => ({ made: present(row), token }));
  }

  /** A person's tokens, newest first; expired ones stay until they are revoked. */
  async ofPerson(userId: string): Promise<readonly Token[]> {
    const { rows } = await sql<Row>`
      select ${columns} from weft.tokens where user_id = ${userId} order by id desc`.execute(this.#db);
    return rows.map(present);
  }

  /** The token revoked; null when the person has none of this id. */
  async revoke(id: string, userId: string): Promise<Token | null> {
    const { rows } = await sql<Row>`
      delete from weft.tokens where id = ${id} and user_id = ${userId} returning ${columns}`.execute(
      this.#db,
    );
    return firstOf(rows, present);
  }

  async revokeAll(userId: string): Promise<readonly Token[]> {
    const { rows } = await sql<Row>`
      delete from weft.tokens where user_id = ${userId} returning ${columns}`.execute(this.#db);
    return rows.map(present);
  }
}
