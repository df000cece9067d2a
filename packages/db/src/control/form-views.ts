import type { Engine } from '../engine/engine.ts';

/** How often something of a form was seen: it itself, or one of its pages. */
export interface FormView {
  readonly flowId: string;
  /** 'open', 'start' or the id of a page. */
  readonly step: string;
  readonly count: number;
}

/** Counts of how far people get in forms. */
export class FormViews {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Adds counts, in one statement; those of forms that are gone by now are left out. */
  async add(views: readonly FormView[]): Promise<void> {
    await this.#engine.query(
      `INSERT INTO weft.form_views AS v (flow_id, step, count)
       SELECT s.flow_id, s.step, s.count FROM unnest($1::text[], $2::text[], $3::int8[]) AS s (flow_id, step, count)
       JOIN weft.flows f ON f.id = s.flow_id ORDER BY 1, 2
       ON CONFLICT (flow_id, step) DO UPDATE SET count = v.count + EXCLUDED.count`,
      [views.map(({ flowId }) => flowId), views.map(({ step }) => step), views.map(({ count }) => count)],
    );
  }

  /** By step. */
  async of(flowId: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#engine.query('SELECT step, count FROM weft.form_views WHERE flow_id = $1', [
      flowId,
    ]);
    return new Map(rows.map(([step, count]) => [String(step), Number(count)]));
  }
}
