import { defaultTemplate, type FieldShape } from '@weft/core';
import {
  aList,
  type Content,
  type Json,
  type JsonSchema,
  type PropRule,
  type PropRules,
  propRule,
} from '@weft/documents';
import type { AnswerField } from '../questions/question.ts';
import { isLanguage, languagePattern, readTranslationKey, translationMark } from './translation-key.ts';

/** Languages of one form besides the one it is written in. */
export const mostLanguages = 49;

const aLanguage = propRule({ type: 'string', pattern: `^${languagePattern}$` }, isLanguage);

/** Languages that published pages have words of their own in; in others they say them in English. */
export const wordedLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ar', 'he', 'ja'] as const;
export type WordedLanguage = (typeof wordedLanguages)[number];

/** The language that a form is written in where it says none. */
const usualLanguage = 'en';

/** Props of a form: the language it is written in, and those it is translated into. */
export const languageProps: PropRules = {
  language: aLanguage,
  languages: aList(aLanguage, mostLanguages),
};

export interface FormLanguages {
  /** What texts are written in that are not translated. */
  readonly main: string;
  /** The others, without the main one. */
  readonly others: readonly string[];
}

export function languagesOf({ props }: Pick<Content, 'props'>): FormLanguages {
  const main = isLanguage(props.language) ? props.language : usualLanguage;
  const listed: readonly Json[] = Array.isArray(props.languages) ? props.languages : [];
  return { main, others: [...new Set(listed.filter(isLanguage))].filter((each) => each !== main) };
}

/** Written from right to left: by their language, or by the script they name. */
const fromRight = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);
const scriptsFromRight = new Set(['Arab', 'Hebr', 'Thaa']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  const [base = '', script = ''] = language.split('-');
  if (script.length === 4) return scriptsFromRight.has(script) ? 'rtl' : 'ltr';
  return fromRight.has(base) ? 'rtl' : 'ltr';
}

/** Languages that a browser asks for are looked at no further than that. */
const mostAsked = 20;

/** The languages of an `Accept-Language` header, the most wanted first. */
export const acceptedLanguages = (header: string): readonly string[] =>
  header
    .slice(0, 1_000)
    .split(',')
    .slice(0, mostAsked)
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return { name: name.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ name, weight }) => name !== '' && name !== '*' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ name }) => name);

/** The first of the languages that somebody wants which a form has, as it is or in another region; null: none. */
export function languageFor(wanted: readonly string[], { main, others }: FormLanguages): string | null {
  const offered = [main, ...others];
  const base = (language: string) => language.toLowerCase().split('-')[0];
  for (const each of wanted) {
    const found =
      offered.find((language) => language.toLowerCase() === each.toLowerCase()) ??
      offered.find((language) => base(language) === base(each));
    if (found !== undefined) return found;
  }
  return null;
}

/** What the translations of a prop may be: what the prop itself may be. */
export const translationRule = (
  key: string,
  may: PropRules,
  said: readonly string[],
): PropRule | undefined => {
  const read = readTranslationKey(key);
  return read !== null && said.includes(read.key) ? may[read.key] : undefined;
};

/** The same as a schema says it: patterns of the names of props. */
export const translationSchemas = (may: PropRules, said: readonly string[]): JsonSchema =>
  Object.fromEntries(
    said.map((key) => [`^${key}${translationMark}${languagePattern}$`, may[key]?.schema ?? {}]),
  );

/** A language of a form of which there are several; null: it has one alone, or not this one. */
export function answerLanguage(content: Pick<Content, 'props'>, language: unknown): string | null {
  const { main, others } = languagesOf(content);
  return others.length === 0 ? null : ([main, ...others].find((each) => each === language) ?? null);
}

/** The field that keeps in which language somebody answered. */
export const languageField = (id: string): AnswerField => ({
  ...{ id, name: 'Language' },
  ...({ type: 'single_line_text', template: defaultTemplate('single_line_text') } as FieldShape),
});
