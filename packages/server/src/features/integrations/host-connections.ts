import type { Connection } from '@weft/db';
import { type ConnectedCalendars, type ConnectedMeetings, ServiceFault } from '@weft/integrations';
import type { OwnDeps } from './deps.ts';

/** The accounts that hosts have signed in to: their calendars, and the video calls that bookings have. */
export class HostConnections {
  readonly #deps: Pick<OwnDeps, 'connections' | 'http'>;

  constructor(deps: Pick<OwnDeps, 'connections' | 'http'>) {
    this.#deps = deps;
  }

  /** The calendars of a connection. Throws ServiceFault where it has none. */
  async open(id: string, signal?: AbortSignal): Promise<ConnectedCalendars> {
    const { connections, http } = this.#deps;
    const connection = await connections.find(id);
    const calendars = connection && http.builtInConnector(connection.type)?.calendars;
    if (connection === null || calendars === undefined || calendars === null)
      throw new ServiceFault('reconnect', 'The connection is not there any more: connect it again');
    return calendars(await http.of(connection, signal));
  }

  signedInOf(
    organizationId: string,
    userIds: readonly string[],
    types: readonly string[],
  ): Promise<readonly Connection[]> {
    return this.#deps.connections.signedInOf(organizationId, userIds, types);
  }

  /** The first account of a person that makes calls; null: they have none. */
  async callsOf(organizationId: string, userId: string, type: string): Promise<Connection | null> {
    return (await this.signedInOf(organizationId, [userId], [type]))[0] ?? null;
  }

  async openCalls(id: string, signal?: AbortSignal): Promise<ConnectedMeetings | null> {
    const { connections, http } = this.#deps;
    const connection = await connections.find(id);
    const meetings = connection && http.builtInConnector(connection.type)?.meetings;
    return connection === null || !meetings ? null : meetings(await http.of(connection, signal));
  }

  /** With its grant, where it is the last of the account. */
  async remove(id: string): Promise<void> {
    const connection = await this.#deps.connections.find(id);
    if (connection !== null) await this.#deps.http.revoke(connection);
    await this.#deps.connections.remove(id);
  }
}
