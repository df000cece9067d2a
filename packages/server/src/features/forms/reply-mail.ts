import type { Published } from '@weft/db';
import {
  type Answers,
  type FormPage,
  type FormQuestion,
  formSettingsOf,
  personEmail,
  pipeOf,
} from '@weft/forms';
import { pipingFor, type Reader } from '@weft/public';
import type { Mailer, PreparedMail } from '../../mail/mailer.ts';
import { wantedFiles } from './mailed-files.ts';

/** Nobody's mailbox is flooded by whoever enters their address. */
const limit = { most: 3, seconds: 3_600 };
/** Characters of an answer that a mail quotes. */
const longestQuote = 200;
/** Characters that are looked at for a quote: links are searched for in a time that grows with the square of them. */
const longestRead = 2_000;

/** An answer is a stranger's text, and the address may be somebody else's: it is quoted short, and links nowhere. */
const quoted = (text: string): string =>
  text
    .slice(0, longestRead)
    .replace(/\b[a-z][a-z0-9+.-]*:\/\//gi, '')
    .replace(/\bwww\./gi, '')
    .replace(/\.(?=\S)/g, '.\u200b')
    .replace(/\s+/g, ' ')
    .slice(0, longestQuote);

/** The mail to whoever answered, written once under its key; null: the form sends none, or they gave no address. */
export async function replyMail(
  mailer: Pick<Mailer, 'prepare'>,
  { flowId, settings }: Pick<Published, 'flowId' | 'settings'>,
  {
    key,
    recordId,
    verified,
    reader,
  }: {
    readonly key: string;
    readonly recordId: string;
    /** The address that whoever answered has proved; null: the form asks for no proof. */
    readonly verified: string | null;
    readonly reader: Reader;
  },
  pages: readonly FormPage[],
  asked: readonly FormQuestion[],
  answers: Answers,
): Promise<PreparedMail | null> {
  const { replySubject, replyText, replyFiles, replyTranslations } = formSettingsOf(settings);
  const to = verified ?? personEmail(asked, answers);
  if (to === null || replySubject.trim() === '' || replyText.trim() === '') return null;
  const { subject = '', text: body = '' } = replyTranslations[reader.wording.language] ?? {};
  const text = pipeOf(pages, answers, { ...pipingFor(reader), written: quoted })(
    body.trim() === '' ? replyText : body,
  );
  const shown = subject.trim() === '' ? replySubject : subject;
  const mail = { to, subject: shown.replace(/\s+/g, ' ').trim(), text: `${text}\n` };
  const files = wantedFiles(replyFiles, { flowId, recordId, to: 'respondent' });
  return mailer.prepare(mail, { key, limit, files });
}
