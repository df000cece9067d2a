import type { CellValue } from '@weft/core';
import { noFiles } from './answers.ts';
import type { MadeQuestion, MadeQuestions } from './foreign-logic.ts';
import { distinct, named } from './foreign-question.ts';
import { otherOf } from './questions/choosing.ts';
import { questionType } from './questions/question-types.ts';
import { rankText } from './questions/ranking/ranking.ts';
import { yesNoChoices } from './questions/yes-no/yes-no.ts';

/** What was answered to one question of a form made elsewhere. */
export interface ForeignValue {
  /** The key of the question. */
  readonly about: string;
  /** Said where the question is not here. */
  readonly label?: string;
  /** The row of a matrix by its label, or the part of a question that asks for several: 'street'. */
  readonly part?: string;
  /** Labels of choices as the form has them now, in their order where they are ranked; else one text. */
  readonly texts: readonly string[];
  /** An answer of one's own beside the choices. */
  readonly other?: string;
  /** What of it is not among these texts, a sentence. */
  readonly lost?: string;
}

/** An answer to a form made elsewhere. */
export interface ForeignAnswer {
  /** It stays the same each time it is read. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly submittedAt: string;
  readonly values: readonly ForeignValue[];
}

interface ReadAnswer {
  readonly values: ReadonlyMap<string, CellValue>;
  /** What no question here takes, by the field that keeps it as a text. */
  readonly texts: ReadonlyMap<string, string>;
  /** What is not as it was, a sentence each. */
  readonly lost: readonly string[];
}

/** The field that a value was answered to; undefined: the question has no such part. */
function inputOf({ part }: ForeignValue, { id, parts }: MadeQuestion['question']): string | undefined {
  if (part === undefined) return id;
  const [row] = distinct([part]);
  return parts.find(({ name, label }) => name === part || (name === 'row' && label === row))?.id;
}

/** What somebody would have sent for a value; null: no question here takes it. */
function sentOf(
  value: ForeignValue,
  { question, choices }: MadeQuestion,
): Map<string, readonly string[]> | null {
  const { texts, other } = value;
  const input = inputOf(value, question);
  if (input === undefined) return null;
  const sent = new Map<string, readonly string[]>();
  const own = otherOf(question);
  const ofOwn: string[] = other === undefined ? [] : [other];
  const idOf = (label: string): string | undefined =>
    question.type === 'yes_no'
      ? yesNoChoices.find((choice) => choice.label.toLowerCase() === label.toLowerCase())?.id
      : (choices.get(label) ?? choices.get(distinct([label])[0] ?? ''));
  if (question.choices.length > 0 || question.type === 'yes_no') {
    const ids: string[] = [];
    for (const label of texts) {
      const id = idOf(label);
      if (id !== undefined) ids.push(id);
      // A choice that the form no longer has.
      else if (own !== undefined) ofOwn.push(label);
      else return null;
    }
    const isRanked = questionType(question.type).ranks === true;
    sent.set(input, isRanked ? ids.map((id, at) => rankText(id, at + 1)) : ids);
  } else sent.set(input, texts);
  if (ofOwn.length > 0) {
    if (own === undefined) return null;
    sent.set(own.id, [ofOwn.join(', ')]);
    const chosen = sent.get(input) ?? [];
    // Of several, one of one's own is chosen by its part.
    sent.set(input, questionType(question.type).takesMany === true ? [...chosen, own.id] : chosen);
  }
  return sent;
}

/** Where only one can be chosen, what was written beside it is an answer of its own. */
function inTwo(value: ForeignValue, made: MadeQuestions): readonly ForeignValue[] {
  const { texts, other, lost: _, ...of } = value;
  const question = made.get(value.about)?.question;
  const isBoth = other !== undefined && texts.some((text) => text.trim() !== '');
  if (!isBoth || question === undefined || questionType(question.type).takesMany === true) return [value];
  const { other: _other, ...chosen } = value;
  return [chosen, { ...of, texts: [], other }];
}

/** What was once taken is not refused by what is asked today. */
const lenient = (question: MadeQuestion['question'], settings: MadeQuestion['question']['settings']) => ({
  ...{ ...question, required: false, settings },
});

const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
/** Without the characters that no cell holds. */
const storable = (value: ForeignValue): ForeignValue => ({
  ...value,
  texts: value.texts.map(storableText),
  ...(value.other !== undefined && { other: storableText(value.other) }),
});

/** An answer given elsewhere, for the fields of the questions made here. */
export function answerOfForeign(given: ForeignAnswer, made: MadeQuestions): ReadAnswer {
  const values = new Map<string, CellValue>();
  const texts = new Map<string, string>();
  const lost: string[] = [];
  const all = given.values.map(storable).flatMap((one) => inTwo(one, made));
  for (const value of all) {
    const whole = [...value.texts, ...(value.other === undefined ? [] : [value.other])].filter(
      (text) => text.trim() !== '',
    );
    const found = made.get(value.about);
    const label = found?.question.label ?? value.label ?? value.about;
    if (value.lost !== undefined) lost.push(`${named(label)}: ${value.lost}`);
    if (whole.length === 0) continue;
    if (found === undefined) {
      lost.push(`${named(label)} is not asked here, so its answers were left out`);
      continue;
    }
    const { question } = found;
    const sent = sentOf(value, found);
    const reading =
      sent &&
      [question.settings, {}]
        .map((settings) =>
          questionType(question.type).read(
            lenient(question, settings),
            (id) => (sent.get(id) ?? []).map((text) => text.trim()).filter((text) => text !== ''),
            {
              fileOf: noFiles,
              numberNamed: () => null,
              typedNumberNamed: () => null,
              at: given.submittedAt,
            },
          ),
        )
        // A text for which there is no field is read as nothing.
        .find(
          (one) =>
            one.faults.size === 0 &&
            one.values.size > 0 &&
            ![...one.values.keys()].some((id) => values.has(id) || texts.has(id)),
        );
    if (reading) {
      for (const [id, one] of reading.values) values.set(id, one);
      const own = otherOf(question)?.id ?? '';
      const beside = sent?.get(own)?.join(', ');
      // A second choice, which the form no longer has, is read by itself.
      if (beside !== undefined && !reading.values.has(own))
        all.push({ about: value.about, texts: [], other: beside });
      continue;
    }
    const fields = questionType(question.type).fields(question);
    const input = inputOf(value, question);
    const own = value.texts.length === 0 ? otherOf(question)?.id : undefined;
    const field = fields.find(({ id }) => id === (own ?? input)) ?? fields[0];
    if (field === undefined || values.has(field.id))
      lost.push(`${named(label)}: an answer has no place here, and was left out`);
    else {
      const before = texts.get(field.id);
      texts.set(field.id, [...(before === undefined ? [] : [before]), ...whole].join(', '));
      lost.push(`${named(label)}: what it does not take here is kept as a text beside its cell`);
    }
  }
  return { values, texts, lost: [...new Set(lost)] };
}
