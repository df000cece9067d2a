import { setTimeout } from 'node:timers/promises';
import type { Connection, Flow } from '@weft/db';
import { ServiceFault, type ServiceHttp } from '@weft/integrations';
import { AppError } from '@weft/std';
import type { Caller } from '../../http/caller.ts';
import { asRefusal } from './asking.ts';
import { loadConnection, whyNotInFlow } from './connection-access.ts';
import type { OwnDeps } from './deps.ts';

/** Times one thing is asked for before an import gives up; the last wait is a minute. */
const attempts = 8;
const longestWait = 60_000;

type Deps = Pick<OwnDeps, 'connections' | 'http'>;

/** Connections from which people import into databases. */
export class ReadableConnections {
  readonly #deps: Deps;
  readonly #wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;

  constructor(
    deps: Deps,
    wait = async (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }),
  ) {
    this.#deps = deps;
    this.#wait = wait;
  }

  /** A connection of this type that the caller may use, for a database of a flow that is there. */
  async open(
    caller: Caller,
    flow: Pick<Flow, 'organizationId' | 'workspaceId'> | null,
    { serviceId, type }: { readonly serviceId: string; readonly type: string },
  ) {
    const connection = await loadConnection(this.#deps, caller, serviceId, type);
    const kept = caller.organizationSettings.connectionsInWorkspace === true;
    const why = flow === null ? null : whyNotInFlow(connection, flow, kept, 'database');
    if (why !== null) throw new AppError('forbidden', why);
    return this.#readsOf(connection);
  }

  /** The connection that a database was made with, for what is done later in nobody's name. */
  async reopen(
    flow: Pick<Flow, 'organizationId' | 'workspaceId'>,
    { serviceId, type }: { readonly serviceId: string; readonly type: string },
  ) {
    const connection = await this.#deps.connections.find(serviceId);
    if (connection?.type !== type)
      throw new AppError('conflict', 'The connection of this database is gone: connect it again');
    const why = whyNotInFlow(connection, flow, false, 'database');
    if (why !== null) throw new AppError('forbidden', why);
    return this.#readsOf(connection);
  }

  #readsOf(connection: Connection) {
    return {
      name: connection.name,
      ask: <T>(target: string, signal: AbortSignal, ask: (http: ServiceHttp) => Promise<T>) =>
        this.#ask(connection, target, signal, ask),
    };
  }

  /**
   * Asks for something of `target` when the service's limit allows it, and again what passes by itself. Throws AppError with
   * a sentence, or the signal's reason.
   */
  async #ask<T>(
    connection: Connection,
    target: string,
    signal: AbortSignal,
    ask: (http: ServiceHttp) => Promise<T>,
  ): Promise<T> {
    const { http } = this.#deps;
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask(await http.of(connection, signal, { place: target }));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ServiceFault)) throw error;
        if (error.class === 'reconnect') await http.broke(connection, error.message);
        if (error.class !== 'retry' || attempt === attempts) throw asRefusal(error);
        const wait = Math.max((error.retryAfter ?? 0) * 1_000, 500 * 2 ** attempt);
        await this.#wait(Math.min(wait, longestWait), signal);
      }
    }
  }
}
