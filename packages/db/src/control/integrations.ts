import { JoinedReads } from '@weft/std';
import type { Engine, Row, Sql } from '../engine/engine.ts';

type Queries = Pick<Sql, 'query'>;

/** Services that are databases, of which a flow is connected to one; a spreadsheet is none. */
export const databaseTypes = ['databases', 'airtable'] as const;

/** A connection to a service, in the name of a person. */
export interface Service {
  readonly id: string;
  readonly organizationId: string;
  /** What they may not do, nothing does in their name. */
  readonly userId: string;
  readonly type: string;
  readonly name: string;
}

/** What a flow writes to a service. */
export interface Integration {
  readonly id: string;
  readonly flowId: string;
  readonly service: Service;
  /** Ten characters. */
  readonly queryId: string;
  /** Plain JSON, as the service's type has it. */
  readonly config: unknown;
  readonly enabled: boolean;
}

export interface NewIntegration extends Pick<Integration, 'id' | 'flowId' | 'queryId' | 'config'> {
  readonly serviceId: string;
  readonly serviceType: string;
}

const columns = `i.id, i.flow_id, i.query_id, i.config, i.enabled,
  s.id, s.organization_id, s.user_id, s.type, s.name`;
const tables = 'weft.flow_integrations i JOIN weft.services s ON s.id = i.service_id';

const present = (row: Row): Integration => ({
  id: String(row[0]),
  flowId: String(row[1]),
  queryId: String(row[2]),
  config: row[3],
  enabled: row[4] === true,
  service: {
    id: String(row[5]),
    organizationId: String(row[6]),
    userId: String(row[7]),
    type: String(row[8]),
    name: String(row[9]),
  },
});

/** The person's service of a type, which is made where they have none; its name gets a number where it is taken. */
export async function ensureService(
  tx: Queries,
  service: Service & { readonly source: string },
): Promise<string> {
  const { id, organizationId, userId, type, name, source } = service;
  const [known] = await tx.query(
    'SELECT id FROM weft.services WHERE organization_id = $1 AND user_id = $2 AND type = $3 ORDER BY created_at LIMIT 1',
    [organizationId, userId, type],
  );
  if (known !== undefined) return String(known[0]);
  for (let number = 1; ; number++) {
    const [made] = await tx.query(
      `INSERT INTO weft.services (id, organization_id, user_id, type, name, source)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (organization_id, name) DO NOTHING RETURNING id`,
      [id, organizationId, userId, type, number === 1 ? name : `${name} (${number})`, source],
    );
    if (made !== undefined) return id;
  }
}

/** How many a flow has, once its row is locked, and the characters of their configs. */
export async function countIntegrations(
  tx: Queries,
  flowId: string,
): Promise<{ readonly count: number; readonly length: number }> {
  const [row] = await tx.query(
    'SELECT count(*), coalesce(sum(length(config::text)), 0) FROM weft.flow_integrations WHERE flow_id = $1',
    [flowId],
  );
  return { count: Number(row?.[0]), length: Number(row?.[1]) };
}

/** False: the flow has one of these types of services, or the very same integration, already. The lock of the flow's row lets one be added at a time. */
export async function addIntegration(
  tx: Queries,
  { id, flowId, serviceId, serviceType, queryId, config }: NewIntegration,
  onlyOneOf: readonly string[],
): Promise<boolean> {
  await tx.query('SELECT 1 FROM weft.flows WHERE id = $1 FOR UPDATE', [flowId]);
  const rows = await tx.query(
    `INSERT INTO weft.flow_integrations (id, flow_id, service_id, service_type, query_id, config)
     SELECT $1, $2, $3, $4, $5, $6::jsonb
     WHERE NOT EXISTS (SELECT 1 FROM weft.flow_integrations WHERE flow_id = $2
       AND (service_type = ANY ($7) OR service_id = $3 AND config = $6::jsonb))
     RETURNING id`,
    [id, flowId, serviceId, serviceType, queryId, JSON.stringify(config), onlyOneOf],
  );
  return rows.length > 0;
}

/** Changes what is given of an integration; false: the flow has none of this id, or it is another by now. A config is changed behind the lock of the flow's row, as one is added. */
export async function updateIntegration(
  tx: Queries,
  flowId: string,
  id: string,
  to: { readonly config?: unknown; readonly enabled?: boolean | undefined; readonly serviceId?: string },
  /** What its config has to be still; undefined: whatever it is. */
  was?: unknown,
): Promise<boolean> {
  if (to.config !== undefined) await tx.query('SELECT 1 FROM weft.flows WHERE id = $1 FOR UPDATE', [flowId]);
  const rows = await tx.query(
    `UPDATE weft.flow_integrations SET config = coalesce($3::jsonb, config), enabled = coalesce($4, enabled),
       service_id = coalesce($5, service_id)
     WHERE flow_id = $1 AND id = $2 AND ($6::jsonb IS NULL OR config = $6::jsonb) RETURNING id`,
    [
      flowId,
      id,
      to.config === undefined ? null : JSON.stringify(to.config),
      to.enabled ?? null,
      to.serviceId ?? null,
      was === undefined ? null : JSON.stringify(was),
    ],
  );
  return rows.length > 0;
}

export interface WrittenAnswer {
  readonly integrationId: string;
  readonly recordId: string;
  /** ISO 8601 UTC. */
  readonly submittedAt: string;
  readonly answerKey: string;
}

/** Notes in the transaction of the write whose answer a record has; false: it has this one already, or a later one. */
export async function noteWrittenAnswer(
  tx: Queries,
  { integrationId, recordId, submittedAt, answerKey }: WrittenAnswer,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO weft.integration_records AS r (integration_id, record_id, submitted_at, answer_key)
     VALUES ($1, $2, $3, $4) ON CONFLICT (integration_id, record_id) DO UPDATE
       SET submitted_at = EXCLUDED.submitted_at, answer_key = EXCLUDED.answer_key
       WHERE (r.submitted_at, r.answer_key) < (EXCLUDED.submitted_at, EXCLUDED.answer_key)
     RETURNING record_id`,
    [integrationId, recordId, submittedAt, answerKey],
  );
  return rows.length > 0;
}

/** What flows write to services, and in whose name. */
export class Integrations {
  readonly #engine: Engine;
  readonly #ofFlows = new JoinedReads<readonly Integration[]>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  of(flowId: string): Promise<readonly Integration[]> {
    return this.#ofFlows.read(flowId, async () => {
      const rows = await this.#engine.query(
        `SELECT ${columns} FROM ${tables} WHERE i.flow_id = $1 ORDER BY i.created_at, i.id`,
        [flowId],
      );
      return rows.map(present);
    });
  }

  async find(id: string): Promise<Integration | null> {
    const [row] = await this.#engine.query(`SELECT ${columns} FROM ${tables} WHERE i.id = $1`, [id]);
    return row === undefined ? null : present(row);
  }

  /** The key of the answer that was written last into a record. */
  async answerIn(integrationId: string, recordId: string): Promise<string | null> {
    const [row] = await this.#engine.query(
      'SELECT answer_key FROM weft.integration_records WHERE integration_id = $1 AND record_id = $2',
      [integrationId, recordId],
    );
    return row === undefined ? null : String(row[0]);
  }

  /** False: the flow has none of this id. */
  async remove(flowId: string, id: string): Promise<boolean> {
    const rows = await this.#engine.query(
      'DELETE FROM weft.flow_integrations WHERE flow_id = $1 AND id = $2 RETURNING id',
      [flowId, id],
    );
    return rows.length > 0;
  }
}
