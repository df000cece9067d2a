import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from './testing.ts';
import { webhookSignature } from './webhooks.ts';

interface Heard {
  readonly headers: Record<string, string>;
  readonly body: string;
}

let server: TestServer;
let ann: TestPerson;
const heard: Heard[] = [];
let status = 200;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += String(part)));
  request.on('end', () => {
    heard.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(status).end('noted');
  });
});
beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
  ann = await server.signUp('Ann Owner');
});
afterAll(async () => {
  await server.close();
  receiver.close();
});

const until = async (isDone: () => Promise<boolean> | boolean) => {
  while (!(await isDone())) await new Promise((done) => setTimeout(done, 20));
};

it('an address is told of each answer, signed, and once more when somebody asks for it', async () => {
  const question = asked('short_text', 'Name', true);
  const flowId = await publishedForm(ann, [question]);
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/answers`;
  const { id, secret } = await rpc(ann, 'forms.addWebhook', { flowId, url });
  const { parts } = await openForm(server.url, flowId);
  expect((await sendForm(server.url, flowId, { ...parts(), [question.id]: 'Ada' })).status).toBe(200);
  await until(() => heard.length === 1);
  const { headers, body } = must(heard[0]);
  const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
  expect([type, data.flowId, data.answers]).toEqual([
    'form.answered',
    flowId,
    [{ fieldId: question.id, label: 'Name', value: 'Ada', text: 'Ada' }],
  ]);
  const signed = webhookSignature(
    secret,
    must(headers['webhook-id']),
    Number(headers['webhook-timestamp']),
    body,
  );
  expect(headers['webhook-signature']).toBe(signed);
  const log = async () => (await rpc(ann, 'forms.webhooks', { flowId })).deliveries;
  await until(async () => (await log())[0]?.state === 'sent');
  expect((await log())[0]).toMatchObject({ url, attempts: 1, answer: '200 noted' });
  expect(JSON.stringify(await rpc(ann, 'forms.webhooks', { flowId }))).not.toContain(secret);
  await rpc(ann, 'forms.replayDelivery', { flowId, deliveryId: must((await log())[0]).id });
  await until(() => heard.length === 2);
  expect(must(heard[1]).headers['webhook-id']).toBe(headers['webhook-id']);

  status = 500;
  await sendForm(server.url, flowId, {
    ...(await openForm(server.url, flowId)).parts(),
    [question.id]: 'Bert',
  });
  await until(async () => (await log())[0]?.answer === '500 noted');
  expect((await log())[0]?.state).toBe('waiting');

  await rpc(ann, 'forms.enableWebhook', { flowId, webhookId: id, enabled: false });
  await sendForm(server.url, flowId, {
    ...(await openForm(server.url, flowId)).parts(),
    [question.id]: 'Cleo',
  });
  expect(await log()).toHaveLength(2);
  const before = heard.length;
  const ada = must((await log()).find(({ state }) => state === 'sent')).id;
  await rpc(ann, 'forms.replayDelivery', { flowId, deliveryId: ada });
  const again = async () => (await log()).find((one) => one.id === ada);
  await until(async () => (await again())?.state === 'failed');
  expect([(await again())?.answer, heard.length]).toEqual(['The webhook is switched off', before]);
  await rpc(ann, 'forms.removeWebhook', { flowId, webhookId: id });
  expect((await rpc(ann, 'forms.webhooks', { flowId })).webhooks).toEqual([]);
  const audit = (await (await ann.call('GET', '/v1/audit')).json()) as {
    readonly entries: readonly { readonly action: string; readonly details: { readonly host?: string } }[];
  };
  const told = audit.entries.filter(({ action }) => action.startsWith('flow.webhook'));
  const host = `127.0.0.1:${port}`;
  expect(told.map(({ action, details }) => [action, details.host])).toEqual([
    ['flow.webhookRemoved', host],
    ['flow.webhookSwitched', host],
    ['flow.webhookAdded', host],
  ]);
});

it('no address of another scheme is told, and no other form’s delivery is sent again', async () => {
  const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
  for (const url of [
    'ftp://example.org',
    'javascript:alert(1)',
    'https://a:b@example.org',
    'http://169.254.169.254/',
    'http://0xa000001/',
  ])
    await expect(rpc(ann, 'forms.addWebhook', { flowId, url })).rejects.toMatchObject({ kind: 'invalid' });
  await expect(
    rpc(ann, 'forms.replayDelivery', { flowId, deliveryId: `dlv${'0'.repeat(21)}` }),
  ).rejects.toMatchObject({ kind: 'not-found' });
});
