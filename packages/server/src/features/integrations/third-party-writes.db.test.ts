import { must } from '@weft/std';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from '../forms/testing.ts';
import { airtableApp, LocalAirtable, personalToken } from './testing.ts';

const airtable = new LocalAirtable();
const logged: string[] = [];
let server: TestServer;
let ann: TestPerson;
/** Milliseconds by which the server's clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  await airtable.listen();
  server = await startTestServer(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    {
      thirdParties: airtable.thirdParties,
      now: () => Date.now() + ahead,
      log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }),
    },
  );
  ann = await server.signUp('Ann Owner');
  await rpc(ann, 'integrations.setApp', { provider: 'airtable', ...airtableApp });
});
afterAll(async () => {
  await server.close();
  airtable.close();
});
beforeEach(() => {
  airtable.records.length = 0;
  airtable.revoked = false;
});

const until = async (isDone: () => Promise<boolean> | boolean) => {
  while (!(await isDone())) await new Promise((done) => setTimeout(done, 20));
};

interface Connected {
  readonly service: { readonly id: string; readonly name: string; readonly state: string };
  readonly signInUrl: string | null;
}
const create = async (config: object, more: object = {}) =>
  ann.call('POST', '/admin/services/create/airtable', { serviceName: 'Guests', config, ...more });
const connected = async (config: object, more: object = {}) =>
  (await (await create(config, more)).json()) as Connected;

/** Follows an address as a browser does, one step; where it leads on to. */
const follow = async (path: string, person = ann) => {
  const response = await fetch(new URL(path, server.url), {
    redirect: 'manual',
    headers: { authorization: `Bearer ${person.token}` },
  });
  return { status: response.status, to: response.headers.get('location') ?? '' };
};
const callback = (came: { readonly code: string; readonly state: string }, person = ann) =>
  follow(`/connect/airtable/callback?${new URLSearchParams(came)}`, person);
/** A connection that is signed in. */
const signedIn = async () => {
  const { service, signInUrl } = await connected({});
  const { to } = await follow(must(signInUrl));
  await callback(airtable.signIn(to));
  return service;
};
const serviceOf = async (id: string) =>
  must((await rpc(ann, 'integrations.services', {})).services.find((one) => one.id === id));

const name = asked('short_text', 'Name', true);
const age = asked('number', 'Age');
const born = asked('date', 'Born');
const meal = asked('single_choice', 'Meal');
const settings = { baseId: 'app1', tableId: 'tbl1' };
const mapping = {
  fldName: { questionId: name.id, transform: 'uppercase' as const },
  fldAge: { questionId: age.id },
  fldBorn: { questionId: born.id },
  fldMeal: { questionId: meal.id, transform: 'lowercase' as const },
  fldSaid: { template: '{{Name}} is {{Age}}' },
};
const form = async (serviceId: string) => {
  const flowId = await publishedForm(ann, [name, age, born, meal]);
  const writeQuery = { config: { settings, nameMappings: mapping } };
  const { id } = await rpc(ann, 'integrations.connect', {
    flowId,
    serviceId,
    serviceType: 'airtable',
    writeQuery,
  });
  return { flowId, integrationId: id };
};
const answer = async (flowId: string, sent: Record<string, string> = {}) => {
  const { parts } = await openForm(server.url, flowId);
  expect((await sendForm(server.url, flowId, { ...parts(), [name.id]: 'Ada', ...sent })).status).toBe(200);
};
const log = async (flowId: string) => (await rpc(ann, 'integrations.log', { flowId })).runs;
const settled = (flowId: string, count: number) =>
  until(async () => {
    const runs = await log(flowId);
    return runs.length === count && runs.every(({ state }) => state !== 'waiting');
  });

it('tells in which currency a form asks, for tables that are made of it', async () => {
  const price = { ...asked('currency', 'Price'), settings: { symbol: '€' } };
  const { fields } = await rpc(ann, 'integrations.list', { flowId: await publishedForm(ann, [price, name]) });
  expect(fields.filter(({ id }) => [price.id, name.id].includes(id))).toEqual([
    { id: price.id, name: 'Price', type: 'currency', currencySymbol: '€' },
    { id: name.id, name: 'Name', type: 'single_line_text' },
  ]);
});

