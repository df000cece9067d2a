import {
  type Block,
  blockOf,
  type Content,
  emptyContent,
  faultsOf,
  idsIn,
  type Json,
  type Kind,
  type Names,
  schemaOf,
} from '@weft/documents';
import { type Fault, isId } from '@weft/std';
import { isQuestionTypeName, type QuestionTypeName } from './questions/question-types.ts';

export const formKind: Kind = { kind: 'form', migrations: [] };

const maxQuestions = 200;
/** Characters of a label or a title. */
export const longestLabel = 255;
/** Characters of what is said under a label. */
export const longestHelp = 1_000;

export interface Question {
  /** Also the id of the field that keeps the answers. */
  readonly id: string;
  readonly type: QuestionTypeName;
  readonly label: string;
  /** Said under the label; empty: nothing is. */
  readonly help: string;
  readonly required: boolean;
}

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

export const titleOf = ({ props }: Content): string => String(props.title ?? '');

/** The questions of a form in their order. */
export const questionsOf = (content: Content): readonly Question[] =>
  idsIn(content, null).flatMap((id) => {
    const { type, label, help, required } = blockOf(content, id)?.props ?? {};
    if (!isQuestionTypeName(type)) return [];
    return [{ id, type, label: String(label ?? ''), help: String(help ?? ''), required: required === true }];
  });

/** Prose, in which two people can write at once. */
export const isFormText = (key: string): boolean => key === 'title' || key === 'label' || key === 'help';

/** How changes of a form are told in words. */
export const formNames: Names = {
  block: ({ props }) => (typeof props.label === 'string' && props.label !== '' ? props.label : null),
  sort: () => 'question',
  prop: (key) => ({ title: 'title', label: 'label', help: 'description', required: 'answer' })[key] ?? null,
  value: (key, value) => {
    if (key === 'required') return value === true ? 'required' : 'optional';
    return value === '' ? 'nothing' : null;
  },
};

const isText = (value: Json): boolean => typeof value === 'string' && value.length <= longestLabel;

const requiredProps: { readonly [key: string]: (value: Json) => boolean } = {
  type: isQuestionTypeName,
  label: isText,
  required: (value) => typeof value === 'boolean',
};

const propRules: typeof requiredProps = {
  ...requiredProps,
  help: (value) => typeof value === 'string' && value.length <= longestHelp,
};

function questionFaults(id: string, { parent, props }: Block): readonly Fault[] {
  const path = `blocks.${id}`;
  const faults: Fault[] = [];
  if (!isId('fld', id)) faults.push({ path, reason: 'Not an id of the shape fld…' });
  if (parent !== null) faults.push({ path: `${path}.parent`, reason: 'A question stands in no other' });
  for (const key of Object.keys(requiredProps))
    if (!Object.hasOwn(props, key)) faults.push({ path: `${path}.props.${key}`, reason: 'Missing' });
  for (const [key, value] of Object.entries(props)) {
    const rule = Object.hasOwn(propRules, key) ? propRules[key] : undefined;
    if (rule === undefined || !rule(value))
      faults.push({
        path: `${path}.props.${key}`,
        reason: rule === undefined ? 'A question has no such setting' : 'Not a value of this setting',
      });
  }
  return faults;
}

/** Everything that is wrong with a document as a form. */
export function formFaults(content: Content): readonly Fault[] {
  const faults: Fault[] = [...faultsOf(content)];
  const blocks = Object.entries(content.blocks);
  if (blocks.length > maxQuestions)
    faults.push({ path: 'blocks', reason: `A form has at most ${maxQuestions} questions` });
  for (const [key, value] of Object.entries(content.props))
    if (key !== 'title' || !isText(value))
      faults.push({
        path: `props.${key}`,
        reason:
          key === 'title' ? `A title has at most ${longestLabel} characters` : 'A form has no such setting',
      });
  return [...faults, ...blocks.flatMap(([id, block]) => questionFaults(id, block))];
}

/** Why a draft cannot be published, in a sentence; null when it can. */
export function whyNotPublished(content: Content): string | null {
  const questions = questionsOf(content);
  if (questions.length === 0) return 'Add a question first';
  if (questions.some(({ label }) => label.trim() === '')) return 'Give every question a label first';
  return null;
}
