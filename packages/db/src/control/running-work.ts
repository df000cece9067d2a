import type { Engine, Row } from '../engine/engine.ts';
import { gone } from './servers.ts';

interface Work {
  readonly id: string;
  readonly kind: string;
  readonly userId: string;
  readonly organizationId: string;
}

/** How much of a kind may run at once, of one person and of one organization. */
interface MostWork {
  readonly person: number;
  readonly organization: number;
}

/** Work of a server that is not heard of any more counts no longer. */
const alive = `EXISTS (SELECT 1 FROM weft.servers AS s WHERE s.id = w.server_id AND s.seen_at >= now() - ${gone})`;

/** Long operations of all servers of a database. */
export class RunningWork {
  readonly #engine: Pick<Engine, 'query' | 'transaction'>;
  /** As it is called among the servers of the database. */
  readonly #serverId: string;

  constructor(engine: Pick<Engine, 'query' | 'transaction'>, serverId: string) {
    this.#engine = engine;
    this.#serverId = serverId;
  }

  /**
   * Notes that one begins; otherwise whose limit is reached. Those of a person, and those of an organization, begin one
   * after the other, so that each counts the ones before it.
   */
  async begin({ id, kind, userId, organizationId }: Work, most: MostWork): Promise<keyof MostWork | null> {
    let row: Row | undefined;
    // All of it goes out with the commit: nobody waits for this server while it is locked.
    await this.#engine.transaction(async (tx) => {
      // The person's first, everywhere: two never wait for each other.
      for (const owner of [`person ${userId}`, `organization ${organizationId}`])
        tx.send('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`running ${kind} ${owner}`]);
      tx.send(
        `WITH running AS (SELECT
             (SELECT count(*) FROM weft.running_work AS w WHERE kind = $3 AND user_id = $4 AND ${alive}) AS person,
             (SELECT count(*) FROM weft.running_work AS w WHERE kind = $3 AND organization_id = $5 AND ${alive})
               AS organization),
         begun AS (INSERT INTO weft.running_work (id, server_id, kind, user_id, organization_id)
           SELECT $1, $2, $3, $4, $5 FROM running WHERE person < $6::int AND organization < $7::int)
         SELECT person >= $6::int, organization >= $7::int FROM running`,
        [id, this.#serverId, kind, userId, organizationId, most.person, most.organization],
        (rows) => {
          row = rows[0];
        },
      );
    });
    if (row?.[0] === true) return 'person';
    return row?.[1] === true ? 'organization' : null;
  }

  /** Ends one of its own, and forgets what servers that are gone left behind. */
  async end(id: string): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.running_work AS w WHERE id = $1
         OR NOT EXISTS (SELECT 1 FROM weft.servers AS s WHERE s.id = w.server_id)`,
      [id],
    );
  }
}
