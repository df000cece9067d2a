import {
  type Block,
  blockOf,
  type Content,
  emptyContent,
  idsIn,
  type Json,
  type Kind,
  type Names,
  schemaOf,
} from '@weft/documents';
import type { IdKind } from '@weft/std';
import type { AnswerField, Choice, Part, Question, SettingValue } from './questions/question.ts';
import { isQuestionTypeName, type QuestionTypeName, questionType } from './questions/question-types.ts';

export const formKind: Kind = { kind: 'form', migrations: [] };

/** Characters of a label or a title. */
export const longestLabel = 255;
/** Characters of what is said under a label. */
export const longestHelp = 1_000;

export type FormQuestion = Question<QuestionTypeName>;

export const newForm = (title: string): Content => ({
  ...emptyContent(formKind.kind, schemaOf(formKind)),
  props: { title },
});

/** The props of a new question. */
export const questionProps = (type: QuestionTypeName): Block['props'] => ({
  type,
  label: '',
  required: false,
});

/** The blocks that stand in a new question: its first choices and its parts, in order. */
export function newChildren(
  type: QuestionTypeName,
  newId: (kind: IdKind) => string,
): readonly { readonly id: string; readonly props: Block['props'] }[] {
  const { choices, parts } = questionType(type);
  return [
    ...(choices?.initial ?? []).map((label) => ({ id: newId('opt'), props: choiceProps(label) })),
    ...(parts?.initial ?? []).map(({ name, label }) => ({ id: newId('fld'), props: partProps(name, label) })),
  ];
}

export const choiceProps = (label: string): Block['props'] => ({ type: 'choice', label });
export const partProps = (name: string, label: string): Block['props'] => ({ type: 'part', name, label });

export const titleOf = ({ props }: Content): string => String(props.title ?? '');

const textIn = ({ props }: Block, key: string): string => String(props[key] ?? '');

function questionOf(
  id: string,
  block: Block,
  children: readonly (readonly [id: string, block: Block])[],
): FormQuestion | null {
  const { type, required, label: _, help: __, ...settings } = block.props;
  if (!isQuestionTypeName(type)) return null;
  const inner = (of: string) => children.filter(([, { props }]) => props.type === of);
  return {
    ...{ id, type, label: textIn(block, 'label'), help: textIn(block, 'help'), required: required === true },
    settings: settings as { readonly [name: string]: SettingValue },
    choices: inner('choice').map(([choice, each]): Choice => ({ id: choice, label: textIn(each, 'label') })),
    parts: inner('part').map(
      ([part, each]): Part => ({ id: part, name: textIn(each, 'name'), label: textIn(each, 'label') }),
    ),
  };
}

/** The questions and contents of a form in their order. */
export function questionsOf(content: Content): readonly FormQuestion[] {
  const inside = Map.groupBy(Object.keys(content.blocks), (id) => blockOf(content, id)?.parent ?? null);
  return idsIn(content, null).flatMap((id) => {
    const children = inside.has(id) ? idsIn(content, id) : [];
    const pairs = children.flatMap((each) => {
      const block = blockOf(content, each);
      return block === undefined ? [] : [[each, block] as const];
    });
    const block = blockOf(content, id);
    return (block === undefined ? null : questionOf(id, block, pairs)) ?? [];
  });
}

/** The fields that keep the answers of these questions. */
export const fieldsOf = (questions: readonly FormQuestion[]): readonly AnswerField[] =>
  questions.flatMap((question) => questionType(question.type).fields(question));

/** Prose, in which two people can write at once. */
export const isFormText = (key: string): boolean =>
  key === 'title' || key === 'label' || key === 'help' || key === 'text' || key === 'terms';

const sortOf = ({ props: { type } }: Block): string => {
  if (type === 'choice' || type === 'part') return type;
  return isQuestionTypeName(type) && questionType(type).isContent === true ? 'block' : 'question';
};

const propNames: { readonly [key: string]: string } = {
  title: 'title',
  label: 'label',
  help: 'description',
  required: 'answer',
};

/** How changes of a form are told in words. */
export const formNames: Names = {
  block: ({ props }) => (typeof props.label === 'string' && props.label !== '' ? props.label : null),
  sort: sortOf,
  prop: (key, block) => {
    const type = block?.props.type;
    const setting = isQuestionTypeName(type) ? questionType(type).settings[key] : undefined;
    return propNames[key] ?? (setting === undefined ? null : `setting ‘${setting.label}’`);
  },
  value: (key, value: Json) => {
    if (key === 'required') return value === true ? 'required' : 'optional';
    return value === '' ? 'nothing' : null;
  },
};

/** Why a draft cannot be published, in a sentence; null when it can. */
export function whyNotPublished(content: Content): string | null {
  const questions = questionsOf(content);
  if (!questions.some(({ type }) => questionType(type).isContent !== true)) return 'Add a question first';
  for (const question of questions) {
    const { choices, parts, needsNoLabel, fault, label: noun } = questionType(question.type);
    const label = question.label.trim();
    if (needsNoLabel !== true && label === '')
      return questionType(question.type).isContent === true
        ? `Write the ${noun.toLowerCase()} first`
        : 'Give every question a label first';
    const named = `‘${label}’`;
    if (choices !== undefined && question.choices.length === 0) return `${named} has no choices yet`;
    if (parts !== undefined && question.parts.length === 0) return `${named} has nothing to fill in yet`;
    if ([...question.choices, ...question.parts].some((each) => each.label.trim() === ''))
      return `Something in ${named} has no label yet`;
    const labels = question.choices.map((choice) => choice.label.trim().toLowerCase());
    if (new Set(labels).size < labels.length) return `Two choices of ${named} have the same label`;
    const wrong = fault?.(question) ?? null;
    if (wrong !== null) return `${named}: ${wrong}`;
  }
  return null;
}
