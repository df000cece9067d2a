import type { CellValue } from '@weft/core';
import { type AnswerField, type FormQuestion, questionType, questionTypeNames } from '@weft/forms';
import { mappedValues } from '@weft/integrations';
import { describe, expect, it } from 'vitest';
import { sentTexts, targetFields } from './own-forms.ts';
import { asked } from './testing.ts';

/** The ids of choices and parts by their places, as samples name them. */
const withPlaces = (question: FormQuestion): FormQuestion => ({
  ...question,
  choices: question.choices.map((choice, place) => ({
    ...choice,
    id: String(place),
    label: `Choice ${place}`,
  })),
  parts: question.parts.map((part, place) => ({ ...part, id: `part${place}` })),
});

/** The samples of a type that are answers, by field of a question. */
const answersOf = (question: FormQuestion) =>
  questionType(question.type).samples.flatMap(({ settings = {}, gives, files }) => {
    if (typeof gives === 'string' || files !== undefined) return [];
    const named = Object.entries(gives).map(([field, value]): [string, CellValue] => [
      field === '' ? question.id : `part${field}`,
      value,
    ]);
    return [{ question: { ...question, settings }, values: new Map(named) }];
  });

describe('an answer that goes on to a form of the same questions', () => {
  const questions = questionTypeNames.map((type) => withPlaces(asked(type, type)));
  it.each(questions.filter((question) => targetFields([question]).length > 0).map((one) => [one.type, one]))(
    'is the same there: %s',
    (_type, kind) => {
      for (const { question, values } of answersOf(kind as FormQuestion)) {
        const targets = targetFields([question]);
        const fields: readonly AnswerField[] = questionType(question.type).fields(question);
        const nameMappings = Object.fromEntries(targets.map(({ id }) => [id, { questionId: id }]));
        const taken = new Map([...values].filter(([id]) => targets.some((field) => field.id === id)));
        const mapped = mappedValues({ nameMappings }, { fields, values: [...taken] }, targets, () => {
          throw new Error('no file');
        });
        const sent = sentTexts([question], mapped.values);
        const textsOf = (id: string) => sent.flatMap(([field, text]) => (field === id ? [text] : []));
        const given = { fileOf: () => null, numberNamed: () => null };
        const read = questionType(question.type).read(question, textsOf, given as never);
        expect([...read.faults.values()]).toEqual([]);
        expect(new Map([...read.values].filter(([id, value]) => value !== null && taken.has(id)))).toEqual(
          taken,
        );
      }
    },
  );
});
