import { PDFDocument } from '@cantoo/pdf-lib';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

/** The record of the only answer. */
async function answerOf(flowId: string): Promise<string> {
  const listed = await ann.call('GET', `/v1/flows/${flowId}/submissions`);
  const { submissions } = (await listed.json()) as { submissions: readonly { recordId: string }[] };
  return must(submissions[0]).recordId;
}

it('an answer is downloaded as a PDF by whoever reads the results, and by nobody else', async () => {
  const name = asked('short_text', 'Name');
  const flowId = await publishedForm(ann, [name]);
  const opened = await openForm(server.url, flowId);
  const sent = await sendForm(server.url, flowId, { ...opened.parts(), [name.id]: 'Ada שלום 🙂' });
  expect(sent.status).toBe(200);
  const path = `/v1/forms/${flowId}/answers/${await answerOf(flowId)}/pdf`;
  const file = await ann.call('GET', `${path}?timeZone=Europe/Berlin`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(file.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Guests \d{4}-\d\d-\d\d\.pdf"/,
  );
  const pdf = await PDFDocument.load(await file.arrayBuffer(), { updateMetadata: false });
  expect([pdf.getTitle(), pdf.getPageCount()]).toEqual(['Guests', 1]);
  const shown = await ann.call('GET', `${path}?disposition=inline`);
  expect(shown.headers.get('content-disposition')).toMatch(/^inline/);
  const eve = await server.signUp('Eve Stranger');
  expect((await eve.call('GET', path)).status).toBe(404);
  expect((await fetch(new URL(path, server.url))).status).toBe(401);
  expect((await ann.call('GET', path.replace(/rec\w+/, `rec${'0'.repeat(21)}`))).status).toBe(404);
  expect((await ann.call('GET', `${path}?timeZone=Nowhere`)).status).toBe(400);
});
