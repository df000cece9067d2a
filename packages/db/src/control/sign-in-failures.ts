import type { Engine } from '../engine/engine.ts';

export const signInDelays = {
  /** Wrong passwords in a row after which the next attempt has to wait. */
  freeAttempts: 5,
  /** Seconds of the first wait, which doubles. */
  shortest: 5,
  /** Seconds of the longest wait. */
  longest: { account: 900, device: 60 },
} as const;

/** What attempts are counted by: the account, or a device that signed in to it before. */
export interface FailureKey {
  readonly kind: keyof typeof signInDelays.longest;
  readonly key: string;
}

/** Exponential back-off after wrong passwords in a row; reset after a day without one. */
export class SignInFailures {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Counts an attempt before its password is checked, so that parallel attempts gain nothing. Null: it may be checked; else
   * the seconds to wait.
   */
  async begin({ kind, key }: FailureKey): Promise<number | null> {
    const counted = await this.#engine.query(
      `INSERT INTO weft.sign_in_failures AS f (key, failures, blocked_until, last_at)
       VALUES ($1, 1, now(), now())
       ON CONFLICT (key) DO UPDATE SET
         failures = CASE WHEN f.last_at < now() - interval '1 day' THEN 1 ELSE least(f.failures + 1, 1000) END,
         blocked_until = clock_timestamp() + make_interval(secs =>
           CASE WHEN f.failures < $2::int OR f.last_at < now() - interval '1 day' THEN 0
           ELSE least($3::int * power(2, least(f.failures - $2::int, 20)), $4::int) END),
         last_at = now()
       WHERE f.blocked_until <= clock_timestamp()
       RETURNING failures`,
      [key, signInDelays.freeAttempts, signInDelays.shortest, signInDelays.longest[kind]],
    );
    if (counted.length > 0) return null;
    const [waiting] = await this.#engine.query(
      `SELECT ceil(extract(epoch FROM blocked_until - clock_timestamp()))::int
       FROM weft.sign_in_failures WHERE key = $1`,
      [key],
    );
    return Math.max(1, Number(waiting?.[0] ?? 1));
  }

  /** The password was right: resets the count. */
  async clear({ key }: Pick<FailureKey, 'key'>): Promise<void> {
    await this.#engine.query('DELETE FROM weft.sign_in_failures WHERE key = $1', [key]);
  }

  /** Removes what no longer counts. */
  async removeOld(): Promise<void> {
    await this.#engine.query(`DELETE FROM weft.sign_in_failures WHERE last_at < now() - interval '1 day'`);
  }
}
