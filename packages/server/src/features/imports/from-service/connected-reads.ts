import type { Flow } from '@weft/db';
import type { ServiceHttp } from '@weft/integrations';
import type { Caller } from '../../../http/caller.ts';

/** What imports read a service with. */
export interface ConnectedReads {
  /** What the connection is called. */
  readonly name: string;
  /**
   * Asks when it is the turn of `target` by the service's rate limit, and again what passes by itself. Throws AppError
   * with a sentence, or the signal's reason.
   */
  ask<T>(target: string, signal: AbortSignal, ask: (http: ServiceHttp) => Promise<T>): Promise<T>;
}

/** Throws where the caller may not use the connection, or not for a database of this flow (null: none is there yet). */
export type OpenConnection = (
  caller: Caller,
  flow: Pick<Flow, 'organizationId' | 'workspaceId'> | null,
  of: { readonly serviceId: string; readonly type: string },
) => Promise<ConnectedReads>;
