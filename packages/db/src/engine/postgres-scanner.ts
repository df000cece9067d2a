import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Row, Scanner, Statement } from './engine.ts';
import { beginning, failing, type PipelinedClient, rowsOf } from './postgres-transaction.ts';
import type { StatementNames } from './statement-names.ts';

/** Beside other reads PostgreSQL takes one process for a read: it takes up to three for one that is alone. */
const oneProcess = `${beginning}; SET LOCAL max_parallel_workers_per_gather = 0`;
/** Citus passes on what is set for a transaction alone. */
const oneProcessOfWorker = `${beginning}; SET LOCAL citus.propagate_set_commands = 'local'; SET LOCAL max_parallel_workers_per_gather = 0`;

/** Milliseconds after which a scan that still runs is cancelled again: what arrives between two statements ends none. */
const cancelEvery = 1_000;
/** Cancellations after which the connection counts as dead: its process may have ended, and its number be another's. */
const mostCancellations = 10;

/** What the driver's types leave out of a client. */
export interface ServedClient {
  /** Of the server's process behind the connection. */
  readonly processID: number;
  readonly connection: { readonly stream: { destroy(): void } };
}

/** A connection of a pool, for as long as the work takes; `isSound`: nobody else is given it otherwise. */
export async function connected<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  isSound: () => boolean = () => true,
): Promise<T> {
  const client = await failing(pool.connect());
  try {
    return await work(client);
  } finally {
    client.release(!isSound());
  }
}

/** Pipelining is enabled for these two statements only: COPY does not support it. */
export async function bothOn(
  client: pg.PoolClient,
  [first, second]: readonly [Statement, Statement],
  names: StatementNames | null = null,
): Promise<readonly [readonly Row[], readonly Row[]]> {
  const settings = client as unknown as PipelinedClient;
  const { stream } = settings.connection;
  settings.pipeline = true;
  try {
    // Both go out in one write.
    stream.cork();
    const sent = [first, second].map(({ text, params }) => rowsOf(client, text, params, names));
    stream.uncork();
    await Promise.allSettled(sent);
    const [one = [], two = []] = await Promise.all(sent);
    return [one, two];
  } finally {
    settings.pipeline = false;
  }
}

/** One read that may scan a whole table: its running statement is cancelled on the server when its signal is aborted. */
export class PostgresScanner implements Scanner {
  readonly inSteps = false;
  readonly isAlone = true;
  readonly worked = 0;
  readonly #pool: pg.Pool;
  readonly #isOnCitus: boolean;
  readonly #signal: AbortSignal;
  readonly #cancel: (processId: number) => Promise<void>;

  constructor(
    pool: pg.Pool,
    isOnCitus: boolean,
    signal: AbortSignal,
    cancel: (processId: number) => Promise<void>,
  ) {
    this.#pool = pool;
    this.#isOnCitus = isOnCitus;
    this.#signal = signal;
    this.#cancel = cancel;
  }

  query(text: string, params: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#run((client) => rowsOf(client, text, params));
  }

  queryBoth(first: Statement, second: Statement): Promise<readonly [readonly Row[], readonly Row[]]> {
    return this.#run((client) => bothOn(client, [first, second]));
  }

  async #run<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const signal = this.#signal;
    signal.throwIfAborted();
    let isSound = true;
    const scan = async (client: pg.PoolClient) => {
      signal.throwIfAborted();
      const ended = new AbortController();
      let cancelling: Promise<void> | null = null;
      const cancel = () => {
        cancelling = this.#cancelUntil(ended.signal, client as pg.PoolClient & ServedClient).then(
          (isDead) => {
            if (isDead) isSound = false;
          },
        );
      };
      signal.addEventListener('abort', cancel, { once: true });
      const isAlone = this.#pool.totalCount - this.#pool.idleCount === 1;
      try {
        if (!isAlone) await failing(client.query(this.#isOnCitus ? oneProcessOfWorker : oneProcess));
        signal.throwIfAborted();
        return await work(client);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', cancel);
        ended.abort();
        // The cancellation must hit neither the end of this transaction nor the next statement of this connection.
        await cancelling;
        if (!isAlone)
          await client.query('ROLLBACK').catch(() => {
            isSound = false;
          });
      }
    };
    return connected(this.#pool, scan, () => isSound);
  }

  /** Whether the connection was given up. */
  async #cancelUntil(ended: AbortSignal, client: pg.PoolClient & ServedClient): Promise<boolean> {
    for (let tries = 0; !ended.aborted && tries < mostCancellations; tries++) {
      await this.#cancel(client.processID);
      await sleep(cancelEvery, undefined, { signal: ended }).catch(() => {});
    }
    if (ended.aborted) return false;
    client.connection.stream.destroy();
    return true;
  }
}
