import type { Engine, Sql } from '../engine/engine.ts';

type Queries = Pick<Sql, 'query'>;

/** Sets the first part of the host of an app; false: another app has it. */
export async function writeSubdomain(
  tx: Queries,
  flowId: string,
  subdomain: string | null,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE weft.documents SET custom_subdomain = $2 WHERE flow_id = $1
     AND NOT EXISTS (SELECT 1 FROM weft.documents d WHERE d.custom_subdomain = $2 AND d.flow_id <> $1)
     RETURNING flow_id`,
    [flowId, subdomain],
  );
  return rows.length > 0;
}

/** What is kept of apps besides their documents. */
export class AppRows {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async subdomainOf(flowId: string): Promise<string | null> {
    const [row] = await this.#engine.query('SELECT custom_subdomain FROM weft.documents WHERE flow_id = $1', [
      flowId,
    ]);
    return row?.[0] == null ? null : String(row[0]);
  }
}
