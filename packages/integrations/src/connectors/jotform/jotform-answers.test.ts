import { answerOfForeign, formOfForeign } from '@weft/forms';
import type { IdKind } from '@weft/std';
import { expect, it } from 'vitest';
import type { ServiceHttp } from '../service-http.ts';
import { answersOfJotform } from './jotform-answers.ts';
import { questionsOfJotform } from './jotform-questions.ts';

let nth = 1;
const newId = (kind: IdKind): string => `${kind}${`${nth++}`.padStart(21, '0')}`;

const media = { order: '1', type: 'control_textarea', text: 'Media', entryLimit: 'Words-75' };
const sure = { order: '2', type: 'control_radio', text: 'Sure', options: "Yes|Don't know" };
const place = {
  ...{ order: '3', type: 'control_checkbox', text: 'Place', options: 'Hall|Rock & Roll' },
  ...{ minSelection: '1', maxSelection: '2', shuffle: 'Yes', selected: 'Hall' },
};

/** A submission to these questions, as it is read here. */
async function readOf(
  questions: { readonly [qid: string]: { readonly [property: string]: string } },
  answers: { readonly [qid: string]: unknown },
) {
  const made = formOfForeign({ title: 'DJs', ...questionsOfJotform(questions) }, '', newId);
  const given = Object.entries(answers).map(([qid, answer]) => [qid, { ...questions[qid], answer }]);
  const content = [
    {
      ...{ id: '337106593342614273', status: 'ACTIVE', created_at: '2016-04-21 23:56:35' },
      answers: Object.fromEntries(given),
    },
  ];
  const get: unknown = async (path: string, shape: { readonly parse: (value: unknown) => unknown }) =>
    shape.parse({ content: path.endsWith('/submissions') ? content : { count: 1 } });
  const [answer] = (await (await answersOfJotform({ get } as ServiceHttp, { formId: '1' })).page(null))
    .answers;
  const read = answer && answerOfForeign(answer, made.made);
  return {
    ...{ made: made.made, leftOut: made.leftOut },
    values: [...(read?.values.values() ?? [])],
    others: [...(read?.lost ?? []), ...(read?.texts ?? [])],
  };
}

it('reads numbers by their point, however many decimals they have', async () => {
  const asked = (order: number, type: string) => ({ order: `${order}`, type, text: type });
  const questions = {
    1: asked(1, 'control_number'),
    2: asked(2, 'control_spinner'),
    3: asked(3, 'control_number'),
    4: asked(4, 'control_number'),
  };
  const { values, others } = await readOf(questions, { 1: '12.125', 2: '1500', 3: '-1.234', 4: '7' });
  expect([values, others]).toEqual([[12.125, 1500, -1.234, 7], []]);
});

it('reads the entities of HTML, which answers come with and labels do not', async () => {
  const questions = { 26: media, 61: sure, 16: place };
  const { made, leftOut, values, others } = await readOf(questions, {
    // As the vendor's API told it, in a submission that was published.
    26: 'I&#039;ll bring my Traktor and Laptop &lt;3',
    61: 'Don&#039;t know',
    16: ['Rock &amp; Roll'],
  });
  const idOf = (key: string, label: string) => made.get(key)?.choices.get(label);
  expect(values).toEqual([
    [idOf('16', 'Rock & Roll')],
    "I'll bring my Traktor and Laptop <3",
    idOf('61', "Don't know"),
  ]);
  expect(others).toEqual([]);
  expect(made.get('16')?.question.settings).toEqual({ shuffle: true, minChoices: 1, maxChoices: 2 });
  expect(leftOut).toEqual([
    '“Media”: how many words its answer may have was left out',
    '“Place”: what is chosen at first was left out',
  ]);
});
