import type { Row } from '../engine/engine.ts';

/** The person a session or a token stands for. */
export interface FoundPerson {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The path of their picture. */
  readonly picture: string | null;
  /** The first person of this server. */
  readonly isFirst: boolean;
  /** Of the session or token; ISO 8601 UTC. */
  readonly expiresAt: string;
}

/** The columns of a person `u`. 'Last used' of what was shown is written at most once a minute. */
export const personColumns = (expiresAt: string, lastUsedAt: string): string => `
  u."id", u."name", u."email", u."emailVerified", u."image",
  u."id" = (SELECT f."id" FROM weft.auth_user f ORDER BY f."createdAt", f."id" LIMIT 1),
  ${expiresAt}, coalesce(${lastUsedAt} < now() - interval '1 minute', true)`;

/** A row that begins with them. */
export function presentPerson(row: Row): {
  readonly person: FoundPerson;
  readonly isStale: boolean;
  readonly rest: Row;
} {
  const [userId, name, email, emailVerified, picture, isFirst, expiresAt, isStale, ...rest] = row;
  const person = { userId, name, email, emailVerified, picture, isFirst, expiresAt } as FoundPerson;
  return { person, isStale: isStale === true, rest };
}
