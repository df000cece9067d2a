import type { SmtpSettings } from './smtp-settings.ts';

/** A mail that was not taken; `forGood`: the mail server will never take it for this address. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly forGood: boolean;

  constructor(message: string, forGood: boolean, options?: { cause?: unknown }) {
    super(message, options);
    this.forGood = forGood;
  }
}

export interface NewMail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** A file that goes with a mail. */
export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface MailToSend extends NewMail {
  readonly files: readonly MailFile[];
  /** The same at every attempt. */
  readonly id: string;
}

export interface MailSender {
  /** Resolves when the mail server took the mail; throws MailRefused. */
  readonly send: (mail: MailToSend) => Promise<void>;
  readonly close: () => void;
}

const seconds = 1_000;

/** The refusals that name this mail or its address; a wrong password is mended by the admin and tried again. */
const ofThisMail = new Set(['EENVELOPE', 'EMESSAGE']);

function refused(cause: unknown): MailRefused {
  const { code, responseCode } = cause as { readonly code?: unknown; readonly responseCode?: unknown };
  const forGood =
    ofThisMail.has(String(code)) &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode < 600;
  return new MailRefused(cause instanceof Error ? cause.message : String(cause), forGood, { cause });
}

/** Sends the server's own mails by SMTP, one connection per mail: a server sends few. */
export function smtpSender(smtp: SmtpSettings, from: string): MailSender {
  const open = new Set<() => void>();
  return {
    send: async (mail) => {
      // Fetched by the first mail: many servers send none.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        host: smtp.host,
        port: smtp.port,
        secure: smtp.secure,
        // A password never travels in the clear to another machine.
        requireTLS: !smtp.secure && smtp.user !== null && !smtp.local,
        ...(smtp.user === null ? {} : { auth: { user: smtp.user, pass: smtp.password ?? '' } }),
        connectionTimeout: 15 * seconds,
        greetingTimeout: 15 * seconds,
        socketTimeout: 30 * seconds,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const close = () => transport.close();
      open.add(close);
      try {
        await transport.sendMail({
          from: { name: 'Weft', address: from },
          // As an object, the address is never read as a list of several.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          attachments: mail.files.map(({ name, type, bytes }) => ({
            ...{ filename: name, contentType: type, content: Buffer.from(bytes) },
          })),
          messageId: `<${mail.id}@${from.slice(from.indexOf('@') + 1)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw refused(error);
      } finally {
        open.delete(close);
        close();
      }
    },
    close: () => {
      for (const close of open) close();
    },
  };
}
