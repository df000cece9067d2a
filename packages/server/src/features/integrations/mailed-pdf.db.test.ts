import { PDFDocument } from '@cantoo/pdf-lib';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestMailServer } from '../../mail/testing.ts';
import { rpc, serverWithMail, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from '../forms/testing.ts';

let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  ({ mail, server, ann } = await serverWithMail());
});
afterAll(() => server.close());

const name = asked('short_text', 'Name', true);
/** A text takes what is no address, too. */
const [email, address] = [asked('email', 'Email'), asked('short_text', 'Address')];

/** A form whose answers become PDFs that are mailed to the address in each. */
async function offers(title: string, asks = email) {
  const flowId = await publishedForm(ann, [name, asks], title);
  const body = { serviceName: title, config: {} };
  const made = await (await ann.call('POST', '/admin/services/create/generatePDF', body)).json();
  const serviceId = (made as { service: { id: string } }).service.id;
  const nameMappings = {
    ...{ name: { template: 'Offer for {{Name}}' }, text: { template: 'Dear {{Name}}' } },
    mailTo: { questionId: asks.id },
  };
  const config = { settings: {}, nameMappings };
  const of = { flowId, serviceId, serviceType: 'generatePDF' };
  await rpc(ann, 'integrations.connect', { ...of, writeQuery: { config } });
  return { flowId, serviceId, config };
}
const runs = async (flowId: string) => (await rpc(ann, 'integrations.log', { flowId })).runs;
const settled = async (flowId: string) => {
  const soon = { timeout: 30_000, interval: 20 };
  await expect.poll(async () => (await runs(flowId))[0]?.state ?? 'waiting', soon).not.toBe('waiting');
  return must((await runs(flowId))[0]);
};
const answered = async (flowId: string, who: string, to: string, asks = email) => {
  const before = (await runs(flowId)).length;
  const { parts } = await openForm(server.url, flowId);
  const sent = { ...parts(), [name.id]: who, [asks.id]: to };
  expect((await sendForm(server.url, flowId, sent)).status).toBe(200);
  await expect.poll(async () => (await runs(flowId)).length, { timeout: 30_000 }).toBe(before + 1);
  return settled(flowId);
};
const mailsTo = (address: string) => mail.received.filter(({ to }) => to.includes(address));

it('mails the PDF of each answer to the address in it, once however often it is made', async () => {
  const { flowId, serviceId, config } = await offers('Offers');
  const test = await ann.call('POST', `/v1/admin/integrations/${flowId}/test?mode=edit`, {
    ...{ serviceType: 'generatePDF', serviceId, config },
  });
  expect(await test.json()).toMatchObject({
    data: { said: expect.stringContaining('A test keeps none, and mails none') },
  });
  const run = await answered(flowId, 'Ada', ' ada@example.org ');
  expect(run).toMatchObject({
    state: 'sent',
    answer: 'Made Offer for Ada.pdf and kept it with the answer. It is mailed to ada@example.org',
  });
  await expect.poll(() => mailsTo('ada@example.org').length, { timeout: 30_000 }).toBe(1);
  const { source } = must(mailsTo('ada@example.org')[0]);
  expect(source).toMatch(/^Subject: PDF: Offers/m);
  expect(source).toMatch(/filename="?Offer for Ada\.pdf/);
  const part = must(
    source.split(/\r\n--[^\r\n]+/).find((one) => /^Content-Type: application\/pdf/im.test(one)),
  );
  const pdf = await PDFDocument.load(Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4), 'base64'));
  expect([pdf.getTitle(), pdf.getPageCount()]).toEqual(['Offer for Ada', 1]);

  await rpc(ann, 'integrations.replay', { flowId, runId: run.id });
  expect((await settled(flowId)).answer).toMatch(
    /It was mailed to ada@example\.org before, and is not mailed/,
  );
  // The mail of a later answer has gone: so would have one more to Ada.
  await answered(flowId, 'Bert', 'bert@example.org');
  await expect.poll(() => mailsTo('bert@example.org').length, { timeout: 30_000 }).toBe(1);
  expect(mailsTo('ada@example.org')).toHaveLength(1);
  expect(mail.faults).toEqual([]);
});

it('keeps the PDF without a mail where no address was given, and mails to no more than one', async () => {
  const { flowId } = await offers('Papers', address);
  const without = await answered(flowId, 'Cem', '', address);
  expect(without).toMatchObject({
    state: 'sent',
    answer: 'Made Offer for Cem.pdf and kept it with the answer',
  });
  expect(await answered(flowId, 'Dora', 'dora@example.org, all@example.org', address)).toMatchObject({
    state: 'failed',
    answer: '“dora@example.org, all@example.org” is not one email address. Nothing was written',
  });
  expect(mailsTo('dora@example.org')).toEqual([]);
});

it('floods nobody with PDFs, and says which mail was not sent', async () => {
  const { flowId } = await offers('Many');
  for (let sent = 1; sent <= 5; sent++) await answered(flowId, 'Eve', 'eve@example.org');
  expect((await answered(flowId, 'Eve', 'eve@example.org')).answer).toMatch(
    /kept it with the answer\. It was not mailed: eve@example\.org got 5 of these mails within an hour/,
  );
  await expect.poll(() => mailsTo('eve@example.org').length, { timeout: 30_000 }).toBe(5);
});
