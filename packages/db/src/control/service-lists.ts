import type { Engine } from '../engine/engine.ts';

/** Values that a form offers of a connected service. */
export interface KnownList {
  readonly labels: readonly string[];
  /** Those that went from it in the last days. */
  readonly former: readonly string[];
}

interface Place {
  readonly flowId: string;
  /** What it is read from, hashed. */
  readonly source: string;
}

/** Seconds after which a list is asked for anew. */
const fresh = 300;
/** Days for which a value that went from a list is taken: whoever opened the form before finishes it. */
const daysTaken = 7;

/** Lists of connected services, as they were read last. */
export class ServiceLists {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async find({ flowId, source }: Place): Promise<(KnownList & { readonly isStale: boolean }) | null> {
    const [row] = await this.#engine.query(
      `SELECT labels, coalesce((SELECT jsonb_agg(f->>0) FROM jsonb_array_elements(former) f
           WHERE (f->>1)::int8 > extract(epoch FROM now()) * 1000 - ${daysTaken * 86_400_000}), '[]'),
         asked_at < now() - interval '${fresh} seconds'
       FROM weft.service_lists WHERE flow_id = $1 AND source = $2`,
      [flowId, source],
    );
    if (row === undefined) return null;
    return {
      labels: row[0] as readonly string[],
      former: row[1] as readonly string[],
      isStale: row[2] === true,
    };
  }

  /** True: the caller asks the service now, and nobody else does for some minutes. */
  async begin({ flowId, source }: Place): Promise<boolean> {
    const rows = await this.#engine.query(
      `UPDATE weft.service_lists SET asked_at = now() WHERE flow_id = $1 AND source = $2
         AND asked_at < now() - interval '${fresh} seconds' RETURNING flow_id`,
      [flowId, source],
    );
    return rows.length > 0;
  }

  /** Keeps what was read; what went from it is taken for some days more. */
  async write({ flowId, source }: Place, serviceId: string, labels: readonly string[]): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.service_lists AS l (flow_id, source, service_id, labels) VALUES ($1, $2, $3, $4::jsonb)
       ON CONFLICT (flow_id, source) DO UPDATE SET labels = excluded.labels, asked_at = now(),
         former = coalesce((SELECT jsonb_agg(kept) FROM (
           SELECT jsonb_build_array(gone, (extract(epoch FROM now()) * 1000)::int8) AS kept
             FROM jsonb_array_elements_text(l.labels) gone WHERE NOT excluded.labels ? gone
           UNION ALL SELECT f FROM jsonb_array_elements(l.former) f
             WHERE NOT excluded.labels ? (f->>0)
               AND (f->>1)::int8 > extract(epoch FROM now()) * 1000 - ${daysTaken * 86_400_000}
           LIMIT 2000) k), '[]')`,
      [flowId, source, serviceId, JSON.stringify(labels)],
    );
  }
}
