import { buffer } from 'node:stream/consumers';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from '../forms/testing.ts';
import { airtableApp, LocalAirtable, personalToken } from './testing.ts';

const airtable = new LocalAirtable();
const usualFetch = globalThis.fetch;
/** Everything that the server logged, and everything that it answered anybody. */
const told: string[] = [];
let server: TestServer;
let ann: TestPerson;
let ahead = 0;
beforeAll(async () => {
  await airtable.listen();
  server = await startTestServer(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    {
      thirdParties: airtable.thirdParties,
      now: () => Date.now() + ahead,
      log: pino({ level: 'trace' }, { write: (line) => void told.push(line) }),
    },
  );
  globalThis.fetch = async (...request) => {
    const response = await usualFetch(...request);
    if (response.url.startsWith(server.url))
      told.push(await response.clone().text(), JSON.stringify([...response.headers]));
    return response;
  };
  ann = await server.signUp('Ann Owner');
  await rpc(ann, 'integrations.setApp', { provider: 'airtable', ...airtableApp });
});
afterAll(async () => {
  globalThis.fetch = usualFetch;
  await server.close();
  airtable.close();
});
beforeEach(() => {
  airtable.hostile = null;
  airtable.records.length = 0;
});

interface Connected {
  readonly service: { readonly id: string };
  readonly signInUrl: string;
}
const connected = async (path: string, body: object) =>
  (await (await ann.call('POST', path, body)).json()) as Connected;
const create = (config: object = {}) =>
  connected('/admin/services/create/airtable', { serviceName: 'Guests', config });
const follow = async (path: string) => {
  const headers = { authorization: `Bearer ${ann.token}` };
  const response = await fetch(new URL(path, server.url), { redirect: 'manual', headers });
  return response.headers.get('location') ?? '';
};
const callback = (came: { readonly code: string; readonly state: string }) =>
  follow(`/connect/airtable/callback?${new URLSearchParams(came)}`);
const signIn = async (signInUrl: string) => callback(airtable.signIn(await follow(signInUrl)));
const until = async (isTrue: () => Promise<boolean> | boolean) => {
  while (!(await isTrue())) await new Promise((done) => setTimeout(done, 20));
};
const stateOf = async (id: string) =>
  (await rpc(ann, 'integrations.services', {})).services.find((one) => one.id === id)?.state;

const name = asked('short_text', 'Name', true);
const form = async (serviceId: string) => {
  const flowId = await publishedForm(ann, [name]);
  const config = {
    ...{ settings: { baseId: 'app1', tableId: 'tbl1' } },
    nameMappings: { fldName: { questionId: name.id } },
  };
  await rpc(ann, 'integrations.connect', {
    ...{ flowId, serviceId, serviceType: 'airtable', writeQuery: { config } },
  });
  const { parts } = await openForm(server.url, flowId);
  const answer = async () => sendForm(server.url, flowId, { ...parts(), [name.id]: 'Ada' });
  const states = async () => (await rpc(ann, 'integrations.log', { flowId })).runs.map(({ state }) => state);
  return { flowId, answer, states };
};

it('takes no code for a connection of another organization than one works in', async () => {
  const { service, signInUrl } = await create();
  const came = airtable.signIn(await follow(signInUrl));
  const { organization } = (await (await ann.call('GET', '/v1/me')).json()) as {
    organization: { id: string };
  };
  await ann.call('POST', '/v1/organizations', { name: 'Another' });
  expect(await callback(came)).toContain('connectError=The+connection+is+not+there+any+more');
  await ann.call('POST', '/admin/organizations/switchOrganization', { organizationId: organization.id });
  expect(await stateOf(service.id)).toBe('reconnect');
});

it('keeps nothing of a sign-in whose connection is deleted meanwhile, and ends its grant', async () => {
  const { service, signInUrl } = await create();
  const came = airtable.signIn(await follow(signInUrl));
  airtable.meanwhile = () => ann.call('DELETE', `/admin/services/delete/${service.id}`);
  expect(await callback(came)).toContain('connectError=The+connection+is+not+there+any+more');
  airtable.meanwhile = null;
  const kept = await sql`select 1 from weft.secrets where owner = ${`service ${service.id}`}`.execute(
    server.control,
  );
  expect(kept.rows).toEqual([]);
});

