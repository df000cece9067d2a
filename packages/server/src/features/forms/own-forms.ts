import { createHash } from 'node:crypto';
import { type FieldKind, type FlowTypeName, isSelectField } from '@weft/core';
import type { Published } from '@weft/db';
import {
  type AnswerField,
  type FormQuestion,
  formSettingsOf,
  questionsOf,
  questionType,
  rankText,
  type Sent,
  typedNumber,
} from '@weft/forms';
import type { OutgoingItem, OutgoingValue, OwnServer, TargetField } from '@weft/integrations';
import { AppError } from '@weft/std';
import { loadFlow } from '../flows/load-flow.ts';
import type { FormsDeps } from './deps.ts';
import { readForm } from './drafts.ts';
import { FormClosed } from './places.ts';
import { submitAnswer } from './submissions.ts';

/** In whose name forms are opened. */
export interface FormOwner {
  readonly organizationId: string;
  readonly userId: string;
}

/** Forms that can be chosen. */
const maxListed = 1_000;

/** What the fields of forms take, and the texts that a browser would send for it; kinds that are not here take none. */
const taken: {
  readonly [K in FieldKind]?: {
    readonly kind: TargetField['kind'];
    readonly texts: (value: OutgoingValue, field: AnswerField, question: FormQuestion) => readonly string[];
  };
} = (() => {
  const text = { kind: 'text' as const, texts: (value: OutgoingValue) => [String(value)] };
  // '12.125' could be read as thousands, where somebody types it.
  const number = { kind: 'number' as const, texts: (value: OutgoingValue) => [typedNumber(Number(value))] };
  const idOf = (label: string, field: AnswerField) =>
    optionsOf(field).find((one) => one.label === label)?.value ?? label;
  return {
    ...{ single_line_text: text, long_text: text, email: text, url: text, phone_number: text },
    ...{ number, rating: number, currency: number },
    // As people write it: '7.5%'.
    percent: { kind: 'text', texts: (value) => [String(value)] },
    date: { kind: 'date', texts: (value) => [String(value)] },
    checkbox: { kind: 'boolean', texts: (value) => (value === true ? ['on'] : []) },
    single_select: { kind: 'choice', texts: (value, field) => [idOf(String(value), field)] },
    multiple_select: {
      kind: 'choices',
      texts: (value, field, question) =>
        (value as readonly string[])
          .map((label) => idOf(label, field))
          .map((id, place) => (question.type === 'ranking' ? rankText(id, place + 1) : id)),
    },
  };
})();

const optionsOf = (field: AnswerField) =>
  isSelectField({ ...field, order: 0 }) && 'options' in field.template ? field.template.options : [];

/** Questions whose answers are texts of their own fields: no files, no records, nothing that is computed. */
const isTaken = ({ type }: FormQuestion): boolean => {
  const { isContent, files, picksRecords, inputs } = questionType(type);
  const isPlain = files === undefined && picksRecords !== true && inputs === undefined;
  return !isContent && isPlain && type !== 'calculation';
};

const fieldsTaken = (questions: readonly FormQuestion[]) =>
  questions.filter(isTaken).flatMap((question) =>
    questionType(question.type)
      .fields(question)
      .flatMap((field) => {
        const how = taken[field.type];
        return how === undefined ? [] : [{ question, field, how }];
      }),
  );

/** What another form can write into a form. */
export const targetFields = (questions: readonly FormQuestion[]): readonly TargetField[] =>
  fieldsTaken(questions).map(({ question, field, how }) => ({
    ...{ id: field.id, name: field.name, kind: how.kind },
    ...(question.required && question.shownWhen === null && question.id === field.id && { required: true }),
    ...(optionsOf(field).length > 0 && { choices: optionsOf(field).map(({ label }) => label) }),
  }));

/** Values as a browser would send them. */
export const sentTexts = (questions: readonly FormQuestion[], values: OutgoingItem['values']): Sent =>
  fieldsTaken(questions).flatMap(({ question, field, how }) => {
    const value = values.get(field.id);
    if (value === undefined) return [];
    return how.texts(value, field, question).map((text) => [field.id, text] as const);
  });

/** What other forms write into: what is booked or paid is made on its own page. */
const written: readonly FlowTypeName[] = ['form', 'quiz'];

/** The id of an answer that comes from another form: the same at each attempt. */
const submissionIdOf = (formId: string, key: string): string =>
  `sub${BigInt(`0x${createHash('sha256').update(`${formId} ${key}`).digest('hex')}`)
    .toString(36)
    .slice(0, 21)
    .padStart(21, '0')}`;

/** The forms that somebody can open, for answers of other forms. Throws AppError. */
export const ownForms = (deps: FormsDeps, { organizationId, userId }: FormOwner): OwnServer['forms'] => {
  const load = async (formId: string): Promise<Published> => {
    const { flow } = await loadFlow(deps, { organizationId, userId, scope: null }, formId, 'open');
    if (flow.organizationId !== organizationId)
      throw new AppError('forbidden', 'The form belongs to another organization');
    const published = written.includes(flow.type)
      ? await deps.documents.published(flow.publicIdentifier)
      : null;
    if (published === null)
      throw new AppError('conflict', `“${flow.name}” takes no answers: publish it first`);
    if (formSettingsOf(published.settings).onePerPerson === 'browser')
      throw new AppError(
        'conflict',
        `“${flow.name}” takes one answer from each browser, so no other form can write into it`,
      );
    return { ...published, content: readForm(published.content) };
  };
  return {
    list: async () => {
      const { flows } = await deps.flows.list({
        ...{ organizationId, userId, types: written, trashed: false, workspaceId: null },
        ...{ search: null, after: null, limit: maxListed },
      });
      return flows.map(({ flow: { id, name } }) => ({ id, name }));
    },
    fieldsOf: async (formId) => targetFields(questionsOf((await load(formId)).content)),
    submit: async (formId, { key, values }) => {
      const published = await load(formId);
      const sent = sentTexts(questionsOf(published.content), values);
      try {
        const submitted = await submitAnswer(deps, published, {
          ...{ id: submissionIdOf(formId, key), sent, fileOf: () => null, manner: null, browser: null },
        });
        if (!submitted.ok)
          throw new AppError('conflict', `The form does not take it: ${submitted.error[0]?.reason ?? ''}`);
        const { waitsFor } = submitted.value;
        return { said: waitsFor === null ? 'Added an answer' : 'Put the answer on the waiting list' };
      } catch (error) {
        if (error instanceof FormClosed)
          throw new AppError('conflict', error.message, undefined, { cause: error });
        throw error;
      }
    },
  };
};
