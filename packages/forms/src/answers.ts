import {
  type CellValue,
  type Condition,
  checkFilter,
  compileFilter,
  type FieldKind,
  type Filter,
  isCondition,
  type Table,
} from '@weft/core';
import { byName } from '@weft/std';
import { type FormQuestion, inputsOf } from './form-document.ts';
import { nameKey } from './piping.ts';
import type { AnswerField, Choice, FilesOf } from './questions/question.ts';
import { choosesAtFirst, hasDefault, questionType } from './questions/question-types.ts';
import { idsInText, textOf } from './questions/settings.ts';

/** The value of each answered field, by its id. */
export type Answers = ReadonlyMap<string, CellValue>;

/** Texts by field, as they were sent: a field may have several. */
export type Sent = readonly (readonly [fieldId: string, text: string])[];

/** The texts of a field without spaces around them, empty ones left out. */
export function textsBy(sent: Sent): (fieldId: string) => readonly string[] {
  const texts = byName(
    sent.map(([id, text]) => [id, text.trim()] as const).filter(([, text]) => text !== ''),
  );
  return (id) => texts.get(id) ?? [];
}

/** Of a form that no file was sent to. */
export const noFiles: FilesOf = () => null;

/** What conditions know: the fields that they may ask about, and the moment in UTC. */
export interface ConditionEnv {
  readonly table: Table;
  readonly now: string;
}

/** `fields` are all that conditions may ask about. */
export const conditionEnv = (fields: readonly AnswerField[], now: string): ConditionEnv => ({
  table: {
    ...{ id: 'form', name: '', order: 0, primaryFieldId: '', views: [] },
    fields: fields.map((field, order) => ({ ...field, order })),
  },
  now,
});

const neutral = { timeZone: 'UTC', locale: 'en-US' };

/** Whether conditions hold for the answers so far; a condition about what is gone says nothing. */
export function holds(filter: Filter, { table, now }: ConditionEnv, answers: Answers): boolean {
  const data = Object.fromEntries(answers);
  return compileFilter(filter, table, { ...neutral, now })({
    ...{ id: '', position: 0, createdAt: now, updatedAt: now },
    data,
  });
}

const conditionsOf = (filter: Filter): readonly Condition[] =>
  filter.items.flatMap((item) => (isCondition(item) ? [item] : conditionsOf(item)));

/**
 * Whether each condition asks about a field there is, in a way that its type knows: `holds` leaves out the others, and may
 * hold for every answer then. One without a value yet asks nothing.
 */
export const canBeJudged = (filter: Filter, { table, now }: ConditionEnv): boolean =>
  conditionsOf(filter).every((condition) => {
    const checked = checkFilter({ conjunction: 'and', items: [condition] }, table, { ...neutral, now });
    const isUnset = (condition.value ?? '') === '';
    return checked.ok || (isUnset && checked.error.every(({ path }) => path.endsWith('.value')));
  });

/** Those of these fields that conditions ask about. */
export const fieldsAskedBy = (
  filters: readonly Filter[],
  fields: readonly AnswerField[],
): readonly AnswerField[] => {
  const asked = new Set(filters.flatMap(conditionsOf).map(({ fieldId }) => fieldId));
  return fields.filter(({ id }) => asked.has(id));
};

/** Kinds that keep a share, of which hundredths are typed. */
const typedInHundredths: readonly FieldKind[] = ['percent'];

/** The number that was answered to the question of a name; `typed`: percentages as hundredths, which they are typed in. */
function numberNamed({ table }: ConditionEnv, answers: Answers, name: string, typed = false): number | null {
  const key = nameKey(name);
  const field = table.fields.find((each) => nameKey(each.name) === key && answers.get(each.id) !== undefined);
  const value = field === undefined ? null : answers.get(field.id);
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'number') return null;
  return typed && field !== undefined && typedInHundredths.includes(field.type)
    ? Number((value * 100).toPrecision(15))
    : value;
}

