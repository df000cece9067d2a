import type { IdKind } from '@weft/std';
import { sql } from 'kysely';
import { type ControlDatabase, firstOf, iso, isoOrNull } from './control.ts';

export interface NewMail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface MailToSend extends NewMail {
  readonly id: string;
  /** This attempt counted. */
  readonly attempts: number;
}

/** `kept`: there is no mail server, so it is read in the outbox. */
type MailState = 'kept' | 'waiting' | 'sent' | 'failed';

export interface OutboxMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Null once it was sent: it held links that open an account. */
  readonly text: string | null;
  readonly state: MailState;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly fault: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly sentAt: string | null;
}

interface Row {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string | null;
  readonly state: MailState;
  readonly attempts: number;
  readonly fault: string | null;
  readonly created_at: Date | string;
  readonly sent_at: Date | string | null;
}

/** Nobody's mailbox is flooded through us: more of the same to one address in an hour is not written. */
const mostAnHour = 5;
const keptFor = sql`interval '30 days'`;
/** One process has a mail in hand at most this long; then another may take it. */
const lease = sql`interval '2 minutes'`;

/** Mails as rows: written before anything is sent, so that no restart loses one. */
export class Mails {
  readonly #db: ControlDatabase;
  readonly #newId: (kind: IdKind) => string;

  constructor(db: ControlDatabase, newId: (kind: IdKind) => string) {
    this.#db = db;
    this.#newId = newId;
  }

  /** False: this address was sent enough of these lately. */
  async add(mail: NewMail, state: 'kept' | 'waiting'): Promise<boolean> {
    const { rows } = await sql`
      insert into weft.mails (id, recipient, subject, body, state)
      select ${this.#newId('mai')}::text, ${mail.to}::text, ${mail.subject}::text, ${mail.text}::text, ${state}::text
      where (select count(*) from weft.mails
             where recipient = ${mail.to} and subject = ${mail.subject}
               and created_at > now() - interval '1 hour') < ${mostAnHour}
      returning id`.execute(this.#db);
    return rows.length > 0;
  }

  /** Forgets mails older than the time they are kept. */
  async removeOld(): Promise<void> {
    await sql`delete from weft.mails where created_at < now() - ${keptFor}`.execute(this.#db);
  }

  /** Takes the mail that has waited longest; no other process takes it while the lease lasts. */
  async take(): Promise<MailToSend | null> {
    const { rows } = await sql<Row>`
      update weft.mails set attempts = attempts + 1, next_attempt_at = now() + ${lease}, fault = null
      where id = (select id from weft.mails where state = 'waiting' and next_attempt_at <= now()
                  order by next_attempt_at, id limit 1 for update skip locked)
      returning id, recipient, subject, body, attempts`.execute(this.#db);
    return firstOf(rows, (row) => ({
      id: row.id,
      to: row.recipient,
      subject: row.subject,
      text: row.body ?? '',
      attempts: row.attempts,
    }));
  }

  async markSent(id: string): Promise<void> {
    await sql`update weft.mails set state = 'sent', body = null, sent_at = now() where id = ${id}`.execute(
      this.#db,
    );
  }

  /** `retryIn` in seconds; null gives the mail up. */
  async markFailed(id: string, fault: string, retryIn: number | null): Promise<void> {
    await sql`
      update weft.mails set fault = ${fault},
        state = ${retryIn === null ? 'failed' : 'waiting'},
        next_attempt_at = now() + make_interval(secs => ${retryIn ?? 0})
      where id = ${id}`.execute(this.#db);
  }

  /** Failed attempts are made again at once: whoever restarts the server may have mended its settings. */
  async retryNow(): Promise<void> {
    await sql`
      update weft.mails set next_attempt_at = now() where state = 'waiting' and fault is not null`.execute(
      this.#db,
    );
  }

  /** Newest first, after the mail named. */
  async list(after: string | null, limit: number): Promise<readonly OutboxMail[]> {
    const { rows } = await sql<Row>`
      select id, recipient, subject, body, state, attempts, fault, created_at, sent_at from weft.mails
      ${after === null ? sql`` : sql`where id < ${after}`}
      order by id desc limit ${limit}`.execute(this.#db);
    return rows.map((row) => ({
      id: row.id,
      to: row.recipient,
      subject: row.subject,
      text: row.body,
      state: row.state,
      attempts: row.attempts,
      fault: row.fault,
      createdAt: iso(row.created_at),
      sentAt: isoOrNull(row.sent_at),
    }));
  }
}
