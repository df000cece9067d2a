import { createHash, randomBytes } from 'node:crypto';
import type { IdKind } from '@weft/std';
import type { Engine, Row } from '../engine/engine.ts';
import {
  type FoundOrganization,
  type FoundPerson,
  organizationColumns,
  personColumns,
  presentOrganization,
  presentPerson,
} from './signed-in.ts';

export interface Token<Scope extends string> {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly expiresAt: string;
  /** To the minute; null when it never was. */
  readonly lastUsedAt: string | null;
}

export interface NewToken<Scope extends string> {
  readonly userId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number;
}

export interface FoundToken<Scope extends string> extends FoundPerson {
  readonly tokenId: string;
  readonly scopes: readonly Scope[];
  readonly organization: FoundOrganization;
}

/** Prefix that tells a token from a session's id, also to secret scanners. */
const prefix = 'weft_';

export const looksLikeToken = (text: string): boolean => text.startsWith(prefix);

/** 32 random bytes cannot be guessed, so a fast hash is enough. */
const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

const columns = 'id, name, scopes, created_at, expires_at, last_used_at';

/** Personal access tokens: a program acts with one as the person who made it. */
export class Tokens<Scope extends string> {
  readonly #engine: Engine;
  readonly #newId: (kind: IdKind) => string;

  constructor(engine: Engine, newId: (kind: IdKind) => string) {
    this.#engine = engine;
    this.#newId = newId;
  }

  /** The person of a token, in its organization; null when it is unknown, expired, or they left. */
  async find(token: string): Promise<FoundToken<Scope> | null> {
    const [row] = await this.#engine.query(
      `SELECT ${personColumns('t.expires_at', 't.last_used_at')}, t.id, t.scopes, ${organizationColumns}
       FROM weft.tokens t
       JOIN weft.auth_user u ON u."id" = t.user_id
       JOIN weft.members m ON m.user_id = t.user_id AND m.organization_id = t.organization_id
       JOIN weft.organizations o ON o.id = t.organization_id
       WHERE t.hash = $1 AND t.expires_at > now()`,
      [tokenHash(token)],
    );
    if (row === undefined) return null;
    const { person, isStale, rest } = presentPerson(row);
    const [tokenId, scopes, ...columnsOfOrganization] = rest;
    const organization = presentOrganization(columnsOfOrganization);
    if (organization === null) return null;
    if (isStale)
      await this.#engine.query('UPDATE weft.tokens SET last_used_at = now() WHERE id = $1', [tokenId]);
    return {
      ...person,
      tokenId: String(tokenId),
      scopes: scopes as readonly Scope[],
      organization,
    };
  }

  /** `token` is returned only here; its hash is stored. Null: the person has `most` of them already. */
  async make(
    { userId, organizationId, name, scopes, expiresInDays }: NewToken<Scope>,
    most: number,
  ): Promise<{ readonly made: Token<Scope>; readonly token: string } | null> {
    const token = `${prefix}${randomBytes(32).toString('base64url')}`;
    const [row] = await this.#engine.query(
      `INSERT INTO weft.tokens (id, user_id, organization_id, name, hash, scopes, expires_at)
       SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::jsonb, now() + make_interval(days => $7)
       WHERE (SELECT count(*) FROM weft.tokens WHERE user_id = $2) < $8
       RETURNING ${columns}`,
      [
        this.#newId('tok'),
        userId,
        organizationId,
        name,
        tokenHash(token),
        JSON.stringify(scopes),
        expiresInDays,
        most,
      ],
    );
    return row === undefined ? null : { made: this.#present(row), token };
  }

  /** A person's tokens, newest first; expired ones stay until they are revoked. */
  async ofPerson(userId: string): Promise<readonly Token<Scope>[]> {
    const rows = await this.#engine.query(
      `SELECT ${columns} FROM weft.tokens WHERE user_id = $1 ORDER BY id DESC`,
      [userId],
    );
    return rows.map(this.#present);
  }

  /** The token revoked; null when the person has none of this id. */
  async revoke(id: string, userId: string): Promise<Token<Scope> | null> {
    const [row] = await this.#engine.query(
      `DELETE FROM weft.tokens WHERE id = $1 AND user_id = $2 RETURNING ${columns}`,
      [id, userId],
    );
    return row === undefined ? null : this.#present(row);
  }

  async revokeAll(userId: string): Promise<readonly Token<Scope>[]> {
    const rows = await this.#engine.query(`DELETE FROM weft.tokens WHERE user_id = $1 RETURNING ${columns}`, [
      userId,
    ]);
    return rows.map(this.#present);
  }

  readonly #present = ([id, name, scopes, createdAt, expiresAt, lastUsedAt]: Row) =>
    ({ id, name, scopes, createdAt, expiresAt, lastUsedAt }) as Token<Scope>;
}
