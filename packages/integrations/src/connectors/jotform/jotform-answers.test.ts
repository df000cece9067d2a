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

it('reads the entities of HTML, which answers come with and labels do not', async () => {
  const made = formOfForeign(
    { title: 'DJs', ...questionsOfJotform({ 26: media, 61: sure, 16: place }) },
    '',
    newId,
  );
  const content = [
    {
      ...{ id: '337106593342614273', status: 'ACTIVE', created_at: '2016-04-21 23:56:35' },
      answers: {
        // As the vendor's API told it, in a submission that was published.
        26: { ...media, answer: 'I&#039;ll bring my Traktor and Laptop &lt;3' },
        61: { ...sure, answer: 'Don&#039;t know' },
        16: { ...place, answer: ['Rock &amp; Roll'] },
      },
    },
  ];
  const get: unknown = async (path: string, shape: { readonly parse: (value: unknown) => unknown }) =>
    shape.parse({ content: path.endsWith('/submissions') ? content : { count: 1 } });
  const answers = await answersOfJotform({ get } as ServiceHttp, { formId: '1' });
  const [answer] = (await answers.page(null)).answers;
  const read = answer && answerOfForeign(answer, made.made);
  const idOf = (key: string, label: string) => made.made.get(key)?.choices.get(label);
  expect([...(read?.values.values() ?? [])]).toEqual([
    [idOf('16', 'Rock & Roll')],
    "I'll bring my Traktor and Laptop <3",
    idOf('61', "Don't know"),
  ]);
  expect([read?.lost, [...(read?.texts ?? [])]]).toEqual([[], []]);
  expect(made.made.get('16')?.question.settings).toEqual({ shuffle: true, minChoices: 1, maxChoices: 2 });
  expect(made.leftOut).toEqual([
    '“Media”: how many words its answer may have was left out',
    '“Place”: what is chosen at first was left out',
  ]);
});
