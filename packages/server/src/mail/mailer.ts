import type { Logger } from 'pino';
import type { Mails, MailToSend, NewMail } from '../directory/mails.ts';
import { MailRefused, type MailSender } from './smtp.ts';

/** Between looks at what waits for its next attempt. */
const lookEvery = 5_000;
const mostAttempts = 10;
/** Seconds until the attempt after this one: half a minute, doubling, at most an hour. */
const retryIn = (attempts: number): number => Math.min(30 * 2 ** (attempts - 1), 3_600);
/** How long closing waits for a mail on its way; its row is taken again after a restart. */
const patience = 3_000;

export interface MailerOptions {
  readonly mails: Mails;
  /** Null: mails stay in the outbox. Made at the first mail, when the server's address is known. */
  readonly sender: (() => MailSender) | null;
  /** False: another server of this database sends what waits. */
  readonly works: boolean;
  readonly log: Logger;
}

/** Where mails are handed in. Each is a row first; with a mail server, a loop sends the rows. */
export class Mailer {
  readonly #mails: Mails;
  readonly #makeSender: (() => MailSender) | null;
  readonly #works: boolean;
  readonly #log: Logger;
  #sender: MailSender | null = null;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #again = false;
  #busy = false;
  #closed = false;

  constructor({ mails, sender, works, log }: MailerOptions) {
    this.#works = works;
    this.#mails = mails;
    this.#makeSender = sender;
    this.#log = log;
  }

  /** Whether mails leave this server. */
  get sends(): boolean {
    return this.#makeSender !== null;
  }

  /** Resolves once the mail cannot be lost; one too many to the same address is dropped without a word. */
  async send(mail: NewMail): Promise<void> {
    const written = await this.#mails.add(mail, this.sends ? 'waiting' : 'kept');
    if (!written) this.#log.warn('too many mails to one address in an hour: not written');
    else this.#look();
  }

  /** Begins to send what waits. */
  async start(): Promise<void> {
    if (!this.sends || !this.#works) return;
    await this.#mails.retryNow();
    this.#timer = setInterval(() => this.#look(), lookEvery);
    this.#timer.unref();
    this.#look();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    const waited = new Promise<void>((resolve) => setTimeout(resolve, patience).unref());
    await Promise.race([this.#running, waited]);
    this.#sender?.close();
  }

  #look(): void {
    if (!this.sends || !this.#works || this.#closed) return;
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    this.#running = this.#sendAll()
      .catch((error: unknown) => this.#log.error({ err: error }, 'mails could not be looked at'))
      .finally(() => {
        this.#busy = false;
        // One came between the last look and now.
        if (this.#again) this.#look();
      });
  }

  async #sendAll(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      for (;;) {
        const mail = this.#closed ? null : await this.#mails.take();
        if (mail === null) break;
        await this.#attempt(mail);
      }
    }
  }

  async #attempt(mail: MailToSend): Promise<void> {
    this.#sender ??= this.#makeSender?.() ?? null;
    try {
      await this.#sender?.send(mail);
    } catch (error) {
      const forGood = error instanceof MailRefused && error.forGood;
      const again = forGood || mail.attempts >= mostAttempts ? null : retryIn(mail.attempts);
      const fault = error instanceof Error ? error.message : String(error);
      this.#log.warn({ mailId: mail.id, attempts: mail.attempts, retryIn: again, fault }, 'mail not sent');
      await this.#mails.markFailed(mail.id, fault.slice(0, 500), again);
      return;
    }
    await this.#mails.markSent(mail.id);
  }
}
