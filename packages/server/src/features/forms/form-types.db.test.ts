import { questionType, questionTypeNames } from '@weft/forms';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, edit, openForm, publishedForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

const answers = async (flowId: string) => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const table = must(metadata.tables[0]);
  const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id });
  return { table, records };
};

it('L13 choices are chosen at first without a script too, and what is taken back stays so', async () => {
  const [day, food, place] = [
    asked('single_choice', 'Day'),
    asked('multiple_choice', 'Food'),
    asked('dropdown', 'Place'),
  ];
  const name = asked('short_text', 'Name', true);
  const chosen = [day, food, place].map((question) => ({
    ...question,
    settings: { usual: must(question.choices[1]).id },
  }));
  const flowId = await publishedForm(ann, [...chosen, name]);
  const { text, parts } = await openForm(server.url, flowId);
  const isChosen = (page: string, id: string) =>
    new RegExp(`value="${id}"[^>]* (checked|selected)`).test(page);
  for (const { choices } of chosen)
    expect(choices.map(({ id }) => isChosen(text, id))).toEqual([false, true]);
  // The name is missing: the page comes back, with the food taken back and the place emptied.
  const emptied = { [food.id]: '', [day.id]: must(day.choices[1]).id, [place.id]: '' };
  const again = await sendForm(server.url, flowId, { ...parts(), ...emptied, [name.id]: '' });
  const back = await again.text();
  const shown = chosen.map(({ choices }) => isChosen(back, must(choices[1]).id));
  expect([again.status, shown]).toEqual([400, [true, false, false]]);
});

it('a form of every type is answered once, and each answer is a value of its field', async () => {
  const sent: [string, string][] = [];
  const values: { [fieldId: string]: unknown } = {};
  // Images are files of their form: form-images.db.test.ts; records are of a base: record-picker.db.test.ts; what is paid: payments.db.test.ts.
  const shown = questionTypeNames.filter(
    (type) =>
      type !== 'image' &&
      type !== 'payment' &&
      questionType(type).hasPictures !== true &&
      questionType(type).picksRecords !== true,
  );
  const questions = shown.map((type) => {
    const question = asked(type, type);
    const [sample] = questionType(type).samples.filter(({ gives }) => typeof gives !== 'string');
    const { settings = {}, sent: texts, gives } = must(sample, type);
    // Samples name choices and parts by their places.
    const choice = (text: string) => question.choices[Number(text)]?.id ?? text;
    // '0_1' is the second row of the first column.
    const field = (name: string) =>
      name === '' ? question.id : name.replace(/^\d+/, (place) => must(question.parts[Number(place)]).id);
    const isOfChoices = question.choices.length > 0;
    for (const [name, each] of Object.entries(texts))
      for (const text of each)
        sent.push([field(name), isOfChoices ? text.replace(/^\d/, (place) => choice(place)) : text]);
    for (const [name, value] of Object.entries(gives))
      values[field(name)] = isOfChoices ? [value].flat().map((each) => choice(String(each))) : [value].flat();
    return { ...question, settings };
  });
  const flowId = await publishedForm(ann, questions);
  // The samples say the same again and again, in no time.
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { spamDefence: false } });
  const { parts } = await openForm(server.url, flowId);
  const response = await sendForm(server.url, flowId, [...Object.entries(parts()), ...sent]);
  expect(await response.text()).toContain('Thank you');
  const { records } = await answers(flowId);
  const { data, raw } = must(records[0]);
  expect(raw ?? {}).toEqual({});
  for (const [id, value] of Object.entries(values)) expect([data[id]].flat()).toEqual(value);
});

it('a choice that is renamed keeps its answers, one that is deleted leaves them what they were', async () => {
  const color = { ...asked('single_choice', 'Color'), choices: [] };
  const [red, green, blue] = ['Red', 'Green', 'Blue'].map((label, at) => ({
    id: `opt${at}`.padEnd(24, '0'),
    label,
  }));
  const choices = [must(red), must(green), must(blue)];
  const flowId = await publishedForm(ann, [{ ...color, choices }]);
  for (const { id } of choices.slice(0, 2)) {
    const { parts } = await openForm(server.url, flowId);
    expect((await sendForm(server.url, flowId, { ...parts(), [color.id]: id })).status).toBe(200);
  }
  const { content } = await rpc(ann, 'forms.get', { flowId });
  await edit(ann, flowId, 2, [
    { kind: 'prop', id: choices[0]?.id ?? '', key: 'label', before: 'Red', after: 'Crimson' },
    {
      kind: 'block',
      id: choices[1]?.id ?? '',
      before: content.blocks[choices[1]?.id ?? ''] as never,
      after: null,
    },
    { kind: 'prop', id: choices[2]?.id ?? '', key: 'label', before: 'Blue', after: 'Green' },
  ]);
  await rpc(ann, 'forms.publish', { flowId, version: 3 });
  const { table, records } = await answers(flowId);
  const field = must(table.fields.find(({ id }) => id === color.id));
  const options = field.type === 'single_select' ? field.template.options : [];
  const shown = records.map(({ data }) => options.find(({ value }) => value === data[color.id])?.label);
  expect(shown.toSorted()).toEqual(['Crimson', 'Green (2)']);
  const { text } = await openForm(server.url, flowId);
  expect([...text.matchAll(/<span>(Red|Crimson|Green|Blue)<\/span>/g)].map(([, label]) => label)).toEqual([
    'Crimson',
    'Green',
  ]);
  // What was a choice before is none now.
  const { parts } = await openForm(server.url, flowId);
  const gone = await sendForm(server.url, flowId, { ...parts(), [color.id]: choices[1]?.id ?? '' });
  expect([gone.status, (await gone.text()).includes('This is not one of the choices')]).toEqual([400, true]);
  expect((await answers(flowId)).records).toHaveLength(2);
});

it('a hidden field takes its value from the address', async () => {
  const source = { ...asked('hidden', 'Source'), settings: { parameter: 'utm', usual: 'none' } };
  const flowId = await publishedForm(ann, [source, asked('short_text', 'Name')]);
  for (const [query, value] of [
    ['?utm=a%22b%3Cc', 'a&quot;b&lt;c'],
    // Whoever fills the form in cannot mend the address: what breaks a line is a space.
    ['?utm=a%E2%80%A8b%0Ac', 'a b c'],
    // Neither what cannot be stored nor half a character comes along.
    ['?utm=a%00b', 'ab'],
    [`?utm=${'x'.repeat(999)}%F0%9F%98%80`, 'x'.repeat(999)],
    ['', 'none'],
  ]) {
    const page = await (await fetch(new URL(`/t/${flowId}${query}`, server.url))).text();
    expect(page).toContain(`name="${source.id}" value="${value}"`);
  }
});
