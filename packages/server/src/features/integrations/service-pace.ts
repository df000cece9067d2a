import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '@weft/db';
import { type Connector, type RateLimit, ServiceFault } from '@weft/integrations';
import { Pace } from './pace.ts';

/** Milliseconds a request waits for its turn. */
const longestWait = 30_000;

/** What requests are for. */
export interface PacedFor {
  /** The place at the service, where its limit is one of each place. */
  readonly place?: string | undefined;
  /** A turn was taken for the first one. */
  readonly hasTurn?: boolean;
}

type Paced = Pick<Connection, 'id' | 'organizationId' | 'type'>;

/** THE place where limits of services are kept: every request of a connection waits here, whatever it is for. */
export class ServicePace {
  readonly #pace: Pace;

  constructor(now: () => number) {
    this.#pace = new Pace(now);
  }

  /** Milliseconds until the turn of a delivery of this id, which it keeps until that is due. */
  turnOf(id: string, connection: Paced, connector: Connector, place: string): number {
    const { rateLimit } = connector;
    if (rateLimit === undefined) return 0;
    return this.#pace.turnOf(id, keyOf(connection, rateLimit, place), rateLimit);
  }

  /** The turn was used. */
  end(id: string): void {
    this.#pace.end(id);
  }

  /** What each request of a connection waits for. Throws ServiceFault where that would take long. */
  waitOf(
    connection: Paced,
    { rateLimit, label }: Connector,
    { place = '', hasTurn = false }: PacedFor,
    signal: AbortSignal | undefined,
  ): () => Promise<void> {
    if (rateLimit === undefined) return async () => {};
    const key = keyOf(connection, rateLimit, place);
    let isFirst = hasTurn;
    return async () => {
      const wait = this.#pace.untilRequest(key, rateLimit, { most: longestWait, hasTurn: isFirst });
      isFirst = false;
      const isLeft = wait !== null && wait > 0 && (await isLeftWithin(wait, signal));
      if (wait !== null && !isLeft) return;
      const seconds = Math.ceil(longestWait / 1_000);
      throw new ServiceFault('retry', `${label} takes no more requests for now`, { retryAfter: seconds });
    };
  }
}

/** Of a limit for each place: the place, in the organization. Who knows the place of another one is not in its way. */
const keyOf = ({ id, organizationId, type }: Paced, { of }: RateLimit, place: string): string =>
  of === 'target' && place !== '' ? `${type} ${organizationId} ${place}` : id;

const isLeftWithin = (milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> =>
  pause(milliseconds, false, { signal }).catch(() => true);
