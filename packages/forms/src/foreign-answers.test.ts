import type { IdKind } from '@weft/std';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerOfForeign, type ForeignValue } from './foreign-answers.ts';
import { formOfForeign } from './foreign-form.ts';
import type { ForeignQuestion } from './foreign-question.ts';
import { fieldsOf, questionsOf } from './form-document.ts';
import { questionTypeNames } from './questions/question-types.ts';

let nth = 1;
const newId = (kind: IdKind): string => `${kind}${`${nth++}`.padStart(21, '0')}`;
const formOf = (page: readonly ForeignQuestion[]) =>
  formOfForeign({ title: 'Guests', pages: [page], leftOut: [] }, '', newId);

const page: readonly ForeignQuestion[] = [
  { key: 'name', type: 'full_name', label: 'Name' },
  { key: 'meal', type: 'single_choice', label: 'Meal', choices: ['Fish', 'Rice'], takesOther: true },
  { key: 'wishes', type: 'multiple_choice', label: 'Wishes', choices: ['Rain', 'Sun'] },
  { key: 'evening', type: 'matrix', label: 'Evening', choices: ['Bad', 'Good'], rows: ['Food', 'Music'] },
  { key: 'order', type: 'ranking', label: 'Order', choices: ['A', 'B'] },
  { key: 'many', type: 'number', label: 'People', settings: { maximum: 9 } },
  { key: 'sure', type: 'yes_no', label: 'Sure' },
  { key: 'agree', type: 'consent', label: 'I agree' },
  { key: 'day', type: 'date', label: 'Arrival' },
  { key: 'cv', type: 'file', label: 'CV' },
];

/** What is kept of these values, by the names of the fields; choices by their labels. */
function kept(values: readonly ForeignValue[]) {
  const { content, made } = formOf(page);
  const times = { startedAt: '2026-03-01T09:00:00.000Z', submittedAt: '2026-03-01T09:02:00.000Z' };
  const read = answerOfForeign({ id: '1', ...times, values }, made);
  const questions = questionsOf(content);
  const labels = new Map(questions.flatMap(({ choices }) => choices.map(({ id, label }) => [id, label])));
  const nameOf = (id: string) => fieldsOf(questions).find((field) => field.id === id)?.name;
  const shown = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shown)
      : typeof value === 'string'
        ? (labels.get(value) ?? value)
        : value;
  return {
    values: Object.fromEntries([...read.values].map(([id, value]) => [nameOf(id), shown(value)])),
    texts: Object.fromEntries([...read.texts].map(([id, text]) => [nameOf(id), text])),
    lost: read.lost,
  };
}

it('keeps answers of every kind in the fields of the questions, choices by their ids', () => {
  const { values, texts, lost } = kept([
    { about: 'name', part: 'first', texts: ['Ada'] },
    { about: 'name', part: 'last', texts: ['Byron'] },
    { about: 'meal', texts: ['Fish'] },
    { about: 'wishes', texts: ['Sun', 'Rain'] },
    { about: 'evening', part: 'Music', texts: ['Good'] },
    { about: 'order', texts: ['B', 'A'] },
    { about: 'sure', texts: ['No'] },
    { about: 'agree', texts: ['on'] },
    { about: 'day', texts: ['2026-03-05'] },
  ]);
  expect(values).toEqual({
    'Name: First name': 'Ada',
    'Name: Last name': 'Byron',
    Meal: 'Fish',
    Wishes: ['Sun', 'Rain'],
    'Evening: Music': 'Good',
    Order: ['B', 'A'],
    Sure: 'no',
    'I agree': true,
    Arrival: '2026-03-05T00:00:00.000Z',
  });
  expect([texts, lost]).toEqual([{}, []]);
});

it('keeps what was taken once though it is refused today, and a choice that is gone as an answer of one’s own', () => {
  const { values, lost } = kept([
    { about: 'many', texts: ['40'] },
    { about: 'meal', texts: ['Soup'] },
  ]);
  expect(values).toEqual({ People: 40, 'Meal: Other': 'Soup' });
  expect(lost).toEqual([]);
});

it('keeps what was written beside a choice, and says where there is no place for it', () => {
  const beside = kept([
    { about: 'meal', texts: ['Fish'], other: 'No salt' },
    { about: 'sure', texts: ['Yes'], other: 'I think' },
  ]);
  expect(beside.values).toEqual({ Meal: 'Fish', 'Meal: Other': 'No salt', Sure: 'yes' });
  expect([beside.texts, beside.lost]).toEqual([
    {},
    ['“Sure”: an answer has no place here, and was left out'],
  ]);
  const two = kept([{ about: 'meal', texts: ['Fish', 'Soup'] }]);
  expect([two.values, two.lost]).toEqual([{ Meal: 'Fish', 'Meal: Other': 'Soup' }, []]);
  const long = kept([{ about: 'meal', texts: ['Fish'], other: 'x'.repeat(1_001) }]);
  expect([long.values, long.texts]).toEqual([{ Meal: 'Fish' }, { 'Meal: Other': 'x'.repeat(1_001) }]);
});

it('keeps as a text what no question takes, and says so, and what is not asked here', () => {
  const { values, texts, lost } = kept([
    { about: 'wishes', texts: ['Sun', 'Snow'] },
    { about: 'cv', texts: ['https://files.example/cv.pdf'] },
    { about: 'day', texts: ['soon'], lost: 'its time of day was left out' },
    { about: 'gone', label: 'Pay', texts: ['4'] },
    { about: 'nothing', label: 'Empty', texts: [' '] },
  ]);
  expect(values).toEqual({});
  expect(texts).toEqual({ Wishes: 'Sun, Snow', CV: 'https://files.example/cv.pdf', Arrival: 'soon' });
  expect(lost).toEqual([
    '“Wishes”: what it does not take here is kept as a text beside its cell',
    '“CV”: what it does not take here is kept as a text beside its cell',
    '“Arrival”: its time of day was left out',
    '“Arrival”: what it does not take here is kept as a text beside its cell',
    '“Pay” is not asked here, so its answers were left out',
  ]);
});

it('loses nothing that is not told of, whatever was answered to whatever question', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('A', 'B', 'Row', '7', '2026-01-01', 'on'),
  );
  const question = fc.record({
    ...{ type: fc.constantFrom(...questionTypeNames), label: text, choices: fc.constant(['A', 'B']) },
    ...{ rows: fc.constant(['Row']), takesOther: fc.boolean() },
  });
  const value = fc.record(
    {
      texts: fc.array(text, { minLength: 1, maxLength: 3 }),
      part: fc.constantFrom('Row', 'first', 'x'),
      other: text,
    },
    { requiredKeys: ['texts'] },
  );
  fc.assert(
    fc.property(question, value, (asked, given) => {
      const { content, made } = formOf([{ ...asked, key: 'q' }]);
      const times = { startedAt: '2026-03-01T09:00:00.000Z', submittedAt: '2026-03-01T09:02:00.000Z' };
      const read = answerOfForeign({ id: '1', ...times, values: [{ about: 'q', ...given }] }, made);
      const fields = new Set(fieldsOf(questionsOf(content)).map(({ id }) => id));
      for (const id of [...read.values.keys(), ...read.texts.keys()]) expect(fields).toContain(id);
      const isSaid = [...given.texts, given.other ?? ''].some(
        (one) => one.replaceAll('\0', '').trim() !== '',
      );
      expect(read.values.size + read.texts.size + read.lost.length > 0).toBe(isSaid);
    }),
    { numRuns: 100 },
  );
});
