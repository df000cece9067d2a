import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';

/** One connection, for Kysely. */
export interface KyselyConnection {
  run(
    text: string,
    params: readonly unknown[],
  ): Promise<{ readonly rows: readonly object[]; readonly affected: number }>;
  release(): void;
}

class Connection implements DatabaseConnection {
  readonly inner: KyselyConnection;

  constructor(inner: KyselyConnection) {
    this.inner = inner;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.inner.run(query.sql, query.parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(affected) };
  }

  // biome-ignore lint/correctness/useYield: nothing of ours streams through Kysely
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming goes through the engine, not through Kysely');
  }
}

class EngineDriver implements Driver {
  readonly #acquire: () => Promise<KyselyConnection>;

  constructor(acquire: () => Promise<KyselyConnection>) {
    this.#acquire = acquire;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(await this.#acquire());
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.inner.run('BEGIN', []);
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.inner.run('COMMIT', []);
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.inner.run('ROLLBACK', []);
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.inner.release();
  }
}

/** Kysely on an engine's connections, with the same statements on both engines. */
export function kyselyOver(acquire: () => Promise<KyselyConnection>): Kysely<unknown> {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EngineDriver(acquire),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return new Kysely<unknown>({ dialect });
}
