import { anyFieldType, checkFilter, type Filter } from '@weft/core';
import { type ConditionEnv, conditionEnv } from './answers.ts';
import { fieldsAskedBy } from './conditions.ts';
import { type FormQuestion, fieldsOf } from './form-document.ts';
import { other } from './questions/choosing.ts';
import type { AnswerField } from './questions/question.ts';
import { yesNoChoices } from './questions/yes-no/yes-no.ts';

/** How conditions of other services compare; each type of field has its own word for it. */
const operators = {
  is: ['is', 'equals', 'has_any_of'],
  is_not: ['is_not', 'not_equals', 'has_none_of'],
  contains: ['contains', 'has_any_of'],
  does_not_contain: ['does_not_contain', 'has_none_of'],
  starts_with: ['starts_with'],
  ends_with: ['ends_with'],
  more: ['greater_than', 'is_after'],
  at_least: ['greater_than_or_equals', 'is_on_or_after'],
  less: ['less_than', 'is_before'],
  at_most: ['less_than_or_equals', 'is_on_or_before'],
  is_empty: ['is_empty'],
  is_not_empty: ['is_not_empty'],
} as const;
export type ForeignOperator = keyof typeof operators;

export interface ForeignCondition {
  /** The key of the question. */
  readonly about: string;
  readonly operator: ForeignOperator;
  /** A choice by its label. */
  readonly value?: string | number | boolean;
}

export interface ForeignConditions {
  readonly conjunction: 'and' | 'or';
  readonly items: readonly (ForeignConditions | ForeignCondition)[];
}

/** Past a question, where the conditions hold; null: always. The first of a question that holds counts. */
export interface ForeignJump {
  /** The key of the question it stands behind. */
  readonly after: string;
  readonly when: ForeignConditions | null;
  /** The key of a later question, or of an ending. */
  readonly to: string;
}

export interface ForeignEnding {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  /** Where it leads on. */
  readonly redirect?: string;
}

/** A question as it was made, and what is called how in it elsewhere. */
export interface MadeQuestion {
  readonly question: FormQuestion;
  /** The id of each choice by its label, as it was written elsewhere. */
  readonly choices: ReadonlyMap<string, string>;
}

export type MadeQuestions = ReadonlyMap<string, MadeQuestion>;

/** The field that keeps the answer itself; undefined: it is kept in several. */
const fieldOf = ({ question }: MadeQuestion): AnswerField | undefined =>
  fieldsOf([question]).find(({ id }) => id === question.id);

const choiceIdOf = ({ question, choices }: MadeQuestion, label: string): string | undefined =>
  question.type === 'yes_no'
    ? yesNoChoices.find((choice) => choice.label.toLowerCase() === label.toLowerCase())?.id
    : choices.get(label);

/** What is compared with, as the type of the field takes it; undefined: it has no such value. */
function operandOf(made: MadeQuestion, field: AnswerField, value: ForeignCondition['value']): unknown {
  const text = value === true ? 'yes' : value === false ? 'no' : String(value ?? '');
  const { operators: known, emptyCountsAs } = anyFieldType(field.type);
  if ('is_any_of' in known) return choiceIdOf(made, text);
  if ('has_any_of' in known) {
    const id = choiceIdOf(made, text);
    return id === undefined ? undefined : [id];
  }
  if (emptyCountsAs === false) return value === true || /^(yes|true|1)$/i.test(text);
  return 'equals' in known && text.trim() !== '' ? Number(text) : text;
}

/** Conditions made elsewhere, about the questions made here; null: they cannot be told here as they are. */
export function conditionsOf(given: ForeignConditions, made: MadeQuestions): Filter | null {
  const items: Filter['items'][number][] = [];
  for (const item of given.items) {
    const told = 'items' in item ? conditionsOf(item, made) : conditionOf(item, made);
    if (told === null) return null;
    items.push(told);
  }
  return items.length === 0 ? null : { conjunction: given.conjunction, items };
}

function conditionOf({ about, operator, value }: ForeignCondition, made: MadeQuestions) {
  const asked = made.get(about);
  const field = asked && fieldOf(asked);
  if (asked === undefined || field === undefined) return null;
  // What is not among the choices was written into the part for answers of one's own.
  const isOther = value === other.label && asked.question.parts.some(({ name }) => name === other.name);
  const known = anyFieldType(field.type).operators;
  const named = operators[operator].find((name) => Object.hasOwn(known, name));
  if (named === undefined || isOther) return null;
  if (operator === 'is_empty' || operator === 'is_not_empty') return { fieldId: field.id, operator: named };
  const operand = operandOf(asked, field, value);
  return operand === undefined ? null : { fieldId: field.id, operator: named, value: operand };
}

// Relative dates are right at any moment.
const anyMoment = '2000-01-01T00:00:00.000Z';

/** Whether conditions ask only about what these questions are answered by, in ways that their types know. */
export function fitsAfter(filter: Filter, before: readonly FormQuestion[]): boolean {
  const env: ConditionEnv = conditionEnv(fieldsOf(before), anyMoment);
  const known = new Set(env.table.fields.map(({ id }) => id));
  return (
    fieldsAskedBy(filter).every((id) => known.has(id)) &&
    checkFilter(filter, env.table, { timeZone: 'UTC', locale: 'en-US', now: anyMoment }).ok
  );
}
