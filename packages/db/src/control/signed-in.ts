import type { Row } from '../engine/engine.ts';
import {
  type MemberRights,
  type OrganizationRole,
  type OrganizationSettings,
  presentRights,
  rightsColumns,
} from './organizations.ts';

/** The person a session or a token stands for. */
export interface FoundPerson {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The path of their picture. */
  readonly picture: string | null;
  /** What they chose for the screens, by key. */
  readonly settings: { readonly [key: string]: unknown };
  readonly flags: { readonly [name: string]: boolean };
  /** Who runs this server: the first person, unless it was given to another. */
  readonly isFirst: boolean;
  readonly twoFactorEnabled: boolean;
  /** Of the session or token; ISO 8601 UTC. */
  readonly expiresAt: string;
}

/** The organization they work in, or that their token is of. */
export interface FoundOrganization {
  readonly id: string;
  readonly name: string;
  readonly role: OrganizationRole;
  readonly planName: string;
  readonly isSandbox: boolean;
  readonly rights: MemberRights;
  readonly settings: OrganizationSettings;
  /** The path of its picture. */
  readonly picture: string | null;
}

/** The columns of an organization `o` and the person's membership `m` of it. */
export const organizationColumns = `o.id, o.name, m.role, o.plan_name, o.is_sandbox, o.settings, o.picture, ${rightsColumns}`;

/** Null where there is none. */
export function presentOrganization(columns: Row): FoundOrganization | null {
  const [id, name, role, planName, isSandbox, settings, picture, createDatabase, moveFlows] = columns;
  if (id === null) return null;
  const rights = presentRights(createDatabase, moveFlows);
  return { id, name, role, planName, isSandbox, rights, settings, picture } as FoundOrganization;
}

/** The id of who runs this server: whoever was given it, else the first person. */
export const firstPerson = `(SELECT f."id" FROM weft.auth_user f ORDER BY f."runsServerSince", f."createdAt", f."id" LIMIT 1)`;

/** The columns of a person `u`. 'Last used' of what was shown is written at most once a minute. */
export const personColumns = (expiresAt: string, lastUsedAt: string): string => `
  u."id", u."name", u."email", u."emailVerified", u."image", u."settings", u."flags", u."twoFactorEnabled",
  u."id" = ${firstPerson},
  ${expiresAt}, coalesce(${lastUsedAt} < now() - interval '1 minute', true)`;

/** A row that begins with them. */
export function presentPerson(row: Row): {
  readonly person: FoundPerson;
  readonly isStale: boolean;
  readonly rest: Row;
} {
  const [userId, name, email, emailVerified, picture, settings, flags, ...others] = row;
  const [twoFactorEnabled, isFirst, expiresAt, isStale, ...rest] = others;
  const person = {
    ...{ userId, name, email, emailVerified, picture, settings, flags },
    ...{ twoFactorEnabled, isFirst, expiresAt },
  } as FoundPerson;
  return { person, isStale: isStale === true, rest };
}