/** The choices with those marked whose conditions do not hold. */
const offered = (choices: readonly Choice[], env: ConditionEnv, answers: Answers): readonly Choice[] =>
  choices.map((choice) =>
    choice.shownWhen === undefined || holds(choice.shownWhen, env, answers)
      ? choice
      : { ...choice, isHidden: true },
  );

/** Whether a question is shown to some alone: by its own conditions, or by those of all its choices. */
export const isConditional = ({ shownWhen, choices }: FormQuestion): boolean =>
  shownWhen !== null || (choices.length > 0 && choices.every((choice) => choice.shownWhen !== undefined));

/** What stands in a question before it is answered, by the answers before it; empty: nothing. */
function defaultOf(question: FormQuestion, env: ConditionEnv, answers: Answers): string {
  if (!hasDefault(question.type)) return '';
  const rule = question.usualWhen?.find(({ when }) => holds(when, env, answers));
  const text = rule?.text ?? textOf(question, 'usual');
  if (!choosesAtFirst(question.type)) return text;
  // What is not offered, or has no room left, is not chosen for anybody.
  const free = new Set(
    offered(question.choices, env, answers).flatMap(({ id, isHidden, isFull }) =>
      isHidden === true || isFull === true ? [] : [id],
    ),
  );
  return idsInText(text)
    .filter((id) => free.has(id))
    .join(' ');
}

/** What a page asks somebody. */
export interface AskedPage {
  /** The questions and contents that are shown; `required` as conditions make it. */
  readonly shown: readonly FormQuestion[];
  /** The answers up to the end of the page. */
  readonly answers: Answers;
  /** What is wrong, by field. */
  readonly faults: ReadonlyMap<string, string>;
  /** What stands in its questions before they are answered, by their ids, as it is written: with names in it. */
  readonly defaults: ReadonlyMap<string, string>;
}

/**
 * Goes through the questions of a page in their order: each is shown, and required, by the answers given before it. What
 * is not shown is not read.
 */
export function askPage(
  questions: readonly FormQuestion[],
  before: Answers,
  textsOf: (fieldId: string) => readonly string[],
  env: ConditionEnv,
  filesOf: FilesOf = noFiles,
): AskedPage {
  const answers = new Map(before);
  const faults = new Map<string, string>();
  const shown: FormQuestion[] = [];
  const defaults = new Map<string, string>();
  for (const question of questions) {
    const { shownWhen, requiredWhen } = question;
    const usual = defaultOf(question, env, answers);
    if (usual !== '') defaults.set(question.id, usual);
    if (shownWhen !== null && !holds(shownWhen, env, answers)) continue;
    const required = question.required || (requiredWhen !== null && holds(requiredWhen, env, answers));
    const choices = offered(question.choices, env, answers);
    const taken = choices.filter(({ isHidden }) => isHidden !== true);
    // Nothing is asked where nothing can be chosen.
    if (choices.length > 0 && taken.length === 0) continue;
    const asked = { ...question, required, choices };
    shown.push(asked);
    const hidden = new Set(choices.flatMap(({ id, isHidden }) => (isHidden === true ? [id] : [])));
    const textsOfShown =
      hidden.size === 0 ? textsOf : (id: string) => textsOf(id).filter((text) => !hidden.has(text));
    const read = questionType(question.type).read({ ...asked, choices: taken }, textsOfShown, {
      fileOf: filesOf,
      numberNamed: (name) => numberNamed(env, answers, name),
      typedNumberNamed: (name) => numberNamed(env, answers, name, true),
      at: env.now,
    });
    for (const [id, reason] of read.faults) faults.set(id, reason);
    for (const [id, value] of read.values) answers.set(id, value);
  }
  return { shown, answers, faults, defaults };
}

/** The fields of what is sent that no question of the form has. */
export function unknownFields(questions: readonly FormQuestion[], sent: Sent): readonly string[] {
  const known = new Set(inputsOf(questions).map(({ id }) => id));
  return [...new Set(sent.map(([id]) => id).filter((id) => !known.has(id)))];
}
