import type { Connection, Flow } from '@weft/db';
import type { HttpAnswer } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import type { Caller } from '../../http/caller.ts';
import type { OwnDeps } from './deps.ts';

type ServiceAnswer = HttpAnswer<'POST /admin/services/create/:serviceType'>['service'];

export const connectionNotFound = () => notFound('Connection not found');

type ConnectionUser = Pick<Caller, 'organizationId' | 'userId' | 'organizationRole'>;

export const userOf = ({ organizationId, userId, organizationRole }: ConnectionUser) => ({
  ...{ organizationId, userId },
  isAdmin: organizationRole === 'admin',
});

const mayEdit = (caller: Caller, connection: Connection): boolean =>
  connection.userId === caller.userId || caller.organizationRole === 'admin';

/** A connection that the caller may use; `type`: of this service, else there is none. */
export async function loadConnection(
  { connections, http }: Pick<OwnDeps, 'connections' | 'http'>,
  caller: ConnectionUser,
  id: string,
  type?: string,
): Promise<Connection> {
  const connection = await connections.findUsable(id, userOf(caller));
  if (type !== undefined && connection?.type !== type) throw connectionNotFound();
  // Calendars of hosts are kept beside them, and have calls of their own.
  if (connection === null || (await http.serviceOf(connection)) === undefined) throw connectionNotFound();
  return connection;
}

/** A connection that the caller may change: their own, or as an admin. */
export async function requireOwnConnection(
  deps: Pick<OwnDeps, 'connections' | 'http'>,
  caller: Caller,
  id: string,
): Promise<Connection> {
  const connection = await loadConnection(deps, caller, id);
  if (!mayEdit(caller, connection))
    throw new AppError('forbidden', `Only ${connection.ownerName} and admins can change this connection`);
  return connection;
}

/**
 * Why a flow may not be written with a connection, a sentence; null: it may. `kept`: the organization keeps connections to
 * the workspace they were made in.
 */
export function whyNotInFlow(
  connection: Pick<Connection, 'organizationId' | 'workspaceId' | 'access'>,
  flow: Pick<Flow, 'organizationId' | 'workspaceId'>,
  kept: boolean,
  called: 'form' | 'database' = 'form',
): string | null {
  if (connection.organizationId !== flow.organizationId)
    return `The connection belongs to another organization than the ${called}`;
  const isOfWorkspace = connection.access === 'workspace' || (kept && connection.workspaceId !== null);
  if (isOfWorkspace && connection.workspaceId !== flow.workspaceId)
    return `The connection is kept to another workspace than the ${called}’s`;
  return null;
}

/** The same where it is kept: connections of no workspace are for the home then. */
export const isOffered = (
  connection: Connection,
  place: Pick<Flow, 'organizationId' | 'workspaceId'>,
  kept: boolean,
): boolean => whyNotInFlow(connection, place, kept) === null;

/** What is told of a connection; nothing of it opens anything. */
export const presentConnection = (connection: Connection, caller: Caller): ServiceAnswer => {
  const { id, type, name, userId, ownerName, source, workspaceId, access, config, provider } = connection;
  const { state, accountLabel, scopes, createdAt, updatedAt, lastUsedAt, lastError } = connection;
  return {
    ...{ id, type, name, userId, ownerName, source, workspaceId, access, config, provider, state },
    ...{ accountLabel, scopes, createdAt, lastUpdated: updatedAt, lastUsedAt, lastError },
    ...(provider !== null &&
      accountLabel !== null && { session_state: { metadata: { email: accountLabel } } }),
    mayEdit: mayEdit(caller, connection),
  };
};
