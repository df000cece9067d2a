import { type Block, blockOf, type Content, idsIn } from '@weft/documents';
import type { FormPage, FormQuestion } from '../form-document.ts';
import { isQuestionTypeName, questionType } from '../questions/question-types.ts';
import { languagesOf } from './language.ts';
import { translationKey } from './translation-key.ts';

/** Props of the form itself that people who answer read. */
export const saidOfForm: readonly string[] = ['title'];

/** Settings of a type of question that people who answer read. */
const saidSettings = (type: FormQuestion['type']): readonly string[] =>
  Object.entries(questionType(type).settings).flatMap(([name, setting]) =>
    setting.kind === 'text' && setting.isSaid === true ? [name] : [],
  );

/** Props of blocks that people who answer read, by the type of the block. */
export function saidOf(type: Block['props'][string] | undefined): readonly string[] {
  if (type === 'page') return ['label', 'help'];
  if (type === 'choice') return ['label', 'alt'];
  if (type === 'part') return ['label'];
  return isQuestionTypeName(type) ? ['label', 'help', 'explanation', ...saidSettings(type)] : [];
}

/** A text of a form that can be translated. */
export interface SaidText {
  /** Null: the form's own. */
  readonly blockId: string | null;
  readonly key: string;
  readonly text: string;
}

const textsOf = (
  blockId: string | null,
  props: Block['props'],
  keys: readonly string[],
): readonly SaidText[] =>
  keys.flatMap((key) => {
    const text = props[key];
    return typeof text === 'string' && text.trim() !== '' ? [{ blockId, key, text }] : [];
  });

/** What nobody reads who answers: hidden questions, and what is computed out of sight. */
const isSeen = ({ type, unseen }: Block['props']): boolean => type !== 'hidden' && unseen !== true;

/** The texts of a form that can be translated, in the order in which they are read. */
export function saidTexts(content: Content): readonly SaidText[] {
  const inside = (parent: string | null): readonly SaidText[] =>
    idsIn(content, parent).flatMap((id) => {
      const block = blockOf(content, id);
      if (block === undefined || !isSeen(block.props)) return [];
      return [...textsOf(id, block.props, saidOf(block.props.type)), ...inside(id)];
    });
  return [...textsOf(null, content.props, saidOfForm), ...inside(null)];
}

/** A text of a form as it is translated; empty: it is not. */
export function translationOf(content: Content, { blockId, key }: SaidText, language: string): string {
  const props = blockId === null ? content.props : blockOf(content, blockId)?.props;
  const text = props?.[translationKey(key, language)];
  return typeof text === 'string' ? text : '';
}

/** The texts of a form that are missing in a language. */
export const missingTexts = (content: Content, language: string): readonly SaidText[] =>
  saidTexts(content).filter((said) => translationOf(content, said, language).trim() === '');

/** What a form says in one of its languages. */
export interface Wording {
  readonly language: string;
  readonly title: string;
  /** A text of a block: its translation, or as it is written. */
  readonly text: (blockId: string, key: string, written: string) => string;
}

/** A form in a language. What it asks, takes and decides is never read of this: only what it shows. */
export function wordingOf(content: Content, language: string): Wording {
  const title = String(content.props.title ?? '');
  const isMain = language === languagesOf(content).main;
  const said = (blockId: string | null, key: string, written: string): string =>
    translationOf(content, { blockId, key, text: written }, language).trim() === ''
      ? written
      : translationOf(content, { blockId, key, text: written }, language);
  return {
    language,
    title: isMain ? title : said(null, 'title', title),
    text: isMain ? (_id, _key, written) => written : said,
  };
}

/** A question as it reads in a language; its answers, its conditions and its formulas stay as they are. */
export function saidQuestion(question: FormQuestion, { text }: Pick<Wording, 'text'>): FormQuestion {
  const { id, type, label, help, settings, choices, parts } = question;
  const own = saidSettings(type).flatMap((name) => {
    const written = settings[name];
    return typeof written === 'string' ? [[name, text(id, name, written)] as const] : [];
  });
  return {
    ...question,
    ...{ label: text(id, 'label', label), help: text(id, 'help', help) },
    ...(own.length > 0 && { settings: { ...settings, ...Object.fromEntries(own) } }),
    choices: choices.map((choice) => ({
      ...choice,
      label: text(choice.id, 'label', choice.label),
      ...(choice.alt !== undefined && { alt: text(choice.id, 'alt', choice.alt) }),
    })),
    parts: parts.map((part) => ({ ...part, label: text(part.id, 'label', part.label) })),
  };
}

/** A page as it reads in a language. A part of one has its title; its text stands above the first part alone. */
export const saidPage = <P extends Pick<FormPage, 'id' | 'title' | 'text' | 'partOf'>>(
  page: P,
  { text }: Pick<Wording, 'text'>,
): P => {
  const id = page.partOf ?? page.id;
  const below = page.text === '' ? '' : text(id, 'help', page.text);
  return { ...page, title: text(id, 'label', page.title), text: below };
};
