import type { ServiceList } from '@weft/forms';
import { localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';
import { add, asked, edit, openForm, sendForm } from '../testing.ts';

let local: Awaited<ReturnType<typeof localVendors>>;
let server: TestServer;
let ann: TestPerson;
let eve: TestPerson;
const token = `key${'a'.repeat(14)}`;
beforeAll(async () => {
  local = await localVendors(['airtable']);
  local.server.lets = () => [{ authorization: `Bearer ${token}` }];
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { thirdParties: local.thirdParties });
  ann = await server.signUp('Ann Owner');
  eve = await server.signUp('Eve Stranger');
});
afterAll(async () => {
  await server.close();
  await local.server[Symbol.asyncDispose]();
});
beforeEach(() => local.server.reset());

const serviceOf = async (person: TestPerson) => {
  const made = await person.call('POST', '/admin/services/create/airtable', {
    ...{ serviceName: 'Guests', config: { apiKey: token } },
  });
  return ((await made.json()) as { service: { id: string } }).service.id;
};
const formWith = async (list: ServiceList, person = ann) => {
  const picker = asked('record_picker', 'Guest', true);
  const { flowId } = await rpc(person, 'forms.create', { name: 'Dinner' });
  await edit(person, flowId, 0, add([{ ...picker, settings: { source: list as unknown as string } }]));
  return { flowId, picker, publish: () => rpc(person, 'forms.publish', { flowId, version: 1 }) };
};
const listOf = (serviceId: string): ServiceList => ({
  ...{ serviceId, serviceType: 'airtable', field: { id: 'fldName', name: 'Name' } },
  settings: must(local.vendors.get('airtable')).target,
});
const search = async (flowId: string, questionId: string, text = '') => {
  const address = `/t/${flowId}/records/${questionId}?search=${encodeURIComponent(text)}`;
  return (await (await fetch(new URL(address, server.url))).json()) as {
    readonly records: readonly { readonly id: string; readonly label: string }[];
  };
};
const send = async (flowId: string, questionId: string, text: string) => {
  const { parts } = await openForm(server.url, flowId);
  return sendForm(server.url, flowId, { ...parts(), [questionId]: text });
};
const until = async (isDone: () => Promise<boolean> | boolean) => {
  while (!(await isDone())) await new Promise((done) => setTimeout(done, 20));
};
/** As if it was read long ago. */
const age = () =>
  sql`UPDATE weft.service_lists SET asked_at = now() - interval '1 hour'`.execute(server.control);

it('offers the values of a field at Airtable, takes them and no others, and says nothing else of it', async () => {
  const serviceId = await serviceOf(ann);
  const { flowId, picker, publish } = await formWith(listOf(serviceId));
  await publish();
  local.server.calls.length = 0;
  const { records } = await search(flowId, picker.id);
  expect(records.length).toBeGreaterThan(1);
  // Nobody waits for the service.
  expect(local.server.calls).toEqual([]);
  const page = (await openForm(server.url, flowId)).text;
  for (const inner of [serviceId, 'fldName', token]) expect(page).not.toContain(inner);
  const [first, second] = records;
  expect((await send(flowId, picker.id, must(first).id)).status).toBe(200);
  expect((await send(flowId, picker.id, must(second).label.toUpperCase())).status).toBe(200);
  expect((await send(flowId, picker.id, 'Nobody of the list')).status).not.toBe(200);
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const table = must(metadata.tables[0]);
  const kept = await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id });
  const told = JSON.stringify(kept.records);
  for (const { label } of [must(first), must(second)]) expect(told).toContain(label);
  expect((await rpc(ann, 'integrations.dependents', { serviceId })).flows).toMatchObject([{ id: flowId }]);
  expect(local.server.violations).toEqual([]);
});

it('goes on with what was read last while the service is away, and tells whose connection it is', async () => {
  const serviceId = await serviceOf(ann);
  const { flowId, picker, publish } = await formWith(listOf(serviceId));
  await publish();
  const before = await search(flowId, picker.id);
  await age();
  local.server.brokenHosts.set('api.airtable.com', {
    kind: 'status',
    status: 404,
    body: '{"error":"NOT_FOUND"}',
  });
  expect(await search(flowId, picker.id)).toEqual(before);
  const state = async () =>
    (await rpc(ann, 'integrations.services', {})).services.find((one) => one.id === serviceId)?.state;
  await until(async () => (await state()) === 'failing');
  expect((await send(flowId, picker.id, must(before.records[0]).id)).status).toBe(200);
});

it('takes for some days what went from the list since somebody opened the form', async () => {
  const { flowId, picker, publish } = await formWith(listOf(await serviceOf(ann)));
  await publish();
  const { records } = await search(flowId, picker.id);
  await sql`UPDATE weft.service_lists SET labels = '["Only one"]',
    former = jsonb_build_array(jsonb_build_array(${must(records[0]).label}::text, (extract(epoch FROM now()) * 1000)::int8))
    WHERE flow_id = ${flowId}`.execute(server.control);
  expect((await search(flowId, picker.id)).records.map(({ label }) => label)).toEqual(['Only one']);
  expect((await send(flowId, picker.id, must(records[0]).id)).status).toBe(200);
  expect((await send(flowId, picker.id, must(records[1]).id)).status).not.toBe(200);
});

it('is not published over a connection of somebody else, or of a field that cannot be read', async () => {
  const serviceId = await serviceOf(ann);
  const stolen = await formWith(listOf(serviceId), eve);
  await expect(stolen.publish()).rejects.toMatchObject({ kind: 'invalid' });
  expect(local.server.calls.filter(({ route }) => route.url.includes(':table'))).toEqual([]);
  const wrong = await formWith({ ...listOf(serviceId), serviceType: 'slack' });
  await expect(wrong.publish()).rejects.toMatchObject({
    message: expect.stringContaining('another service'),
  });
});

it('is listed among what the form is connected to: as what is read, beside what is written', async () => {
  const serviceId = await serviceOf(ann);
  const list = listOf(serviceId);
  const { flowId, picker } = await formWith(list);
  const readQueries = [
    {
      ...{ id: picker.id.slice(-10), questionId: picker.id },
      config: { settings: list.settings, field: list.field },
    },
  ];
  const before = await rpc(ann, 'integrations.list', { flowId });
  expect(before.integrations).toEqual([]);
  expect(before.onlyRead).toMatchObject([
    { serviceId, serviceType: 'airtable', serviceName: expect.any(String), state: 'ok', readQueries },
  ]);
  await rpc(ann, 'integrations.connect', {
    ...{ flowId, serviceId, serviceType: 'airtable' },
    writeQuery: {
      config: { settings: list.settings, nameMappings: { fldName: { questionId: picker.id } }, when: null },
    },
  });
  const after = await rpc(ann, 'integrations.list', { flowId });
  expect(after.integrations).toMatchObject([{ serviceId, readQueries }]);
  expect(after.onlyRead).toEqual([]);
  // Whoever may not use a connection does not learn of it by naming it in a form of theirs.
  const stolen = await formWith(list, eve);
  expect((await rpc(eve, 'integrations.list', { flowId: stolen.flowId })).onlyRead).toMatchObject([
    { serviceId, serviceName: null, accountLabel: null, state: null },
  ]);
});
