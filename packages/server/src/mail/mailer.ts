import {
  type Alongside,
  addDelivery,
  addSecret,
  type Delivery,
  type Engine,
  secretOwnerOfDelivery,
  sendLimitedDelivery,
  sendSecretOfDelivery,
  type TargetLimit,
  type Transaction,
} from '@weft/db';
import type { IdKind } from '@weft/std';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { DeliveryKind } from '../jobs/delivery-kind.ts';
import { JobFault } from '../jobs/job-kind.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { type MailFile, MailRefused, type MailSender, type NewMail } from './smtp.ts';

export const mailKind = 'mail';
/** Nobody's mailbox is flooded through us: more of the same to one address in an hour is not written. */
export const addressLimit = { most: 5, seconds: 3_600 };

/** Bytes of the files of one mail: many mail servers take no more than 10 MB, and writing files for mails makes them a third longer. */
const mostFileBytes = 5 * 1024 * 1024;

/** Says what is to go with a mail: it is written when the mail is sent, and again at each attempt. */
const wantedFile = z.object({ kind: z.string(), of: z.record(z.string(), z.string()) });
export type WantedFile = z.infer<typeof wantedFile>;

/** The text holds links that open an account, so it is sealed; mails of before this was so lie open until they are sent. */
const storedText = z.union([z.object({ secretId: z.string() }), z.object({ text: z.string() })]);
const storedFiles = z.object({ files: z.array(wantedFile).optional() });

/** The texts of mails by id. None for a mail that was sent, or was sealed under another SECRET. */
export async function textsOfMails(
  secrets: Secrets,
  mails: readonly Delivery[],
): Promise<ReadonlyMap<string, string>> {
  const parsed = mails.map(({ id, content }) => [id, storedText.safeParse(content).data] as const);
  const sealed = parsed.flatMap(([id, stored]) =>
    stored !== undefined && 'secretId' in stored
      ? [{ ...secretOwnerOfDelivery(id), id: stored.secretId }]
      : [],
  );
  const opened = await secrets.read(sealed);
  return new Map(
    parsed.flatMap(([id, stored]) => {
      if (stored === undefined) return [];
      const text = 'text' in stored ? stored.text : opened.get(stored.secretId);
      return text === undefined ? [] : [[id, text] as const];
    }),
  );
}

export interface MailerDeps {
  readonly secrets: Secrets;
  readonly transaction: Engine['transaction'];
  readonly newId: (kind: IdKind) => string;
  /** Null: mails stay in the outbox. Made at the first mail, when the server's address is known. */
  readonly sender: (() => MailSender) | null;
  /** Writes a file that a mail is to have; null: there is none any more. What is thrown is a failed attempt. */
  readonly writeFile: (wanted: WantedFile) => Promise<MailFile | null>;
  /** Has due jobs looked for at once. */
  readonly wake: () => void;
  readonly log: Logger;
}

/** A mail that is written with something else. */
export interface PreparedMail {
  /** Sends it to the database with what the transaction waits for next. */
  readonly write: (tx: Pick<Transaction, 'send'>) => void;
  /** Writes it, and answers whether it was written, for what must not be done without it. */
  readonly tryToWrite: (tx: Pick<Transaction, 'query'>) => Promise<boolean>;
  /** Whether it was written, as known after the commit; one too many, and one that was written before, is not. */
  readonly isWritten: () => boolean;
  /** To be called after the commit: has the mail sent at once. */
  readonly committed: () => void;
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
  async send(mail: NewMail): Promise<void> {
    await this.sendWith(mail, async () => {});
  }

  /** Sends a mail and does something in the same transaction. False: nothing of both, the address was sent too many. */
  async sendWith(mail: NewMail, alongside: Alongside): Promise<boolean> {
    const prepared = await this.prepare(mail, { limit: addressLimit });
    await this.#deps.transaction(async (tx) => {
      if (await prepared.tryToWrite(tx)) await alongside(tx);
    });
    prepared.committed();
    return prepared.isWritten();
  }

  /**
   * A mail to be written in the transaction of what it follows from. Sealed before, because sealing waits for keys; asked
   * for twice with one key, it is written once.
   */
  async prepare(
    { to, subject, text }: NewMail,
    {
      key,
      limit,
      files = [],
    }: { readonly key?: string; readonly limit: TargetLimit; readonly files?: readonly WantedFile[] },
  ): Promise<PreparedMail> {
    const { secrets, newId, wake, log } = this.#deps;
    const id = newId('dlv');
    const secret = await secrets.seal(text, secretOwnerOfDelivery(id));
    const content = { secretId: secret.id, ...(files.length > 0 && { files }) };
    const mail = { id, kind: mailKind, idempotencyKey: key ?? id, target: to, title: subject, content };
    const state = this.sends ? 'waiting' : 'kept';
    const jobId = this.sends ? newId('job') : null;
    let written: boolean | null = null;
    return {
      write: (tx) => {
        sendLimitedDelivery(tx, mail, state, limit, jobId, (isWritten) => {
          written = isWritten;
        });
        sendSecretOfDelivery(tx, id, secret);
      },
      tryToWrite: async (tx) => {
        written = await addDelivery(tx, mail, state, limit, jobId);
        if (written) await addSecret(tx, secret);
        return written;
      },
      isWritten: () => written === true,
      committed: () => {
        if (written === false)
          log.warn('mail not written: too many to one address in an hour, or written before');
        else if (written === true) wake();
      },
    };
  }

  /** How the job of deliveries sends one. The message id is the same at every attempt: a mailbox shows a doubled mail once. */
  get kind(): DeliveryKind {
    return {
      kind: mailKind,
      keepsContent: false,
      send: async (delivery) => {
        this.#sender ??= this.#deps.sender?.() ?? null;
        if (this.#sender === null) throw new Error('No mail server is set (SMTP_URL)');
        const text = (await textsOfMails(this.#deps.secrets, [delivery])).get(delivery.id);
        if (text === undefined)
          throw new JobFault('The text was sealed under another SECRET and cannot be read', null);
        const { files, notes } = await this.#filesOf(delivery);
        try {
          await this.#sender.send({
            id: delivery.id,
            to: delivery.target,
            subject: delivery.title,
            text: [text, ...notes].join('\n'),
            files,
          });
        } catch (error) {
          if (error instanceof MailRefused && error.forGood) throw new JobFault(error.message, null);
          throw error;
        }
        return null;
      },
    };
  }

  /** The files of a mail, and what is said of those that do not go with it. */
  async #filesOf({ content }: Delivery): Promise<{
    readonly files: readonly MailFile[];
    readonly notes: readonly string[];
  }> {
    const files: MailFile[] = [];
    const notes: string[] = [];
    let bytes = 0;
    for (const wanted of storedFiles.safeParse(content).data?.files ?? []) {
      const file = await this.#deps.writeFile(wanted);
      if (file === null) continue;
      if (bytes + file.bytes.length > mostFileBytes)
        notes.push(`‘${file.name}’ is too large for a mail, and is not attached.\n`);
      else {
        bytes += file.bytes.length;
        files.push(file);
      }
    }
    return { files, notes };
  }

  close(): void {
    this.#sender?.close();
  }
}