it('writes to no more services than a form may have, however many are connected at once', async () => {
  const serviceType = 'generatePDF';
  const made = await ann.call('POST', `/admin/services/create/${serviceType}`, {
    ...{ serviceName: 'PDF', config: {} },
  });
  const { service } = (await made.json()) as { service: { id: string } };
  const flowId = await publishedForm(ann, [name]);
  const connect = (template: string) => {
    const config = { settings: {}, nameMappings: { name: { template }, text: { template } } };
    const to = { flowId, serviceId: service.id, serviceType, writeQuery: { config } };
    return rpc(ann, 'integrations.connect', to).then(
      () => 'connected',
      (error: { readonly kind: string }) => error.kind,
    );
  };
  const came = await Promise.all(Array.from({ length: 23 }, (_, number) => connect(`${number}`)));
  expect(came.filter((one) => one !== 'connected')).toEqual(['limit', 'limit', 'limit']);
  expect((await rpc(ann, 'integrations.list', { flowId })).integrations).toHaveLength(20);
});

it('holds answers when a renewed token was lost in a crash, and sends each once it is signed in again', async () => {
  const { service, signInUrl } = await create();
  await signIn(signInUrl);
  const { answer, states } = await form(service.id);
  airtable.loseRenewals();
  ahead += 61 * 60_000;
  await answer();
  await until(async () => (await states())[0] === 'held');
  expect(await stateOf(service.id)).toBe('reconnect');
  const edited = await connected(`/admin/services/edit/${service.id}`, { redirectUri: '/home/integrations' });
  await signIn(edited.signInUrl);
  expect(await rpc(ann, 'integrations.replayAll', { serviceId: service.id })).toEqual({ replayed: 1 });
  await until(async () => (await states())[0] === 'sent');
  expect(airtable.records).toEqual([{ fldName: 'Ada' }]);
});

it.each([
  ['deep', `{"bases":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['huge', `{"bases":[{"id":"app1","name":"${'a'.repeat(9_000_000)}"}]}`],
  ['of other types', '{"bases":{"id":1},"tables":"x"}'],
  ['no JSON', '<html>'],
])('answers of a service that are %s are refused with a sentence, and harm nobody', async (_what, text) => {
  const { service } = await create({ apiKey: personalToken });
  airtable.hostile = text;
  const asking = { serviceId: service.id, step: 'baseId', forceRefresh: true };
  const refusal = await rpc(ann, 'integrations.targets', asking).catch((error: Error) => error);
  expect(refusal).toMatchObject({ message: expect.stringMatching(/^Airtable /) });
  expect((refusal as Error).message.length).toBeLessThan(400);
  airtable.hostile = null;
  expect((await rpc(ann, 'integrations.targets', asking)).choices).toHaveLength(1);
});

it.each(['10.0.0.1', '169.254.169.254', '0x0a000001', '[fd00::1]', '[::ffff:10.0.0.1]'])(
  'asks no host of a private network (%s)',
  async (host) => {
    const config = { host, port: 587, username: 'ann', password: 'x', email: 'ann@example.org' };
    const refused = await ann.call('POST', '/admin/services/create/smtp', { serviceName: 'Mail', config });
    const { error } = (await refused.json()) as { error: { message: string } };
    expect(error.message).toMatch(/leads into a private network|^Please enter a valid host$/);
  },
);

it('tells no secret in what it logs, answers and exports', async () => {
  const { service } = await create({ apiKey: personalToken });
  const { flowId, answer, states } = await form(service.id);
  airtable.faults.push({ status: 422 });
  await answer();
  await until(async () => (await states())[0] === 'failed');
  // It quotes the token that it does not know any more.
  airtable.revokeAll();
  const [run] = (await rpc(ann, 'integrations.log', { flowId })).runs;
  await rpc(ann, 'integrations.replay', { flowId, runId: must(run).id });
  await until(async () => (await states())[0] === 'held');
  const [held] = (await rpc(ann, 'integrations.log', { flowId })).runs;
  expect(held?.answer).toContain('Unknown token …');
  airtable.admit();
  await ann.call('POST', '/admin/services/create/airtable', {
    ...{ serviceName: 'Guests', config: { apiKey: `${personalToken.slice(0, -1)}x` } },
  });
  for (const path of ['/v1/outbox', '/v1/audit', '/v1/audit/export', '/v1/jobs', '/v1/usage'])
    await ann.call('GET', path);
  for (const call of ['integrations.apps', 'integrations.catalogue', 'integrations.services'] as const)
    await rpc(ann, call, {});
  const exported = await ann.call('GET', `/admin/flows/export/${flowId}?format=zip`);
  expect(exported.status).toBe(200);
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    exported
      .arrayBuffer()
      .then((bytes) =>
        yauzl.fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, opened) =>
          error ? reject(error) : resolve(opened),
        ),
      ),
  );
  for await (const entry of zip.eachEntry())
    told.push((await buffer(await zip.openReadStreamPromise(entry))).toString());
  expect(told.length).toBeGreaterThan(100);
  expect(must(airtable.secrets[0])).toBe(personalToken);
  expect(airtable.secrets.filter((secret) => told.some((text) => text.includes(secret)))).toEqual([]);
});
