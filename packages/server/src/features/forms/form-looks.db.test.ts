import { createHash } from 'node:crypto';
import { must } from '@weft/std';
import sharp from 'sharp';
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

const set = (key: string, after: string | number) => ({
  ...{ kind: 'prop' as const, id: null, key, before: null, after },
});
const publish = (flowId: string, version: number) => rpc(ann, 'forms.publish', { flowId, version });

it('shows a form in its own colours, with its cover, by a style that the policy knows', async () => {
  const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
  const body = new FormData();
  const png = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#c43' } })
    .png()
    .toBuffer();
  body.append('file', new Blob([new Uint8Array(png)]), 'photo.png');
  const upload = await fetch(new URL(`/v1/forms/${flowId}/images`, server.url), {
    ...{ method: 'POST', headers: { authorization: `Bearer ${ann.token}` }, body },
  });
  const { image } = (await upload.json()) as { image: string };
  const { version } = await edit(ann, flowId, 1, [
    set('canvasColor', '#102030'),
    set('cover', image),
    set('background', image),
  ]);
  await publish(flowId, version);
  const { text, response } = await openForm(server.url, flowId);
  const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => must(style));
  expect(styles.at(-1)).toContain('--w-canvas:#102030');
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' ${hashes.join(' ')};`);
  const [, cover] = must(/<img class="cover" src="([^"]*)" width="60" height="30"/.exec(text));
  expect((await fetch(new URL(must(cover), server.url))).status).toBe(200);
});

it('refuses what is no colour, and does not publish texts that nobody can read', async () => {
  const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
  for (const wrong of [
    set('canvasColor', 'red;}*{x:y'),
    set('radius', 99),
    set('font', 'x'),
    set('layout', 'x'),
  ])
    await expect(edit(ann, flowId, 1, [wrong])).rejects.toMatchObject({ kind: 'invalid' });
  const { version } = await edit(ann, flowId, 1, [
    set('canvasColor', '#ffffff'),
    set('textColor', '#cccccc'),
  ]);
  await expect(publish(flowId, version)).rejects.toMatchObject({ message: expect.stringContaining('4.5') });
});

it('serves what it keeps of a form’s own styles, and publishes none that holds more', async () => {
  const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
  const wrong = await edit(ann, flowId, 1, [set('css', 'h1 { color: #123456 }\nbody { position: fixed }')]);
  await expect(publish(flowId, wrong.version)).rejects.toMatchObject({
    message: expect.stringContaining('line 2: rules apply within the form'),
  });
  const preview = await fetch(new URL(`/v1/forms/${flowId}/preview`, server.url), {
    headers: { authorization: `Bearer ${ann.token}` },
  });
  expect(await preview.text()).toContain('<style>main h1{color:#123456}</style>');
  const { version } = await edit(ann, flowId, wrong.version, [
    { ...set('css', 'h1 { color: #654321 }'), before: 'h1 { color: #123456 }\nbody { position: fixed }' },
  ]);
  await publish(flowId, version);
  const { text, response } = await openForm(server.url, flowId);
  expect(text).toContain('<style>main h1{color:#654321}</style>');
  expect(response.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/);
});

it('asks one question at a time, and takes the whole answer at the end', async () => {
  const [name, mail] = [asked('short_text', 'Name', true), asked('email', 'Mail')];
  const flowId = await publishedForm(ann, [name, mail]);
  const { version } = await edit(ann, flowId, 1, [set('layout', 'one')]);
  await publish(flowId, version);
  const inputs = (text: string) =>
    [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, key, value]): [string, string] => [must(key), must(value)],
    );
  const first = (await openForm(server.url, flowId)).text;
  expect(first).toContain('Page 1 of 2');
  expect(first).not.toContain('Mail');
  const second = await (
    await sendForm(server.url, flowId, [...inputs(first), [name.id, 'Ada'], ['go', 'next']])
  ).text();
  expect(second).toContain('Mail');
  const done = await sendForm(server.url, flowId, [
    ...inputs(second),
    [mail.id, 'ada@example.org'],
    ['go', 'next'],
  ]);
  expect(await done.text()).toContain('Thank you');
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const { records } = await rpc(ann, 'records.list', {
    ...{ basePublicId: flowId, tableId: must(metadata.tables[0]).id },
  });
  expect(records[0]?.data).toMatchObject({ [name.id]: 'Ada', [mail.id]: 'ada@example.org' });
});
