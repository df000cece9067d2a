import type { Engine, Sql } from '../engine/engine.ts';

/** Minutes that a code is good for, and how often it may be given. */
export const mailCodeMinutes = 10;
export const mailCodeTries = 5;

interface NewMailCode {
  readonly flowId: string;
  /** Known to the browser that asked for it. */
  readonly id: string;
  readonly codeHash: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

export async function addMailCode(
  tx: Pick<Sql, 'query'>,
  { flowId, id, codeHash, createdAt }: NewMailCode,
): Promise<void> {
  await tx.query(
    'INSERT INTO weft.form_mail_codes (flow_id, id, code_hash, created_at) VALUES ($1, $2, $3, $4)',
    [flowId, id, codeHash, createdAt],
  );
}

/** Codes by which people prove their address to forms. */
export class FormMailCodes {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Counts a try, and gives the hash of the code that would be right; null: it is too old, or was tried too often. */
  async beginTry(flowId: string, id: string, now: string): Promise<string | null> {
    const [row] = await this.#engine.query(
      `UPDATE weft.form_mail_codes SET tries = tries + 1
       WHERE flow_id = $1 AND id = $2 AND tries < $4
         AND created_at > $3::timestamptz - make_interval(mins => $5) RETURNING code_hash`,
      [flowId, id, now, mailCodeTries, mailCodeMinutes],
    );
    return row === undefined ? null : String(row[0]);
  }

  /** Uses a code up. False: it was used before. */
  async use(flowId: string, id: string): Promise<boolean> {
    const rows = await this.#engine.query(
      'DELETE FROM weft.form_mail_codes WHERE flow_id = $1 AND id = $2 RETURNING id',
      [flowId, id],
    );
    return rows.length > 0;
  }

  /** Forgets codes that are too old. */
  async removeOld(now: string): Promise<void> {
    await this.#engine.query(
      `DELETE FROM weft.form_mail_codes WHERE created_at <= $1::timestamptz - make_interval(mins => $2)`,
      [now, mailCodeMinutes],
    );
  }
}
