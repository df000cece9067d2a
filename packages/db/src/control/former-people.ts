import type { Engine } from '../engine/engine.ts';

/** Names of those who did something and whose account is gone, or who used an app without one. */
export class FormerPeople {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async names(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#engine.query(
      'SELECT id, name FROM weft.former_people WHERE id = ANY($1::text[])',
      [ids],
    );
    return new Map(rows.map(([id, name]) => [String(id), String(name)]));
  }

  /** Notes what the person of a record is called now, as long as the database is there. */
  async noteUser(baseId: string, recordId: string, name: string): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.former_people (id, name, base_id) VALUES ($2, $3, $1)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name
       WHERE former_people.base_id = excluded.base_id AND former_people.name <> excluded.name`,
      [baseId, recordId, name],
    );
  }
}
