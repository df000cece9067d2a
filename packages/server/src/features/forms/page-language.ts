import type { Published } from '@weft/db';
import type { Content } from '@weft/documents';
import {
  type AnswerWords,
  acceptedLanguages,
  answerLanguage,
  isEvent,
  isLanguage,
  languageFor,
  languagesOf,
  wordingOf,
} from '@weft/forms';
import { languageParameter, type PageLanguage, pipingFor, type Reader, wordsOf } from '@weft/public';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFormCookie, setFormCookie } from './form-cookies.ts';

/** A published form, and the language that it is shown in to somebody. */
export interface Opened extends Published {
  readonly language: string;
}

/** A form that is shown; in the language it is written in where none is said. */
export type Shown = Pick<Published, 'content'> & Partial<Pick<Opened, 'language'>>;

/** The languages that pages of a form can be read in: one that is booked has its own alone. */
function offered(content: Content): readonly string[] {
  const { main, others } = languagesOf(content);
  return isEvent(content) ? [main] : [main, ...others];
}

/** An earlier version of the form may not have the language. */
export function pageLanguage({ content, language }: Shown): PageLanguage {
  const all = offered(content);
  const own = all.find((each) => each === language) ?? languagesOf(content).main;
  return { language: own, offered: all.length > 1 ? all : [] };
}

export const wordingFor = (shown: Shown) => wordingOf(shown.content, pageLanguage(shown).language);

/** The form for whoever answered in a language; in its own where that is none of its, or nobody knows. */
export function readerOf(content: Content, language: unknown): Reader {
  const own = answerLanguage(content, language) ?? languagesOf(content).main;
  return {
    wording: wordingOf(content, own),
    words: wordsOf({ language: { language: own, offered: [] } }),
  };
}

/** How answers read in the language that a form is written in, as the names of its questions do. */
export const wordsOfForm = (content: Content): AnswerWords => pipingFor(readerOf(content, null)).words;

/** Of these PDFs have no characters. */
const unwritten: readonly string[] = ['ja', 'ko', 'zh'];
const isUnwritten = (language: string): boolean => unwritten.includes(language.split('-')[0] ?? '');

/** The same for a PDF: a form that is written in other characters is told in those, rather than in none. */
export function pdfReaderOf(content: Content, language: unknown): Reader {
  const reader = readerOf(content, language);
  if (!isUnwritten(reader.wording.language)) return reader;
  const { wording, words } = readerOf(content, null);
  return isUnwritten(wording.language) ? { wording, words: wordsOf({}) } : { wording, words };
}

/** The language that an address asks for; null: none that the form has. */
export function chosenLanguage(request: FastifyRequest, content: Content): string | null {
  const asked = new URL(request.url, 'http://form').searchParams.get(languageParameter);
  return asked !== null && offered(content).includes(asked) ? asked : null;
}

/** The language for whoever asks: by the address, else as they chose before, else as their browser wishes. */
export function languageAsked(
  request: FastifyRequest,
  { flowId, content }: Pick<Published, 'flowId' | 'content'>,
): string {
  const chosen = chosenLanguage(request, content);
  if (chosen !== null) return chosen;
  const [main = '', ...others] = offered(content);
  const kept = readFormCookie(request, 'lang', flowId);
  if (isLanguage(kept) && [main, ...others].includes(kept)) return kept;
  const wanted = acceptedLanguages(request.headers['accept-language'] ?? '');
  return languageFor(wanted, { main, others }) ?? main;
}

/** The form in the language that a page was in, where that is one of its own. */
export const inLanguage = (opened: Opened, language: string | null): Opened =>
  language !== null && offered(opened.content).includes(language) ? { ...opened, language } : opened;

/** Shows the form in this language to this browser from now on. */
export const rememberLanguage = (
  reply: FastifyReply,
  { flowId }: Pick<Published, 'flowId'>,
  { language, https }: { readonly language: string; readonly https: boolean },
): void => setFormCookie(reply, 'lang', language, { flowId, https });
