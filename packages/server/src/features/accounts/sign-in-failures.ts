import { sql } from 'kysely';
import { type ControlDatabase, firstOf } from '../../control.ts';

/** Wrong passwords in a row after which the next attempt has to wait. */
const freeAttempts = 5;
/** Seconds of the first wait, which doubles. */
const shortest = 5;
/** Seconds of the longest wait. */
const longest = { account: 900, device: 60 } as const;

/** What attempts are counted by: the account, or a device that signed in to it before. */
export interface FailureKey {
  readonly kind: keyof typeof longest;
  readonly key: string;
}

/** Exponential back-off after wrong passwords in a row; reset after a day without one. */
export class SignInFailures {
  readonly #db: ControlDatabase;

  constructor(db: ControlDatabase) {
    this.#db = db;
  }

  /**
   * Counts an attempt before its password is checked, so that parallel attempts gain nothing. Null: it may be checked; else
   * the seconds to wait.
   */
  async begin({ kind, key }: FailureKey): Promise<number | null> {
    const { rows } = await sql<{ failures: number }>`
      insert into weft.sign_in_failures as f (key, failures, blocked_until, last_at)
      values (${key}, 1, now(), now())
      on conflict (key) do update set
        failures = case when f.last_at < now() - interval '1 day' then 1 else least(f.failures + 1, 1000) end,
        blocked_until = clock_timestamp() + make_interval(secs =>
          case when f.failures < ${freeAttempts}::int or f.last_at < now() - interval '1 day' then 0
          else least(${shortest}::int * power(2, least(f.failures - ${freeAttempts}::int, 20)), ${longest[kind]}::int) end),
        last_at = now()
      where f.blocked_until <= clock_timestamp()
      returning failures`.execute(this.#db);
    if (rows.length > 0) return null;
    const { rows: waiting } = await sql<{ seconds: number | string }>`
      select ceil(extract(epoch from blocked_until - clock_timestamp())) as seconds
      from weft.sign_in_failures where key = ${key}`.execute(this.#db);
    return Math.max(1, firstOf(waiting, ({ seconds }) => Number(seconds)) ?? 1);
  }

  /** The password was right: resets the count. */
  async clear({ key }: Pick<FailureKey, 'key'>): Promise<void> {
    await sql`delete from weft.sign_in_failures where key = ${key}`.execute(this.#db);
  }

  /** Removes what no longer counts. */
  async removeOld(): Promise<void> {
    await sql`delete from weft.sign_in_failures where last_at < now() - interval '1 day'`.execute(this.#db);
  }
}
