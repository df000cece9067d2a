import type { Engine } from '../engine/engine.ts';

/** What an organization used of the operator's language model in one month. */
interface AiUsageOfMonth {
  /** `2026-11`, by UTC. */
  readonly month: string;
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

interface AiUse {
  readonly organizationId: string;
  readonly purpose: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** Calls of the operator's language model, counted per organization, month and purpose. */
export class AiUsage {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async add({ organizationId, purpose, at, tokensIn, tokensOut }: AiUse): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.ai_usage (organization_id, month, purpose, calls, tokens_in, tokens_out)
       SELECT id, $2, $3, 1, $4, $5 FROM weft.organizations WHERE id = $1
       ON CONFLICT (organization_id, month, purpose) DO UPDATE SET calls = ai_usage.calls + 1,
         tokens_in = ai_usage.tokens_in + EXCLUDED.tokens_in, tokens_out = ai_usage.tokens_out + EXCLUDED.tokens_out`,
      [organizationId, monthOf(at), purpose, tokensIn, tokensOut],
    );
  }

  /** The month of `at`. */
  async of(organizationId: string, at: number): Promise<AiUsageOfMonth> {
    const month = monthOf(at);
    const [row = []] = await this.#engine.query(
      `SELECT coalesce(sum(calls), 0)::bigint, coalesce(sum(tokens_in), 0)::bigint, coalesce(sum(tokens_out), 0)::bigint
       FROM weft.ai_usage WHERE organization_id = $1 AND month = $2`,
      [organizationId, month],
    );
    return { month, ...countsOf(row) };
  }

  /** Every organization that used it in the month of `at`, those with the most tokens first. */
  async byOrganization(
    at: number,
    most: number,
  ): Promise<readonly (AiUsageOfMonth & { readonly organizationId: string; readonly name: string })[]> {
    const month = monthOf(at);
    const rows = await this.#engine.query(
      `SELECT sum(u.calls)::bigint, sum(u.tokens_in)::bigint, sum(u.tokens_out)::bigint, o.id, o.name
       FROM weft.ai_usage u JOIN weft.organizations o ON o.id = u.organization_id
       WHERE u.month = $1 GROUP BY o.id, o.name
       ORDER BY sum(u.tokens_in + u.tokens_out) DESC, o.id LIMIT $2`,
      [month, most],
    );
    return rows.map((row) => ({
      month,
      ...countsOf(row),
      ...{ organizationId: String(row[3]), name: String(row[4]) },
    }));
  }
}

const countsOf = ([calls, tokensIn, tokensOut]: readonly unknown[]) => ({
  ...{ calls: Number(calls), tokensIn: Number(tokensIn), tokensOut: Number(tokensOut) },
});
