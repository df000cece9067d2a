import type { Delivery } from '@weft/db';
import type { IdKind } from '@weft/std';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { DeliveryKind, DeliveryOutbox } from '../jobs/delivery-kind.ts';
import { JobFault } from '../jobs/job-kind.ts';
import { MailRefused, type MailSender, type NewMail } from './smtp.ts';

export const mailKind = 'mail';
/** Nobody's mailbox is flooded through us: more of the same to one address in an hour is not written. */
const addressLimit = { most: 5, seconds: 3_600 };

const content = z.object({ text: z.string() });
/** Null once the mail was sent: it held links that open an account. */
export const textOfMail = (mail: Delivery): string | null =>
  content.safeParse(mail.content).data?.text ?? null;

export interface MailerDeps {
  readonly outbox: DeliveryOutbox;
  readonly newId: (kind: IdKind) => string;
  /** Null: mails stay in the outbox. Made at the first mail, when the server's address is known. */
  readonly sender: (() => MailSender) | null;
  readonly log: Logger;
}

/** Where mails are handed in. Each is a delivery first; with a mail server, a job sends it. */
export class Mailer {
  readonly #deps: MailerDeps;
  #sender: MailSender | null = null;

  constructor(deps: MailerDeps) {
    this.#deps = deps;
  }

  /** Whether mails leave this server. */
  get sends(): boolean {
    return this.#deps.sender !== null;
  }

  /** Resolves once the mail cannot be lost; one too many to the same address is dropped without a word. */
  async send({ to, subject, text }: NewMail): Promise<void> {
    const { outbox, newId, log } = this.#deps;
    const mail = {
      kind: mailKind,
      idempotencyKey: newId('dlv'),
      target: to,
      title: subject,
      content: { text },
    };
    const written = await outbox.send(mail, this.sends ? 'waiting' : 'kept', addressLimit);
    if (!written) log.warn('too many mails to one address in an hour: not written');
  }

  /** How the job of deliveries sends one. The message id is the idempotency key: a mailbox shows a doubled mail once. */
  get kind(): DeliveryKind {
    return {
      kind: mailKind,
      keepsContent: false,
      send: async (delivery) => {
        this.#sender ??= this.#deps.sender?.() ?? null;
        if (this.#sender === null) throw new Error('No mail server is set (SMTP_URL)');
        try {
          await this.#sender.send({
            id: delivery.idempotencyKey,
            to: delivery.target,
            subject: delivery.title,
            text: textOfMail(delivery) ?? '',
          });
        } catch (error) {
          if (error instanceof MailRefused && error.forGood) throw new JobFault(error.message, null);
          throw error;
        }
        return null;
      },
    };
  }

  close(): void {
    this.#sender?.close();
  }
}
