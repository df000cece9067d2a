import type { Engine } from '../engine/engine.ts';

/**
 * Where the logs of databases end, as servers publish right after they wrote to them: one statement tells of all that another
 * server follows, however many those are. What was not published (a server ended in between) stands in the logs all the same.
 */
export class LogHeads {
  readonly #engine: Pick<Engine, 'query'>;
  readonly #pending = new Map<string, number>();
  #publishing: Promise<void> | null = null;

  constructor(engine: Pick<Engine, 'query'>) {
    this.#engine = engine;
  }

  /** Nobody waits for it; what comes while a statement is under way goes together, in one statement. */
  publish(baseId: string, seq: number): void {
    this.#pending.set(baseId, seq);
    this.#publishing ??= this.#publishAll();
  }

  /** Those that were published, by base. */
  async read(baseIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#engine.query(
      'SELECT base_id, seq FROM weft.log_heads WHERE base_id = ANY ($1::text[])',
      [baseIds],
    );
    return new Map(rows.map(([id, seq]) => [String(id), Number(seq)]));
  }

  /** Resolves when nothing is pending. */
  async idle(): Promise<void> {
    while (this.#publishing !== null) await this.#publishing;
  }

  async #publishAll(): Promise<void> {
    while (this.#pending.size > 0) {
      // Two servers that write the same rows do so in the same order.
      const heads = [...this.#pending].sort(([a], [b]) => (a < b ? -1 : 1));
      this.#pending.clear();
      await this.#engine
        .query(
          `INSERT INTO weft.log_heads (base_id, seq) SELECT * FROM unnest($1::text[], $2::int8[])
           ON CONFLICT (base_id) DO UPDATE SET seq = EXCLUDED.seq WHERE log_heads.seq < EXCLUDED.seq`,
          [heads.map(([id]) => id), heads.map(([, seq]) => seq)],
        )
        .catch(() => {});
    }
    this.#publishing = null;
  }
}
