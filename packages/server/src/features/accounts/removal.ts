import { sql } from 'kysely';
import type { ControlDatabase } from '../../control.ts';

export interface Removal {
  readonly organizationId: string;
  readonly userId: string;
  /** Whoever removes them: themselves when they leave. */
  readonly by: string;
}

export type Removed =
  | {
      readonly kind: 'removed';
      readonly name: string;
      /** It was the organization they worked in: their sessions were of it. */
      readonly workedHere: boolean;
      readonly tokenIds: readonly string[];
    }
  /** Not a member; whoever asks is no admin (any more); nobody would be left who is. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'last-admin' };

interface MemberRow {
  readonly user_id: string;
  readonly role: 'admin' | 'member';
  readonly name: string;
}

/**
 * Takes a person out of an organization, with their tokens and invitations. What they own goes to whoever removes them
 * and, when they leave, to the admin who joined first. Somebody who is removed may have kept the links that are for
 * everybody: they end too. Their uploads stay counted as theirs until they expire.
 */
export function removeMember(db: ControlDatabase, { organizationId, userId, by }: Removal): Promise<Removed> {
  return db.transaction().execute(async (transaction): Promise<Removed> => {
    // One removal at a time: two admins who remove each other at once do not both succeed.
    await sql`select 1 from weft.organizations where id = ${organizationId} for no key update`.execute(
      transaction,
    );
    const { rows } = await sql<MemberRow>`
      select m.user_id, m.role, u."name" as name
      from weft.members m join weft.auth_user u on u."id" = m.user_id
      where m.organization_id = ${organizationId} and (m.role = 'admin' or m.user_id in (${userId}, ${by}))
      order by m.joined_at, m.user_id`.execute(transaction);
    const person = rows.find((row) => row.user_id === userId);
    const asker = rows.find((row) => row.user_id === by);
    const otherAdmins = rows.filter((row) => row.role === 'admin' && row.user_id !== userId);
    if (by !== userId && asker?.role !== 'admin') return { kind: 'forbidden' };
    if (person === undefined) return { kind: 'unknown' };
    const heir = by === userId ? otherAdmins[0]?.user_id : by;
    if (heir === undefined) return { kind: 'last-admin' };

    const chosen = await sql<{ id: string }>`
      select organization_id as id from weft.members where user_id = ${userId}
      order by chosen_at desc limit 1`.execute(transaction);
    const tokens = await sql<{ id: string }>`
      delete from weft.tokens where organization_id = ${organizationId} and user_id = ${userId}
      returning id`.execute(transaction);
    await sql`
      update weft.flows set owner_user_id = ${heir}
      where organization_id = ${organizationId} and owner_user_id = ${userId}`.execute(transaction);
    await sql`
      delete from weft.flow_members fm using weft.flows f
      where f.id = fm.flow_id and f.organization_id = ${organizationId} and fm.user_id = ${userId}`.execute(
      transaction,
    );
    await sql`
      delete from weft.workspace_members wm using weft.workspaces w
      where w.id = wm.workspace_id and w.organization_id = ${organizationId} and wm.user_id = ${userId}`.execute(
      transaction,
    );
    await sql`
      delete from weft.flow_people fp using weft.flows f
      where f.id = fp.flow_id and f.organization_id = ${organizationId} and fp.user_id = ${userId}`.execute(
      transaction,
    );
    // Before the invitations: one that is being made waits for this, and is refused, or is there to be ended.
    await sql`
      delete from weft.members
      where organization_id = ${organizationId} and user_id = ${userId}`.execute(transaction);
    // Whoever made a link, or came by one for everybody, knows it, and would come back by it.
    const known = by === userId ? sql`` : sql`or email is null and role = 'member'`;
    await sql`
      delete from weft.invitations
      where organization_id = ${organizationId} and (created_by = ${userId} ${known})`.execute(transaction);
    return {
      kind: 'removed',
      name: person.name,
      workedHere: chosen.rows[0]?.id === organizationId,
      tokenIds: tokens.rows.map(({ id }) => id),
    };
  });
}
