import type { Engine, Sql } from '../engine/engine.ts';
import { removeNoticeSecrets } from './payments/payment-notices.ts';
import { removeSecretsOf } from './secrets.ts';

export interface Removal {
  readonly organizationId: string;
  readonly userId: string;
  /** Whoever removes them: themselves when they leave. */
  readonly by: string;
  /** A member to whom what they own goes; null: whoever removes them and, when they leave, the admin who joined first. */
  readonly heirUserId: string | null;
}

export type Removed =
  | {
      readonly kind: 'removed';
      readonly name: string;
      /** It was the organization they worked in: their sessions were of it. */
      readonly workedHere: boolean;
      readonly tokenIds: readonly string[];
    }
  /** Not a member; the heir is none, or is who goes; whoever asks is no admin (any more); nobody would be left who is. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unknown-heir' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'last-admin' };

/**
 * Connections to services that others use go to the heir, who can mend them, as flows do. One that was for its person alone
 * is signed out first: what flows write with it is held until the heir signs in with an account of their own.
 */
async function handConnectionsOver(
  tx: Sql,
  organizationId: string,
  userId: string,
  heir: string,
): Promise<void> {
  const own = `organization_id = $1 AND user_id = $2 AND type <> 'databases' AND access = 'owner'
    AND EXISTS (SELECT 1 FROM weft.flow_integrations i WHERE i.service_id = s.id)`;
  const signedOut = await tx.query(
    `UPDATE weft.services s SET state = 'reconnect', secret_id = NULL, user_id = $3,
       last_error = 'Whoever connected it has left the organization' WHERE ${own} RETURNING id`,
    [organizationId, userId, heir],
  );
  for (const [id] of signedOut) await removeSecretsOf(tx, `service ${String(id)}`);
  await tx.query(
    `UPDATE weft.services SET user_id = $3 WHERE organization_id = $1 AND user_id = $2 AND access <> 'owner'
       AND type <> 'databases'`,
    [organizationId, userId, heir],
  );
  await removePrivateConnections(tx, organizationId, userId);
}

/** What no flow uses is its owner's alone: once they are gone nobody could see the credential, or end it. */
async function removePrivateConnections(tx: Sql, organizationId: string, userId: string): Promise<void> {
  const removed = await tx.query(
    `DELETE FROM weft.services WHERE organization_id = $1 AND user_id = $2 AND access = 'owner'
       AND type <> 'databases' RETURNING id`,
    [organizationId, userId],
  );
  for (const [id] of removed) {
    await removeSecretsOf(tx, `service ${String(id)}`);
    await removeNoticeSecrets(tx, String(id));
  }
}

/** What a member has that ends with their membership, each with their flows or workspaces of the organization. */
const memberships = [
  `DELETE FROM weft.flow_members x USING weft.flows f
   WHERE f.id = x.flow_id AND f.organization_id = $1 AND x.user_id = $2`,
  `DELETE FROM weft.workspace_members x USING weft.workspaces w
   WHERE w.id = x.workspace_id AND w.organization_id = $1 AND x.user_id = $2`,
  `DELETE FROM weft.flow_people x USING weft.flows f
   WHERE f.id = x.flow_id AND f.organization_id = $1 AND x.user_id = $2`,
  // Before the invitations: one that is being made waits for this, and is refused, or is there to be ended.
  `DELETE FROM weft.members WHERE organization_id = $1 AND user_id = $2`,
] as const;

/**
 * Takes a person out of an organization, with their tokens and invitations. Somebody who is removed may have kept the links that are for
 * everybody: they end too. Their uploads stay counted as theirs until they expire.
 */
export const removeMember = (engine: Engine, removal: Removal): Promise<Removed> =>
  engine.transaction((tx) => removeMemberIn(tx, removal));

export async function removeMemberIn(
  tx: Sql,
  { organizationId, userId, by, heirUserId }: Removal,
): Promise<Removed> {
  // One removal at a time: two admins who remove each other at once do not both succeed.
  await tx.query('SELECT 1 FROM weft.organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
  const rows = await tx.query(
    `SELECT m.user_id, m.role, u."name" FROM weft.members m JOIN weft.auth_user u ON u."id" = m.user_id
     WHERE m.organization_id = $1 AND (m.role = 'admin' OR m.user_id IN ($2, $3, $4))
     ORDER BY m.joined_at, m.user_id`,
    [organizationId, userId, by, heirUserId],
  );
  const people = rows.map(([id, role, name]) => ({ id, role, name: String(name) }));
  const person = people.find(({ id }) => id === userId);
  const asker = people.find(({ id }) => id === by);
  const otherAdmin = people.find(({ id, role }) => role === 'admin' && id !== userId);
  if (by !== userId && asker?.role !== 'admin') return { kind: 'forbidden' };
  if (person === undefined) return { kind: 'unknown' };
  if (person.role === 'admin' && otherAdmin === undefined) return { kind: 'last-admin' };
  const heir = heirUserId ?? (by === userId ? otherAdmin?.id : by);
  if (heir === userId || !people.some(({ id }) => id === heir)) return { kind: 'unknown-heir' };

  // Who shares something with the person at this moment comes before this, and it is taken away below, or finds no member.
  await tx.query('SELECT 1 FROM weft.members WHERE organization_id = $1 AND user_id = $2 FOR UPDATE', [
    organizationId,
    userId,
  ]);
  const [chosen] = await tx.query(
    'SELECT organization_id FROM weft.members WHERE user_id = $1 ORDER BY chosen_at DESC LIMIT 1',
    [userId],
  );
  const tokens = await tx.query(
    'DELETE FROM weft.tokens WHERE organization_id = $1 AND user_id = $2 RETURNING id',
    [organizationId, userId],
  );
  await tx.query(
    'UPDATE weft.flows SET owner_user_id = $3 WHERE organization_id = $1 AND owner_user_id = $2',
    [organizationId, userId, heir],
  );
  await handConnectionsOver(tx, organizationId, userId, String(heir));
  for (const statement of memberships) await tx.query(statement, [organizationId, userId]);
  // Whoever made a link, or came by one for everybody, knows it, and would come back by it.
  const known = by === userId ? '' : `OR email IS NULL AND role = 'member'`;
  await tx.query(`DELETE FROM weft.invitations WHERE organization_id = $1 AND (created_by = $2 ${known})`, [
    organizationId,
    userId,
  ]);
  return {
    kind: 'removed',
    name: person.name,
    workedHere: chosen?.[0] === organizationId,
    tokenIds: tokens.map(([id]) => String(id)),
  };
}
