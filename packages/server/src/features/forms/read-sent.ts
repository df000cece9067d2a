import type { Content } from '@weft/documents';
import { questionsOf, questionType, type Sent } from '@weft/forms';
import { formParts, languageMove, removeFile } from '@weft/public';
import { invalid, isId } from '@weft/std';

/** Bytes of one answer: strangers send it. */
export const answerBody = 256 * 1024;
/** Parts of one answer: more than forms ask for. */
export const maxParts = 2_000;

/** The texts of a form as browsers send it where it holds no files. */
export function textsIn(body: unknown): Sent {
  if (typeof body !== 'string') throw invalid('body', 'An answer is sent as a form');
  const parts: (readonly [string, string])[] = [];
  for (const part of new URLSearchParams(body)) {
    if (parts.push(part) > maxParts) throw invalid('body', `An answer has at most ${maxParts} parts`);
  }
  return parts;
}

/** Fields that captchas add to a form by themselves. */
const ofWidgets = ['cf-turnstile-response', 'h-captcha-response', 'g-recaptcha-response'];

/** What was sent: the parts of the form itself, and the texts of each field. */
export function readSent(parts: Sent) {
  const own: readonly string[] = [...Object.values(formParts), ...ofWidgets];
  const partOf = (name: string) => parts.find(([key]) => key === name)?.[1];
  const id = partOf(formParts.submission);
  if (!isId('sub', id)) throw invalid(formParts.submission, 'Not the id of an answer');
  const go = partOf(formParts.go) ?? 'next';
  const isTranslated = go === languageMove;
  const removed = go.startsWith(removeFile) ? go.slice(removeFile.length) : null;
  const all = (part: string) => new Set(parts.flatMap(([name, text]) => (name === part ? [text] : [])));
  return {
    id,
    snapshotId: partOf(formParts.snapshot),
    /** Where a link is to go; null: nobody asked for one. */
    later: go === 'mail' ? (partOf(formParts.later) ?? '').trim() : null,
    token: partOf(formParts.token) ?? '',
    /** The language that its page was in, or is to be in. */
    language: partOf(isTranslated ? formParts.otherLanguage : formParts.language) ?? null,
    isTranslated,
    trap: partOf(formParts.trap) ?? '',
    work: partOf(formParts.work) ?? '',
    captcha: partOf(formParts.captcha) ?? '',
    /** Pages that were turned to without a connection. */
    turned: all(formParts.turned),
    move: {
      pageId: partOf(formParts.page) ?? null,
      go: removed === null && go !== 'mail' && !isTranslated ? go : 'stay',
      asked: all(formParts.asked),
    },
    sent: parts.filter(([name, text]) => !own.includes(name) && text !== removed),
  };
}

/** What questions take from the address that the form was opened by. */
export function fromAddress(content: Content, search: URLSearchParams): Sent {
  return questionsOf(content).flatMap((question) => {
    const text = questionType(question.type).fromAddress?.(question, (name) => search.get(name));
    return text === undefined ? [] : [[question.id, text] as const];
  });
}

/** An address may hold what no text of the database can be. */
export const isIdentifier = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);
