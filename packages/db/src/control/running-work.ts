import type { Engine } from '../engine/engine.ts';

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

/** What a killed server left behind counts no longer. */
const forgotten = `interval '1 hour'`;

/** Long operations of all servers of a database. */
export class RunningWork {
  readonly #engine: Pick<Engine, 'query'>;

  constructor(engine: Pick<Engine, 'query'>) {
    this.#engine = engine;
  }

  /** Notes that one begins; otherwise whose limit is reached. Of several that begin at one moment, one or the other more may run. */
  async begin({ id, kind, userId, organizationId }: Work, most: MostWork): Promise<keyof MostWork | null> {
    const [row] = await this.#engine.query(
      `WITH old AS (DELETE FROM weft.running_work WHERE begun_at < now() - ${forgotten}),
       running AS (SELECT
           (SELECT count(*) FROM weft.running_work WHERE kind = $2 AND user_id = $3
             AND begun_at >= now() - ${forgotten}) AS person,
           (SELECT count(*) FROM weft.running_work WHERE kind = $2 AND organization_id = $4
             AND begun_at >= now() - ${forgotten}) AS organization),
       begun AS (INSERT INTO weft.running_work (id, kind, user_id, organization_id)
         SELECT $1, $2, $3, $4 FROM running WHERE person < $5::int AND organization < $6::int)
       SELECT person >= $5::int, organization >= $6::int FROM running`,
      [id, kind, userId, organizationId, most.person, most.organization],
    );
    if (row?.[0] === true) return 'person';
    return row?.[1] === true ? 'organization' : null;
  }

  async end(id: string): Promise<void> {
    await this.#engine.query('DELETE FROM weft.running_work WHERE id = $1', [id]);
  }
}
