import type { Engine } from '../engine/engine.ts';

/** A server among those that work on the database. */
export interface RunningServerRow {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly startedAt: string;
  /** The most it takes of the database itself. */
  readonly connections: number;
  /** The most it takes of a pooler that stands before the database. */
  readonly pooled: number;
}

/** What the servers may take of the database together. */
export interface ConnectionBudget {
  readonly servers: readonly RunningServerRow[];
  /** Of all of them. */
  readonly most: number;
  /** What the database gives to the user that Weft is; null on the embedded one, which has one server. */
  readonly limit: number | null;
}

/** One that was not heard of for so long is gone; they are heard of every ten seconds. */
export const gone = `interval '30 seconds'`;

/** The servers of a database, and the connections they may take. */
export class Servers {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Says that this one is there; the first time, and again and again. */
  async seen({ id, name, role }: Pick<RunningServerRow, 'id' | 'name' | 'role'>): Promise<void> {
    const { direct, pooled } = this.#engine.connections;
    await this.#engine.query(
      `WITH left_behind AS (DELETE FROM weft.servers WHERE seen_at < now() - ${gone} AND id <> $1)
       INSERT INTO weft.servers (id, name, role, connections, pooled) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
      [id, name, role, direct, pooled],
    );
  }

  async leave(id: string): Promise<void> {
    await this.#engine.query('DELETE FROM weft.servers WHERE id = $1', [id]);
  }

  async budget(): Promise<ConnectionBudget> {
    if (this.#engine.kind === 'embedded') return { servers: [], most: 0, limit: null };
    const rows = await this.#engine.query(
      `SELECT id, name, role, started_at, connections, pooled FROM weft.servers
       WHERE seen_at >= now() - ${gone} ORDER BY started_at, id`,
    );
    const servers = rows.map(([id, name, role, startedAt, connections, pooled]) => ({
      id: String(id),
      name: String(name),
      role: String(role),
      startedAt: String(startedAt),
      connections: Number(connections),
      pooled: Number(pooled),
    }));
    const [given] = await this.#engine.query(
      `SELECT least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0),
         (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
         (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()))`,
    );
    const most = servers.reduce((sum, { connections }) => sum + connections, 0);
    return { servers, most, limit: Number(given?.[0]) };
  }
}
