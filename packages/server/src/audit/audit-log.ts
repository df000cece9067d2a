import type { AuditRows } from '@weft/db';
import type { IdKind } from '@weft/std';
import { nameOf } from '../control.ts';

/** Names of audited actions; they are public, for answers contain them. */
type AuditAction =
  | 'sign-in'
  | 'sign-in.failed'
  | 'sign-up'
  | 'sign-out'
  | 'email.verified'
  | 'person.renamed'
  | 'person.removed'
  | 'person.left'
  | 'password.reset'
  | 'password.changed'
  | 'session.revoked'
  | 'token.made'
  | 'token.revoked'
  | 'invitation.made'
  | 'invitation.sent'
  | 'invitation.accepted'
  | 'invitation.revoked'
  | 'person.changed'
  | 'organization.made'
  | 'organization.renamed'
  | 'organization.changed'
  | 'email.changed'
  | 'audit.exported'
  | 'account.deleted'
  | 'backup.made'
  | 'backup.downloaded'
  | 'backup.deleted'
  | 'two-factor.enabled'
  | 'two-factor.disabled'
  | 'organization.chosen'
  | 'workspace.made'
  | 'workspace.renamed'
  | 'workspace.deleted'
  | 'workspace.shared'
  | 'flow.made'
  | 'flow.renamed'
  | 'flow.moved'
  | 'flow.left'
  | 'flow.came'
  | 'flow.shared'
  | 'flow.locked'
  | 'flow.unlocked'
  | 'flow.closed'
  | 'flow.reopened'
  | 'flow.templateMade'
  | 'flow.templateRemoved'
  | 'flow.trashed'
  | 'flow.restored'
  | 'flow.deleted'
  | 'flow.exported'
  | 'flow.published'
  | 'flow.unpublished'
  | 'flow.settingsChanged'
  | 'flow.answersErased'
  | 'flow.databaseConnected'
  | 'flow.databaseDisconnected'
  | 'flow.paymentAccountChanged'
  | 'flow.paymentGivenUp'
  | 'flow.paymentRefunded'
  | 'flow.subscriptionCancelled'
  | 'flow.serviceConnected'
  | 'flow.serviceChanged'
  | 'flow.serviceDisconnected'
  | 'service.made'
  | 'service.changed'
  | 'service.connected'
  | 'service.deleted'
  | 'service.tokenGiven'
  | 'connector.made'
  | 'connector.changed'
  | 'connector.deleted'
  | 'provider.changed'
  | 'flow.webhookAdded'
  | 'flow.webhookSwitched'
  | 'flow.webhookRemoved';

export interface NewAuditEntry {
  readonly organizationId: string;
  /** Null: nobody known. */
  readonly userId: string | null;
  readonly action: AuditAction;
  /** What it was done to, in texts a person reads. */
  readonly details?: { readonly [name: string]: string };
  readonly ip: string | null;
}

export interface AuditEntry {
  readonly id: string;
  readonly action: AuditAction;
  readonly details: { readonly [name: string]: string };
  readonly person: { readonly id: string; readonly name: string } | null;
  readonly ip: string | null;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Who did what in an organization, and from where. Entries are only ever added. */
export class AuditLog {
  readonly #rows: AuditRows;
  readonly #newId: (kind: IdKind) => string;

  constructor(rows: AuditRows, newId: (kind: IdKind) => string) {
    this.#rows = rows;
    this.#newId = newId;
  }

  async add({ details = {}, ...entry }: NewAuditEntry): Promise<void> {
    await this.#rows.add({ ...entry, details, id: this.#newId('aud') });
  }

  /** Newest first, after the entry named. */
  async list(organizationId: string, after: string | null, limit: number): Promise<readonly AuditEntry[]> {
    const rows = await this.#rows.list(organizationId, after, limit);
    return rows.map(({ id, action, details, userId, userName, ip, at }) => ({
      id,
      action: action as AuditAction,
      details,
      person: userId === null ? null : { id: userId, name: nameOf(userName) },
      ip,
      at,
    }));
  }
}
