import { holdsFiles, isTextKind } from '@weft/core';
import type { Published } from '@weft/db';
import {
  type AnswerField,
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
/** Characters of an answer that a mail quotes, and of its subject. */
const longestQuote = 200;
const longestSubject = 200;
/** Characters that are looked at for a quote: links are searched for in a time that grows with the square of them. */
const longestRead = 2_000;

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;

/**
 * What somebody wrote freely is a stranger's text, and the address may be somebody else's: it is quoted short, and links
 * nowhere. Programs that read mails take what has a point before a letter for the name of a host.
 */
const withoutLinks = (text: string): string =>
  cut(
    text
      .slice(0, longestRead)
      .replace(/\b[a-z][a-z0-9+.-]*:\/\//gi, '')
      .replace(/\bwww\./gi, '')
      .replace(/[.\u3002\uff0e\uff61](?=\p{L})/gu, '$&\u200b')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/\s*\n\s*/g, '\n'),
    longestQuote,
  );

/** Numbers, days and the choices of the form's author are nobody's own words. */
const quoted = (text: string, { type }: AnswerField): string =>
  isTextKind(type) || holdsFiles(type) ? withoutLinks(text) : text;

const oneLine = (text: string): string => cut(text.replace(/\s+/g, ' ').trim(), longestSubject);

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
  const pipe = pipeOf(pages, answers, { ...pipingFor(reader), written: quoted });
  const shown = oneLine(pipe(subject.trim() === '' ? replySubject : subject));
  const text = pipe(body.trim() === '' ? replyText : body);
  // Where nothing was answered to what the subject names, the form says what it is about.
  const mail = { to, subject: shown === '' ? oneLine(reader.wording.title) : shown, text: `${text}\n` };
  const files = wantedFiles(replyFiles, { flowId, recordId, to: 'respondent' });
  return mailer.prepare(mail, { key, limit, files });
}
