import type { Engine } from '../engine/engine.ts';

/**
 * Where the logs of databases end, as servers say right after they wrote to them: one statement tells of all that another
 * server follows, however many those are. What is not said (a server ended in between) stands in the logs all the same.
 */
export class LogHeads {
  readonly #engine: Pick<Engine, 'query'>;
  readonly #unsaid = new Map<string, number>();
  #saying: Promise<void> | null = null;

  constructor(engine: Pick<Engine, 'query'>) {
    this.#engine = engine;
  }

  /** Nobody waits for it; what comes while it is being said goes together, in one statement. */
  say(baseId: string, seq: number): void {
    this.#unsaid.set(baseId, seq);
    this.#saying ??= this.#sayAll();
  }

  /** Those that are known, by base. */
  async of(baseIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#engine.query(
      'SELECT base_id, seq FROM weft.log_heads WHERE base_id = ANY ($1::text[])',
      [baseIds],
    );
    return new Map(rows.map(([id, seq]) => [String(id), Number(seq)]));
  }

  /** Resolves when nothing is left to be said. */
  async idle(): Promise<void> {
    while (this.#saying !== null) await this.#saying;
  }

  async #sayAll(): Promise<void> {
    while (this.#unsaid.size > 0) {
      // Two servers that write the same rows do so in the same order.
      const heads = [...this.#unsaid].sort(([a], [b]) => (a < b ? -1 : 1));
      this.#unsaid.clear();
      await this.#engine
        .query(
          `INSERT INTO weft.log_heads (base_id, seq) SELECT * FROM unnest($1::text[], $2::int8[])
           ON CONFLICT (base_id) DO UPDATE SET seq = EXCLUDED.seq WHERE log_heads.seq < EXCLUDED.seq`,
          [heads.map(([id]) => id), heads.map(([, seq]) => seq)],
        )
        .catch(() => {});
    }
    this.#saying = null;
  }
}
