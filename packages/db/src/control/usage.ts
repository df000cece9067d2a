import type { FlowTypeName } from '@weft/core';
import type { Engine } from '../engine/engine.ts';

interface FlowUsage {
  readonly id: string;
  readonly name: string;
  readonly type: FlowTypeName;
  readonly trashed: boolean;
  /** Null: not counted yet. */
  readonly records: number | null;
  readonly files: number;
  readonly bytes: number;
}

export interface OrganizationUsage {
  readonly records: number;
  readonly files: number;
  readonly bytes: number;
  /** When records were counted last; ISO 8601 UTC, null where nothing was counted yet. */
  readonly countedAt: string | null;
  readonly flowCount: number;
  /** The largest, by records and then by bytes. */
  readonly flows: readonly FlowUsage[];
}

/** What organizations keep: files as they are now, records as a job counted them. */
export class Usage {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async of(organizationId: string, shownFlows: number): Promise<OrganizationUsage> {
    const stored = `SELECT flow_id, count(*) AS files, sum(size)::bigint AS bytes FROM weft.files
      WHERE organization_id = $1 AND NOT pending GROUP BY flow_id`;
    const [flows, totals] = await this.#engine.queryBoth(
      {
        text: `WITH stored AS (${stored})
          SELECT f.id, f.name, f.type, f.trashed_at IS NOT NULL, u.records, coalesce(s.files, 0), coalesce(s.bytes, 0)
          FROM weft.flows f
          LEFT JOIN weft.base_usage u ON u.flow_id = f.id
          LEFT JOIN stored s ON s.flow_id = f.id
          WHERE f.organization_id = $1
          ORDER BY coalesce(u.records, 0) DESC, coalesce(s.bytes, 0) DESC, f.name, f.id LIMIT $2`,
        params: [organizationId, shownFlows],
      },
      {
        text: `WITH stored AS (${stored}), counted AS (
            SELECT count(*) AS flows, sum(u.records)::bigint AS records, max(u.counted_at) AS at
            FROM weft.flows f LEFT JOIN weft.base_usage u ON u.flow_id = f.id WHERE f.organization_id = $1)
          SELECT flows, coalesce(records, 0), at, coalesce((SELECT sum(files) FROM stored), 0)::bigint,
            coalesce((SELECT sum(bytes) FROM stored), 0)::bigint FROM counted`,
        params: [organizationId],
      },
    );
    const [flowCount, records, countedAt, files, bytes] = totals[0] ?? [];
    return {
      records: Number(records),
      files: Number(files),
      bytes: Number(bytes),
      countedAt: (countedAt ?? null) as string | null,
      flowCount: Number(flowCount),
      flows: flows.map(([id, name, type, trashed, counted, kept, size]) => ({
        ...({ id, name, type, trashed } as Pick<FlowUsage, 'id' | 'name' | 'type' | 'trashed'>),
        records: counted === null ? null : Number(counted),
        files: Number(kept),
        bytes: Number(size),
      })),
    };
  }

  /** The bases, each with its number when it was last counted; null where it never was. */
  async bases(): Promise<readonly { readonly id: string; readonly seq: number | null }[]> {
    const rows = await this.#engine.query(
      `SELECT f.id, u.seq FROM weft.flows f LEFT JOIN weft.base_usage u ON u.flow_id = f.id
       WHERE f.type IN ('base', 'form') ORDER BY f.id`,
    );
    return rows.map(([id, seq]) => ({ id: String(id), seq: seq === null ? null : Number(seq) }));
  }

  /** Keeps what was counted; nothing where the flow is gone meanwhile. */
  async keep(
    flowId: string,
    { seq, records }: { readonly seq: number; readonly records: number },
  ): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.base_usage (flow_id, seq, records) SELECT id, $2, $3 FROM weft.flows WHERE id = $1
       ON CONFLICT (flow_id) DO UPDATE SET seq = EXCLUDED.seq, records = EXCLUDED.records, counted_at = now()`,
      [flowId, seq, records],
    );
  }
}
