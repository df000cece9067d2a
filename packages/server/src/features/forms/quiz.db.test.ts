import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { edit, openForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

/** What only the server may know before a quiz is over. */
const secret = /points|capacity|explanation|passMark|fromScore|heavier than all other planets|"?quiz"?:/i;

it('a quiz tells its key in no answer before it is over, judges on the server and keeps the score', async () => {
  const made = await rpc(ann, 'forms.create', { name: 'Planets', template: 'general-knowledge-quiz' });
  const { flowId } = made;
  const { content, version } = await rpc(ann, 'forms.get', { flowId });
  const questions = Object.entries(content.blocks)
    .toSorted(([, a], [, b]) => (a.order < b.order ? -1 : 1))
    .filter(([, { props }]) => props.type === 'single_choice' || props.type === 'multiple_choice');
  const choicesOf = (id: string) => Object.entries(content.blocks).filter(([, { parent }]) => parent === id);
  // Conditions are what a script is told most for.
  const condition = {
    conjunction: 'and',
    items: [{ fieldId: must(questions[0])[0], operator: 'is_not_empty' }],
  };
  await edit(ann, flowId, version, [
    { kind: 'prop', id: must(questions.at(-1))[0], key: 'shownWhen', before: null, after: condition },
  ] as never);
  await rpc(ann, 'forms.publish', { flowId, version: version + 1 });
  const traffic: string[] = [];
  const opened = await openForm(server.url, flowId);
  traffic.push(opened.text);
  const page = must(/name="page" value="([^"]*)"/.exec(opened.text)?.[1]);
  const missing = await sendForm(server.url, flowId, { ...opened.parts(), page, go: 'next' });
  traffic.push(await missing.text());
  const pages = await fetch(new URL(`/t/${flowId}/pages`, server.url));
  expect(pages.status).toBe(200);
  traffic.push(await pages.text());
  for (const headers of opened.response.headers) traffic.push(headers.join(': '));
  for (const text of traffic) expect(text).not.toMatch(secret);
  const right = questions.flatMap(([id]) =>
    choicesOf(id).flatMap(([choice, { props }]) =>
      Number(props.points ?? 0) > 0 ? [[id, choice] as const] : [],
    ),
  );
  const [failed] = must(questions.find(([, { props }]) => props.type === 'single_choice'));
  const [wrong] = must(choicesOf(failed).find(([, { props }]) => Number(props.points ?? 0) === 0));
  const sent = await sendForm(server.url, flowId, [
    ...Object.entries(opened.parts()),
    ...right.filter(([id]) => id !== failed),
    [failed, wrong],
  ]);
  const result = await sent.text();
  expect(sent.status, result).toBe(200);
  expect(result).toContain('5 of 6 points');
  expect(result).toContain('Passed');
  expect(result).toContain('Jupiter is heavier than all other planets together.');
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const table = must(metadata.tables[0]);
  const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id });
  const score = must(table.fields.find(({ name }) => name === 'Score'));
  expect(must(records[0]).data[score.id]).toBe(5);
});

it('a form has the theme that its maker chose, with a style sheet of our own', async () => {
  const contact = { name: 'Contact', template: 'contact' };
  await expect(rpc(ann, 'forms.create', { ...contact, theme: 'none' })).rejects.toMatchObject({
    kind: 'invalid',
  });
  const { flowId } = await rpc(ann, 'forms.create', { ...contact, theme: 'paper' });
  await edit(ann, flowId, 0, [{ kind: 'prop', id: null, key: 'theme', before: 'paper', after: 'night' }]);
  await rpc(ann, 'forms.publish', { flowId, version: 1 });
  const { text } = await openForm(server.url, flowId);
  expect(text).toContain('data-theme="dark"');
  // Within the page that is opened, and as a file for those that follow it.
  const style = await fetch(new URL('/form-themes/night.css', server.url));
  expect(text).toContain(`<style>${await style.text()}</style>`);
  expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect((await fetch(new URL('/form-themes/none.css', server.url))).status).toBe(404);
  const unknown = [{ kind: 'prop', id: null, key: 'theme', before: 'night', after: 'none' }] as const;
  await expect(edit(ann, flowId, 2, [...unknown])).rejects.toMatchObject({ kind: 'invalid' });
});