it('takes a token on the page of integrations alone', async () => {
  const config = { apiKey: `key${'a'.repeat(14)}` };
  const refused = await create(config, { source: 'formEditor' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('on the page of integrations alone');
});

it('a form writes its answers to Airtable, each value of its field’s kind', async () => {
  expect(await (await create({ apiKey: 'key of nothing' })).json()).toMatchObject({
    error: { kind: 'invalid' },
  });
  expect(await (await create({ apiKey: `pat${'x'.repeat(60)}` })).json()).toMatchObject({
    error: { kind: 'conflict' },
  });
  const { service, signInUrl } = await connected({ apiKey: personalToken });
  expect([service.state, signInUrl]).toEqual(['ok', null]);
  const again = await connected({ apiKey: personalToken });
  expect([service.name, again.service.name]).toEqual(['Guests', 'Guests (2)']);

  const steps = { serviceId: service.id, step: 'tableId', settings: { baseId: 'app1' } };
  expect(await rpc(ann, 'integrations.targets', steps)).toEqual({
    choices: [{ id: 'tbl1', name: 'People' }],
  });
  const { flowId, integrationId } = await form(service.id);
  await expect(
    rpc(ann, 'integrations.connect', {
      ...{ flowId, serviceId: again.service.id, serviceType: 'airtable' },
      writeQuery: { config: { settings, nameMappings: mapping } },
    }),
  ).rejects.toMatchObject({ message: 'You cannot connect to two databases at once.' });

  const choice = must(meal.choices[0]);
  await answer(flowId, { [age.id]: '41.5', [born.id]: '2026-03-29', [meal.id]: choice.id });
  await settled(flowId, 1);
  const label = choice.label.toLowerCase();
  expect(airtable.records).toEqual([
    { fldName: 'ADA', fldAge: 41.5, fldBorn: '2026-03-29', fldMeal: label, fldSaid: 'Ada is 41.5' },
  ]);
  expect(await log(flowId)).toMatchObject([{ state: 'sent', serviceType: 'airtable', integrationId }]);
  const [run] = await log(flowId);
  await rpc(ann, 'integrations.replay', {
    flowId,
    runId: must(run).id,
    values: { fldName: 'Bo', fldAge: '' },
  });
  await until(() => airtable.records.length === 2);
  expect(airtable.records[1]).toMatchObject({ fldName: 'Bo', fldBorn: '2026-03-29' });
  expect(airtable.records[1]).not.toHaveProperty('fldAge');
  const found = await rpc(ann, 'integrations.log', { flowId, search: '41.5' });
  expect([
    found.runs.length,
    (await rpc(ann, 'integrations.log', { flowId, search: 'nobody' })).runs,
  ]).toEqual([1, []]);

  const test = {
    serviceType: 'airtable',
    serviceId: service.id,
    config: { settings, nameMappings: mapping },
  };
  const tested = await ann.call('POST', `/v1/admin/integrations/${flowId}/test?mode=edit`, test);
  expect(await tested.json()).toMatchObject({ statusCode: 200, error: null });
  expect(airtable.violations).toEqual([]);
});

it('a connection is signed in by its own person and session, once, and back to a page of ours', async () => {
  const outside = await create({}, { redirectUri: 'https://evil.example/' });
  expect(outside.status).toBe(400);
  const dotted = ['/..//evil.example', '/.//a//evil.example', '/a\\..\\\\a\\\\evil.example'];
  for (const page of ['//evil.example', '/\\evil.example', 'javascript:alert(1)', ...dotted])
    expect((await create({}, { redirectUri: page })).status).toBe(400);
  const { service, signInUrl } = await connected({}, { redirectUri: '/editor/form/edit?step=3' });
  expect(service.state).toBe('reconnect');
  const eve = await server.signUp('Eve Stranger');
  expect((await follow(must(signInUrl), eve)).status).toBe(404);

  const { to } = await follow(must(signInUrl));
  expect(new URL(to).searchParams.get('code_challenge_method')).toBe('S256');
  const stolen = airtable.signIn(to);
  expect((await callback(stolen, eve)).to).toContain('connectError');
  // It was taken out by whoever came with it.
  expect((await callback(stolen)).to).toContain('connectError');
  const forged = { ...airtable.signIn((await follow(must(signInUrl))).to), state: 'forged' };
  expect((await callback(forged)).to).toContain('connectError');

  const came = airtable.signIn((await follow(must(signInUrl))).to);
  const back = await callback(came);
  expect(back.to).toBe(`/editor/form/edit?step=3&connected=${service.id}`);
  expect((await callback(came)).to).toContain('connectError');
  expect(await serviceOf(service.id)).toMatchObject({
    state: 'ok',
    session_state: { metadata: { email: 'ada@example.org' } },
  });

  airtable.account = { id: 'usr2', email: 'bo@example.org' };
  const edit = { redirectUri: '/home/integrations' };
  const edited = await ann.call('POST', `/admin/services/edit/${service.id}`, edit);
  const reconnect = ((await edited.json()) as Connected).signInUrl;
  const other = await callback(airtable.signIn((await follow(must(reconnect))).to));
  expect(other.to).toBe(
    `/home/integrations?connected=${service.id}&otherAccount=${encodeURIComponent('ada@example.org')}`,
  );
  airtable.account = { id: 'usr1', email: 'ada@example.org' };
});

it('renews a token once for fifty calls at a time', async () => {
  const { id } = await signedIn();
  airtable.refreshes = 0;
  ahead += 50 * 60_000;
  const requests = Array.from({ length: 10 }, () => ({ serviceId: id, serviceType: 'airtable' }));
  const calls = Array.from({ length: 5 }, async () => {
    const body = { requests, forceRefresh: true };
    const answered = await ann.call('POST', '/v1/zite/admin/services/getMetadata', body);
    return ((await answered.json()) as { results: { targets: unknown[] }[] }).results;
  });
  const lists = (await Promise.all(calls)).flat().map(({ targets }) => targets.length);
  expect(lists).toEqual(Array.from({ length: 50 }, () => 1));
  expect(airtable.refreshes).toBe(1);
});

it('holds answers of a connection that broke, tells its owner once, and sends them after it is connected again', async () => {
  const { id } = await signedIn();
  const { flowId } = await form(id);
  airtable.revoked = true;
  ahead += 61 * 60_000;
  await answer(flowId);
  await settled(flowId, 1);
  await answer(flowId);
  await settled(flowId, 2);
  expect((await log(flowId)).map(({ state }) => state)).toEqual(['held', 'held']);
  expect((await serviceOf(id)).state).toBe('reconnect');
  const { mails } = (await (await ann.call('GET', '/v1/outbox')).json()) as { mails: { subject: string }[] };
  expect(mails.filter(({ subject }) => subject === 'Connect Airtable again')).toHaveLength(1);

  airtable.revoked = false;
  const edited = await ann.call('POST', `/admin/services/edit/${id}`, { redirectUri: '/home/integrations' });
  await callback(airtable.signIn((await follow(must(((await edited.json()) as Connected).signInUrl))).to));
  expect(await rpc(ann, 'integrations.replayAll', { serviceId: id })).toEqual({ replayed: 2 });
  await until(() => airtable.records.length === 2);
  await settled(flowId, 2);
  expect((await log(flowId)).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

it('waits as long as a service asks, does not repeat what may be delivered, and gives up what is refused', async () => {
  const { service } = await connected({ apiKey: personalToken });
  const { flowId } = await form(service.id);
  airtable.faults.push({ status: 429, headers: { 'retry-after': '3000' } });
  await answer(flowId);
  await until(async () => must((await log(flowId))[0]).attempts === 1);
  const { rows } = await sql<{ seconds: number }>`select extract(epoch from run_at - now())::int as seconds
    from weft.jobs where queue = 'integration' and state = 'waiting'`.execute(server.control);
  expect(must(rows[0]).seconds).toBeGreaterThan(2_900);
  expect((await log(flowId)).map(({ state }) => state)).toEqual(['waiting']);
  expect((await serviceOf(service.id)).state).toBe('failing');

  // One that always says 'at once' would use up the attempts of three days in a minute.
  airtable.faults.push({ status: 429, headers: { 'retry-after': '0' } });
  const { flowId: busy, integrationId } = await form(service.id);
  await answer(busy);
  await until(async () => must((await log(busy))[0]).attempts === 1);
  const { rows: soon } = await sql<{
    seconds: number;
  }>`select extract(epoch from min(run_at) - now())::int as seconds
    from weft.jobs where queue = 'integration' and state = 'waiting'`.execute(server.control);
  expect(must(soon[0]).seconds).toBeGreaterThan(2);
  expect(must(soon[0]).seconds).toBeLessThan(60);
  await rpc(ann, 'integrations.remove', { flowId: busy, integrationId });

  airtable.faults.push('reset');
  await answer(flowId);
  await until(async () => must((await log(flowId))[0]).state === 'failed');
  expect(must((await log(flowId))[0]).answer).toMatch(/^May have been delivered/);
  airtable.faults.push({ status: 422 });
  await answer(flowId);
  await until(async () => must((await log(flowId))[0]).state === 'failed');
  expect(must((await log(flowId))[0]).answer).toMatch(/Told by the test.*Nothing was written/);
  // What may have been delivered is left to a person to look at.
  expect(await rpc(ann, 'integrations.replayAll', { serviceId: service.id })).toEqual({ replayed: 1 });
  await until(() => airtable.records.length === 1);
});

it('forgets what waits of an answer that is erased', async () => {
  const email = asked('email', 'Email', true);
  const { service } = await connected({ apiKey: personalToken });
  const flowId = await publishedForm(ann, [email]);
  const nameMappings = { fldName: { questionId: email.id } };
  await rpc(ann, 'integrations.connect', {
    ...{ flowId, serviceId: service.id, serviceType: 'airtable' },
    writeQuery: { config: { settings, nameMappings } },
  });
  airtable.faults.push({ status: 422 });
  const { parts } = await openForm(server.url, flowId);
  await sendForm(server.url, flowId, { ...parts(), [email.id]: 'erased@example.org' });
  await settled(flowId, 1);
  await rpc(ann, 'forms.eraseAnswersOf', { flowId, email: 'erased@example.org' });
  expect(await log(flowId)).toEqual([]);
});

it('deletes a connection with what flows write with it, after it said which', async () => {
  const { service } = await connected({ apiKey: personalToken });
  const { flowId } = await form(service.id);
  expect(await rpc(ann, 'integrations.dependents', { serviceId: service.id })).toEqual({
    flows: [{ id: flowId, name: 'Guests' }],
    others: 0,
  });
  expect((await serviceOf(service.id)).usedBy).toBe(1);
  expect((await ann.call('DELETE', `/admin/services/delete/${service.id}`)).status).toBe(200);
  expect((await rpc(ann, 'integrations.list', { flowId })).integrations).toEqual([]);
});

it('tells no secret in logs, lists, mails, audit lines, jobs and open tables', async () => {
  const { flows } = (await (await ann.call('GET', '/admin/flows')).json()) as { flows: { id: string }[] };
  const told = [
    ...logged,
    JSON.stringify(await rpc(ann, 'integrations.services', {})),
    ...(await Promise.all(flows.map(async ({ id }) => JSON.stringify(await log(id))))),
    ...(await Promise.all(
      ['/v1/outbox', '/v1/audit', '/v1/jobs'].map(async (path) => (await ann.call('GET', path)).text()),
    )),
  ];
  for (const table of [
    'services',
    'deliveries',
    'jobs',
    'oauth_apps',
    'oauth_sign_ins',
    'secrets',
    'audit_log',
  ]) {
    const { rows } = await sql`select * from ${sql.table(`weft.${table}`)}`.execute(server.control);
    told.push(JSON.stringify(rows));
  }
  expect(logged.length).toBeGreaterThan(10);
  // A code is good once, and travels in an address; a log of requests holds none either.
  expect(airtable.secrets.filter((secret) => told.some((text) => text.includes(secret)))).toEqual([]);
});

it('keeps connections through a time in which the operator’s app is refused', async () => {
  const { id } = await signedIn();
  const { flowId } = await form(id);
  airtable.refusesApp = true;
  ahead += 61 * 60_000;
  await answer(flowId);
  await until(async () => must((await log(flowId))[0]).attempts === 1);
  expect((await log(flowId)).map(({ state }) => state)).toEqual(['waiting']);
  expect((await serviceOf(id)).state).toBe('failing');
  airtable.refusesApp = false;
});
