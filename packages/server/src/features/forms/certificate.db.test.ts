import { PDFDocument } from '@cantoo/pdf-lib';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, openForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

const name = asked('short_text', 'Name');
const planet = asked('single_choice', 'The largest planet?');
const [right, wrong] = planet.choices.map(({ id }) => id);

const set = (id: string | null, key: string, after: string | number | boolean) => ({
  ...{ kind: 'prop' as const, id, key, before: null, after },
});

/** A published quiz that is passed by its one right choice. */
async function quiz(showResult: 'score' | 'nothing'): Promise<string> {
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Planets' });
  await edit(ann, flowId, 0, add([name, planet]));
  await edit(ann, flowId, 1, [
    ...[set(must(right), 'points', 3), set(null, 'quiz', true), set(null, 'passMark', 50)],
    ...[set(null, 'showResult', showResult), set(null, 'certificate', true)],
    set(null, 'certificateText', '{{Name}}\nhas {{Points}} of {{Most points}} points, {{Date}}'),
  ]);
  await rpc(ann, 'forms.publish', { flowId, version: 2 });
  return flowId;
}

async function answered(flowId: string, choice: string | undefined) {
  const opened = await openForm(server.url, flowId);
  const answers = { [name.id]: 'שירה Ełżbieta', [planet.id]: must(choice) };
  const sent = await sendForm(server.url, flowId, { ...opened.parts(), ...answers });
  return {
    page: await sent.text(),
    again: () => sendForm(server.url, flowId, { ...opened.parts(), ...answers }),
  };
}

const linkIn = (page: string): string | undefined => /href="([^"]*\/certificate\/[^"]*)"/.exec(page)?.[1];

const get = (path: string) => fetch(new URL(path, server.url));

/** The records of the answers, the newest first. */
async function recordsOf(flowId: string): Promise<readonly string[]> {
  const listed = await ann.call('GET', `/v1/flows/${flowId}/submissions`);
  const { submissions } = (await listed.json()) as { submissions: readonly { recordId: string }[] };
  return submissions.map(({ recordId }) => recordId);
}

it('whoever passes a quiz downloads a certificate, and so does its owner; nobody does who failed', async () => {
  const flowId = await quiz('score');
  const passed = await answered(flowId, right);
  const link = must(linkIn(passed.page));
  const file = await get(link);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const pdf = await PDFDocument.load(await file.arrayBuffer());
  expect([pdf.getTitle(), pdf.getPageCount()]).toEqual(['Certificate', 1]);
  expect(linkIn(await (await passed.again()).text())).toBe(link);
  expect((await get(`${link}x`)).status).toBe(404);

  const failed = await answered(flowId, wrong);
  expect(failed.page).toContain('Not passed');
  expect(linkIn(failed.page)).toBeUndefined();
  const [ofFailed, ofPassed] = await recordsOf(flowId);
  const path = (recordId = '') => `/v1/forms/${flowId}/answers/${recordId}/certificate`;
  expect((await ann.call('GET', path(ofPassed))).headers.get('content-type')).toBe('application/pdf');
  expect((await ann.call('GET', path(ofFailed))).status).toBe(404);
  const eve = await server.signUp('Eve Stranger');
  expect((await eve.call('GET', path(ofPassed))).status).toBe(404);

  const tableId = flowId.replace('bas', 'tbl');
  await rpc(ann, 'records.delete', { basePublicId: flowId, tableId, recordIds: [must(ofPassed)] });
  expect((await get(link)).status).toBe(404);
});

it('a quiz that does not tell what it came to shows no certificate either; its owner has it', async () => {
  const flowId = await quiz('nothing');
  const { page } = await answered(flowId, right);
  expect(linkIn(page)).toBeUndefined();
  const [recordId] = await recordsOf(flowId);
  expect((await ann.call('GET', `/v1/forms/${flowId}/answers/${recordId}/certificate`)).status).toBe(200);
});

it('a certificate that names no question keeps the quiz from being published', async () => {
  const flowId = await quiz('score');
  const { version } = await edit(ann, flowId, 2, [set(null, 'certificateTitle', 'For {{Nobody}}')]);
  await expect(rpc(ann, 'forms.publish', { flowId, version })).rejects.toMatchObject({
    message: expect.stringContaining('‘{{Nobody}}’ on the certificate'),
  });
});
