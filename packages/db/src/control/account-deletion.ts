import { must } from '@weft/std';
import type { Engine, Sql } from '../engine/engine.ts';
import { removeMemberIn } from './member-removal.ts';
import { endSessionsBecause } from './sessions.ts';
import { firstPerson } from './signed-in.ts';

/** An organization of the person, and what becomes of it when their account is deleted. */
interface AffectedOrganization {
  readonly id: string;
  readonly name: string;
  /** Nobody else is in it: it is deleted with its flows. */
  readonly isAlone: boolean;
  /** Others are in it, and none of them is an admin: it has to be handed over first. */
  readonly isLastAdmin: boolean;
  /** Flows outside the trash: all where they are alone, those they own elsewhere. */
  readonly flows: number;
}

export interface DeletionPlan {
  readonly organizations: readonly AffectedOrganization[];
  /** They run this server, and there are others who could. */
  readonly handsServerOver: boolean;
}

/** A member to whom what the person owns in an organization could go. */
export interface PossibleHeir {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'admin' | 'member';
}

export interface AccountDeletion {
  readonly userId: string;
  /** By organization, the member to whom what they own there goes; where none is named, the admin who joined first. */
  readonly heirs: { readonly [organizationId: string]: string };
  /** The address of the account that runs the server from then on. */
  readonly serverHeirEmail: string | null;
  /** What their browsers are told. */
  readonly reason: string;
}

export type AccountDeleted =
  | {
      readonly kind: 'deleted';
      readonly organizationIds: readonly string[];
      readonly sessionIds: readonly string[];
      readonly tokenIds: readonly string[];
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'last-admin'; readonly organizationName: string }
  /** Not a member of the organization, or the person themselves. */
  | { readonly kind: 'unknown-heir'; readonly organizationName: string }
  | { readonly kind: 'unknown-server-heir' };

/** What deleting the person's account would come to. */
export async function planDeletion(sql: Pick<Sql, 'query'>, userId: string): Promise<DeletionPlan> {
  const rows = await sql.query(
    `SELECT o.id, o.name, others.members = 0, m.role = 'admin' AND others.members > 0 AND others.admins = 0,
       (SELECT count(*) FROM weft.flows f WHERE f.organization_id = o.id AND f.trashed_at IS NULL
          AND (others.members = 0 OR f.owner_user_id = $1))
     FROM weft.members m
     JOIN weft.organizations o ON o.id = m.organization_id
     CROSS JOIN LATERAL (
       SELECT count(*) AS members, count(*) FILTER (WHERE x.role = 'admin') AS admins
       FROM weft.members x WHERE x.organization_id = o.id AND x.user_id <> $1) others
     WHERE m.user_id = $1 ORDER BY o.name, o.id`,
    [userId],
  );
  const [server] = await sql.query(
    `SELECT ${firstPerson} = $1 AND EXISTS (SELECT 1 FROM weft.auth_user WHERE "id" <> $1)`,
    [userId],
  );
  return {
    organizations: rows.map(([id, name, isAlone, isLastAdmin, flows]) => ({
      ...({ id, name, isAlone, isLastAdmin } as AffectedOrganization),
      flows: Number(flows),
    })),
    handsServerOver: server?.[0] === true,
  };
}

/** The other members of organizations, by name. */
export async function possibleHeirs(
  sql: Pick<Sql, 'query'>,
  userId: string,
  organizationIds: readonly string[],
): Promise<readonly PossibleHeir[]> {
  const rows = await sql.query(
    `SELECT m.organization_id, u."id", u."name", u."email", m.role
     FROM weft.members m JOIN weft.auth_user u ON u."id" = m.user_id
     WHERE m.organization_id = ANY ($2) AND m.user_id <> $1 ORDER BY u."name", u."id" LIMIT 5000`,
    [userId, organizationIds],
  );
  return rows.map(
    ([organizationId, id, name, email, role]) => ({ organizationId, id, name, email, role }) as PossibleHeir,
  );
}

/** Nothing of an organization without members can be opened: its flows wait in the trash, to be removed for good. */
async function closeOrganization(tx: Sql, organizationId: string): Promise<void> {
  await tx.query('UPDATE weft.organizations SET deleted_at = now() WHERE id = $1', [organizationId]);
  await tx.query('DELETE FROM weft.invitations WHERE organization_id = $1', [organizationId]);
  await tx.query(
    `UPDATE weft.files SET kept_until = now() WHERE organization_id = $1 AND purpose = 'organization'`,
    [organizationId],
  );
  await tx.query(
    'UPDATE weft.flows SET trashed_at = now() WHERE organization_id = $1 AND trashed_at IS NULL',
    [organizationId],
  );
}

/** Deletes a person's account, whole or not at all: what they own is handed over, or goes with what only they had. */
export function deleteAccount(engine: Engine, deletion: AccountDeletion): Promise<AccountDeleted> {
  const { userId, heirs, serverHeirEmail, reason } = deletion;
  return engine.transaction(async (tx): Promise<AccountDeleted> => {
    // Nobody joins or leaves these organizations, and the person joins no other, until this has ended.
    const [person] = await tx.query('SELECT 1 FROM weft.auth_user WHERE "id" = $1 FOR UPDATE', [userId]);
    if (person === undefined) return { kind: 'unknown' };
    await tx.query(
      `SELECT 1 FROM weft.organizations
       WHERE id IN (SELECT organization_id FROM weft.members WHERE user_id = $1) ORDER BY id FOR UPDATE`,
      [userId],
    );
    const { organizations, handsServerOver } = await planDeletion(tx, userId);
    const kept = organizations.find(({ isLastAdmin }) => isLastAdmin);
    if (kept !== undefined) return { kind: 'last-admin', organizationName: kept.name };
    const left = organizations.filter(({ isAlone }) => !isAlone);
    const possible = await possibleHeirs(
      tx,
      userId,
      left.map(({ id }) => id),
    );
    for (const { id, name } of left)
      if (
        heirs[id] !== undefined &&
        !possible.some((heir) => heir.organizationId === id && heir.id === heirs[id])
      )
        return { kind: 'unknown-heir', organizationName: name };
    if (handsServerOver) {
      const given = await tx.query(
        `UPDATE weft.auth_user SET "runsServerSince" = now() WHERE "email" = $1 AND "id" <> $2 RETURNING 1`,
        [serverHeirEmail?.toLowerCase() ?? '', userId],
      );
      if (given.length === 0) return { kind: 'unknown-server-heir' };
    }
    const sessionIds = await endSessionsBecause(tx, userId, reason);
    const tokens = await tx.query('DELETE FROM weft.tokens WHERE user_id = $1 RETURNING id', [userId]);
    for (const { id, isAlone } of organizations) {
      if (isAlone) await closeOrganization(tx, id);
      else {
        const removal = { organizationId: id, userId, by: userId, heirUserId: heirs[id] ?? null };
        const removed = await removeMemberIn(tx, removal);
        must(removed.kind === 'removed' || null, 'a member who may leave');
      }
    }
    await tx.query('DELETE FROM weft.flow_members WHERE user_id = $1', [userId]);
    await tx.query('DELETE FROM weft.auth_verification WHERE "value" = $1', [userId]);
    await tx.query(
      'INSERT INTO weft.former_people (id, name) SELECT "id", "name" FROM weft.auth_user WHERE "id" = $1',
      [userId],
    );
    await tx.query('DELETE FROM weft.auth_user WHERE "id" = $1', [userId]);
    return {
      kind: 'deleted',
      organizationIds: organizations.map(({ id }) => id),
      sessionIds,
      tokenIds: tokens.map(([id]) => String(id)),
    };
  });
}
