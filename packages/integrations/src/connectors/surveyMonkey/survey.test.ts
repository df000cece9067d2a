import { answerOfForeign, fieldsOf, formOfForeign, questionsOf } from '@weft/forms';
import type { IdKind } from '@weft/std';
import { expect, it } from 'vitest';
import type { ServiceHttp } from '../service-http.ts';
import { answersOfSurvey } from './survey-answers.ts';
import { formOfSurvey, surveyDetails } from './survey-questions.ts';

let nth = 1;
const newId = (kind: IdKind): string => `${kind}${`${nth++}`.padStart(21, '0')}`;
const asked = (id: string, family: string, subtype: string, more: object = {}) => ({
  ...{ id, family, subtype, visible: true, headings: [{ heading: id }], ...more },
});
const choices = (...texts: readonly string[]) => texts.map((text, at) => ({ id: `c${at}`, text }));

/** A survey with an answer, as it becomes a form with one. */
async function imported(questions: readonly { readonly id: string }[], answers: Record<string, object[]>) {
  const details = { title: 'Poll', pages: [{ title: '', questions }] };
  const { content, made, leftOut } = formOfForeign(formOfSurvey(surveyDetails.parse(details)), '', newId);
  const at = '2026-03-01T09:00:00+00:00';
  const pages = [{ questions: Object.entries(answers).map(([id, list]) => ({ id, answers: list })) }];
  const data = [{ id: '1', date_created: at, date_modified: at, pages }];
  const get: unknown = async (path: string, shape: { readonly parse: (value: unknown) => unknown }) =>
    shape.parse(path.endsWith('/details') ? details : { total: 1, data });
  const read = await answersOfSurvey({ get } as ServiceHttp, { formId: '1' });
  const [answer] = (await read.page(null)).answers;
  const kept = answer && answerOfForeign(answer, made);
  const all = questionsOf(content);
  const labels = new Map(all.flatMap((one) => one.choices.map(({ id, label }) => [id, label])));
  const shown = (value: unknown) =>
    Array.isArray(value) ? value.map((one) => labels.get(one)) : (labels.get(String(value)) ?? value);
  const nameOf = (id: string) => fieldsOf(all).find((field) => field.id === id)?.name;
  return {
    questions: all,
    leftOut: leftOut.filter((sentence) => !sentence.startsWith('SurveyMonkey tells nobody')),
    values: Object.fromEntries([...(kept?.values ?? [])].map(([id, value]) => [nameOf(id), shown(value)])),
    others: [...(kept?.texts ?? []), ...(kept?.lost ?? [])],
  };
}

// The answer of /question_bank/questions in the vendor's public_api_docs.
const promoter = asked('Recommend', 'matrix', 'rating', {
  answers: {
    rows: [{ id: 'r', visible: true, text: '' }],
    choices: choices('Not at all likely - 0', ...'123456789', 'Extremely likely - 10'),
  },
});

it('asks what has one row without a name as one question, and how likely somebody recommends from 0 to 10', async () => {
  const rating = asked('Service', 'matrix', 'rating', {
    answers: { rows: [{ id: 'r', text: '' }], choices: choices('Poor', 'Good') },
  });
  const { questions, values, leftOut, others } = await imported([promoter, rating], {
    Recommend: [{ choice_id: 'c9', row_id: 'r', choice_metadata: { weight: '100' } }],
    Service: [{ choice_id: 'c1', row_id: 'r' }],
  });
  expect(questions).toMatchObject([
    {
      type: 'scale',
      settings: { from: 0, to: 10, fromLabel: 'Not at all likely', toLabel: 'Extremely likely' },
      parts: [],
    },
    { type: 'single_choice', choices: [{ label: 'Poor' }, { label: 'Good' }], parts: [] },
  ]);
  expect(values).toEqual({ Recommend: 9, Service: 'Good' });
  expect([leftOut, others]).toEqual([[], []]);
});

it('keeps a comment beside what was chosen, and pictures that were chosen', async () => {
  const monkey = asked('Monkey', 'single_choice', 'vertical', {
    answers: {
      choices: choices('Capuchin', 'Mandrill'),
      other: { id: 'o', text: 'Why?', is_answer_choice: false },
    },
  });
  const picture = asked('Picture', 'multiple_choice', 'vertical', {
    display_options: { display_type: 'image_choice' },
    answers: { choices: choices('', 'A monkey') },
  });
  const { values, leftOut, others } = await imported([monkey, picture], {
    Monkey: [{ choice_id: 'c0' }, { other_id: 'o', text: 'They are small' }],
    Picture: [{ choice_id: 'c0' }],
  });
  expect(values).toEqual({
    Monkey: 'Capuchin',
    'Monkey: Other': 'They are small',
    Picture: ['Picture 1'],
  });
  expect([leftOut, others]).toEqual([['“Picture”: its pictures were left out'], []]);
});

it('asks for the same contact details, and takes the bounds that there are here', async () => {
  const contact = asked('Who', 'demographic', 'international', {
    answers: {
      rows: [
        { id: 'n', type: 'name', visible: true, required: true, text: 'Your Name' },
        { id: 'c', type: 'company', visible: true, required: false },
        { id: 'a', type: 'address', visible: false, required: false },
        { id: 'e', type: 'email', visible: true, required: true },
      ],
    },
  });
  const slider = asked('Much', 'open_ended', 'single', {
    display_options: { display_type: 'slider', left_label: 'little', custom_options: { step_size: 5 } },
    validation: { type: 'integer', min: 45, max: 10_000 },
  });
  const several = asked('Several', 'multiple_choice', 'vertical', {
    ...{ required: { type: 'range', amount: '1,2' }, sorting: { type: 'random' } },
    answers: { choices: choices('A', 'B', 'C') },
  });
  const pounds = asked('Pounds', 'open_ended', 'numerical', {
    validation: { type: 'integer', sum: 10 },
    answers: { rows: choices('Family:', 'Friends:') },
  });
  const mails = asked('Mails', 'open_ended', 'multi', {
    validation: { type: 'email' },
    answers: { rows: choices('Work', 'Home') },
  });
  const { questions, values, leftOut, others } = await imported([contact, slider, several, pounds, mails], {
    Who: [
      { row_id: 'n', text: 'Ada Lovelace' },
      { row_id: 'e', text: 'ada@example.org' },
    ],
  });
  const told = questions.map(({ label, type, required, settings }) => [label, type, required, settings]);
  expect(told).toEqual([
    ['Who', 'heading', false, {}],
    ['Your Name', 'short_text', true, {}],
    ['company', 'short_text', false, {}],
    ['email', 'email', true, {}],
    ['Much', 'slider', false, { minimum: 45, maximum: 10_000, step: 5 }],
    ['Several', 'multiple_choice', true, { shuffle: true, minChoices: 1, maxChoices: 2 }],
    ['Pounds', 'heading', false, {}],
    ['Family:', 'number', false, {}],
    ['Friends:', 'number', false, {}],
    ['Mails', 'heading', false, {}],
    ['Work', 'email', false, {}],
    ['Home', 'email', false, {}],
  ]);
  expect(values).toEqual({ 'Your Name': 'Ada Lovelace', email: 'ada@example.org' });
  expect(leftOut).toEqual([
    '“Much”: the words at its ends were left out',
    '“Pounds”: what its answers add up to was left out',
  ]);
  expect(others).toEqual([]);
});
