/** How a PostgreSQL server is reached and used. */
export interface PostgresOptions {
  /** The server itself, where the address leads through a pooler: what cancels its statements cannot go through one. */
  readonly directUrl?: string | null;
  /** New bases become distributed schemas of Citus. */
  readonly sharding?: 'citus' | null;
}
