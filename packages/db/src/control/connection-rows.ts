import type { Row } from '../engine/engine.ts';

export type ConnectionAccess = 'owner' | 'organization' | 'workspace';
export type ConnectionState = 'ok' | 'reconnect' | 'failing';
export type ConnectionConfig = { readonly [key: string]: string | number | boolean };

/** A person's connection to a third-party service. */
export interface Connection {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string | null;
  readonly userId: string;
  readonly type: string;
  readonly name: string;
  /** Where it was made: 'formEditor'. */
  readonly source: string;
  /** Its settings without what is secret. */
  readonly config: ConnectionConfig;
  readonly access: ConnectionAccess;
  /** Where it is signed in; null: its settings let it in. */
  readonly provider: string | null;
  /** What is sealed of it; null: nothing yet. */
  readonly secretId: string | null;
  readonly state: ConnectionState;
  readonly accountId: string | null;
  readonly accountLabel: string | null;
  readonly scopes: readonly string[];
  /** When its token ends, ISO 8601 UTC. */
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastUsedAt: string | null;
  readonly lastError: string | null;
  readonly ownerName: string;
  /** Null: they are gone. */
  readonly ownerEmail: string | null;
}

export type NewConnection = Pick<
  Connection,
  | 'id'
  | 'organizationId'
  | 'workspaceId'
  | 'userId'
  | 'type'
  | 'name'
  | 'source'
  | 'config'
  | 'access'
  | 'provider'
  | 'state'
  | 'accountId'
  | 'accountLabel'
>;

export interface ConnectionChange {
  readonly name?: string | undefined;
  readonly config?: ConnectionConfig | undefined;
  readonly access?: ConnectionAccess | undefined;
  readonly workspaceId?: string | null | undefined;
}

/** What is known of a connection once it was let in. */
export interface LetIn {
  readonly accountId: string | null;
  readonly accountLabel: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
}

/** Whoever asks for connections. */
export interface ConnectionUser {
  readonly organizationId: string;
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** What is read of a connection. */
export const connectionColumns = `s.id, s.organization_id, s.workspace_id, s.user_id, s.type, s.name, s.source, s.config, s.access,
  s.provider, s.secret_id, s.state, s.account_id, s.account_label, s.scopes, s.expires_at, s.created_at, s.updated_at,
  s.last_used_at, s.last_error, coalesce(u."name", ''), u."email"`;
export const connectionTables = 'weft.services s LEFT JOIN weft.auth_user u ON u."id" = s.user_id';

const text = (value: unknown): string | null => (value === null ? null : String(value));

export const presentConnection = (row: Row): Connection => ({
  id: String(row[0]),
  organizationId: String(row[1]),
  workspaceId: text(row[2]),
  userId: String(row[3]),
  type: String(row[4]),
  name: String(row[5]),
  source: String(row[6]),
  config: row[7] as ConnectionConfig,
  access: row[8] as ConnectionAccess,
  provider: text(row[9]),
  secretId: text(row[10]),
  state: row[11] as ConnectionState,
  accountId: text(row[12]),
  accountLabel: text(row[13]),
  scopes: row[14] as readonly string[],
  expiresAt: text(row[15]),
  createdAt: String(row[16]),
  updatedAt: String(row[17]),
  lastUsedAt: text(row[18]),
  lastError: text(row[19]),
  ownerName: String(row[20]),
  ownerEmail: text(row[21]),
});
