import { leadOutgoing, localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, freshId, openForm, publishedForm, sendForm } from '../forms/testing.ts';

const pickerKey = 'AIza-key-of-the-operator';
let local: Awaited<ReturnType<typeof localVendors>>;
let outgoing: Disposable;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  local = await localVendors(['googlesheets', 'googlecalendar', 'slack']);
  outgoing = leadOutgoing(local.localUrl);
  const { thirdParties } = local;
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { thirdParties });
  ann = await server.signUp('Ann Owner');
});
afterAll(async () => {
  await server.close();
  outgoing[Symbol.dispose]();
  await local.server[Symbol.asyncDispose]();
});
beforeEach(() => local.server.reset());

const google = () => must(local.providers.get('google'));
const setApp = (more: object = {}) =>
  rpc(ann, 'integrations.setApp', { provider: 'google', ...google().app, ...more });
const waysOf = async () => {
  const { services } = await rpc(ann, 'integrations.catalogue', {});
  return must(services.find(({ type }) => type === 'googlesheets')).ways.map(({ label }) => label);
};

interface Connected {
  readonly service: { readonly id: string };
  readonly signInUrl: string;
}
const create = (config: object, type = 'googlesheets') =>
  ann.call('POST', `/admin/services/create/${type}`, { serviceName: type, config });
/** Follows the sign-in as a browser does: to the provider, and back. */
async function signedIn(config: { readonly files?: 'chosen' | 'all' }, type?: string): Promise<string> {
  const { service, signInUrl } = (await (await create(config, type)).json()) as Connected;
  const headers = { authorization: `Bearer ${ann.token}` };
  const step = async (address: string, more: RequestInit = {}) => {
    const response = await fetch(new URL(address, server.url), { redirect: 'manual', ...more });
    return response.headers.get('location') ?? '';
  };
  const back = await step(await step(signInUrl, { headers }));
  expect(await step(back, { headers })).toBe(`/home/integrations?connected=${service.id}`);
  return service.id;
}
const credentials = (serviceId: string, person = ann) =>
  person.call('GET', `/v1/admin/services/googleSheets/credentials?serviceId=${serviceId}`);
const metadata = async (serviceId: string, spreadsheetIds: readonly string[], forceRefresh = false) => {
  const requests = [{ serviceId, serviceType: 'googlesheets', settings: { spreadsheetIds } }];
  const answer = await ann.call('POST', '/v1/zite/admin/services/getMetadata', { requests, forceRefresh });
  const { results } = (await answer.json()) as {
    results: {
      targets: { id: string; tables: { name: string; fields: object[] }[] | null }[];
      error: string | null;
    }[];
  };
  return must(results[0]);
};

it('offers single files once the operator has set up Google’s picker', async () => {
  await setApp();
  expect(await waysOf()).toEqual(['All my spreadsheets']);
  expect((await create({ files: 'chosen' })).status).toBe(409);
  await setApp({ pickerKey });
  expect(await waysOf()).toEqual(['Files I choose', 'All my spreadsheets']);
  // The key stays where the rest is changed.
  await setApp();
  const { providers } = await rpc(ann, 'integrations.apps', {});
  expect(providers.find(({ name }) => name === 'google')).toMatchObject({ hasPicker: true, pickerKey });
  expect(await rpc(ann, 'integrations.checkApp', { provider: 'google' })).toMatchObject({ ok: true });
  await setApp({ clientSecret: 'another secret' });
  expect(await rpc(ann, 'integrations.checkApp', { provider: 'google' })).toMatchObject({ ok: false });
  await setApp();
});

it('gives the picker’s token to the connection’s own person alone, for chosen files alone, and notes it', async () => {
  const chosen = await signedIn({ files: 'chosen' });
  const given = await credentials(chosen);
  expect(given.headers.get('cache-control')).toBe('no-store');
  const { accessToken, ...others } = (await given.json()) as { accessToken: string };
  expect(others).toEqual({ clientId: google().app.clientId, pickerKey });
  expect(google().tokens.at(-1)).toBe(accessToken);
  const { entries } = (await (await ann.call('GET', '/v1/audit')).json()) as {
    entries: { action: string }[];
  };
  expect(entries.map(({ action }) => action)).toContain('service.tokenGiven');
  const all = await signedIn({ files: 'all' });
  expect((await credentials(all)).status).toBe(409);
  const eve = await server.signUp('Eve Stranger');
  expect((await credentials(chosen, eve)).status).toBe(404);
  expect(local.server.violations).toEqual([]);
});

it('lists sheets by their headers, makes new ones, and names one that is gone', async () => {
  const id = await signedIn({ files: 'chosen' });
  const { spreadsheetId = '' } = must(local.vendors.get('googlesheets')).target;
  const { targets, error } = await metadata(id, [spreadsheetId], true);
  expect(error).toBeNull();
  const { tables } = must(targets.find((one) => one.id === spreadsheetId));
  // A sheet with a chart is none to write to; of one without a header people are told so.
  expect(tables?.map(({ name, fields }) => [name, fields.length])).toEqual([
    ['Empty', 0],
    ["Bob's guests", 8],
  ]);
  expect((await metadata(id, ['gone'])).error).toBe('Missing or unknown google sheet');

  const { organization } = (await (await ann.call('GET', '/v1/me')).json()) as {
    organization: { id: string };
  };
  const of = { serviceId: id, flowName: 'Guests', flowTemplate: { columns: ['Name', '=SUM(A1)'] } };
  const make = (organizationId: string) =>
    ann.call('POST', '/v1/admin/services/createGoogleSheet', { organizationId, ...of });
  expect(await (await make(organization.id)).json()).toEqual({ spreadsheetId: 'made', sheetUUID: '0' });
  expect((await make('org000000000000000000000')).status).toBe(404);
  const sheetsToCreate = ['Guests', 'guests'].map((name) => ({ name, headers: [{ name: 'Name' }] }));
  const several = (serviceId: string, person = ann) =>
    person.call('POST', `/v1/zite/admin/services/googlesheets/create?serviceId=${serviceId}`, {
      sheetsToCreate,
    });
  expect(await (await several(id)).json()).toEqual({
    ...{ spreadsheetId: 'made', spreadsheetName: 'Guests' },
    sheets: [
      { id: '0', name: 'Guests' },
      { id: '1', name: 'guests (2)' },
    ],
  });
  const eve = await server.signUp('Eve Sheets');
  expect((await several(id, eve)).status).toBe(404);
  local.server.brokenHosts.set('sheets.googleapis.com', { kind: 'status', status: 403 });
  expect((await make(organization.id)).status).toBe(409);
  local.server.brokenHosts.set('sheets.googleapis.com', { kind: 'status', status: 504 });
  const lost = (await (await several(id)).json()) as { error: { message: string } };
  expect(lost.error.message).toContain('look before you try again');
  local.server.brokenHosts.clear();
  expect(local.server.violations).toEqual([]);
});

it('a form that writes to a sheet is connected to a database too: a spreadsheet is none', async () => {
  const id = await signedIn({ files: 'chosen' });
  const { target: settings } = must(local.vendors.get('googlesheets'));
  const name = asked('short_text', 'Name', true);
  const flowId = await publishedForm(ann, [name]);
  await rpc(ann, 'integrations.connect', {
    ...{ flowId, serviceId: id, serviceType: 'googlesheets' },
    writeQuery: { config: { settings, nameMappings: { 100: { questionId: name.id } } } },
  });
  const basePublicId = await newBase(ann);
  const [tableId, fieldId] = [freshId('tbl'), freshId('fld')];
  const fields = [{ id: fieldId, name: 'Name', type: 'single_line_text' as const }];
  await rpc(ann, 'tables.create', { basePublicId, id: tableId, name: 'Guests', fields, records: [] });
  const { serviceId } = await rpc(ann, 'forms.connectDatabase', {
    ...{ flowId, basePublicIdentifier: basePublicId, tableId, nameMappings: { [name.id]: fieldId } },
    ...{ keyFieldId: null, createOptions: true, createLinks: false },
  });
  expect(serviceId).not.toBe(id);
});

it('adds a row for each answer, and ends the grant with the last connection of the account', async () => {
  const id = await signedIn({ files: 'chosen' });
  const { target } = must(local.vendors.get('googlesheets'));
  const name = asked('short_text', 'Name', true);
  const flowId = await publishedForm(ann, [name]);
  await rpc(ann, 'integrations.connect', {
    ...{ flowId, serviceId: id, serviceType: 'googlesheets' },
    writeQuery: { config: { settings: target, nameMappings: { 100: { questionId: name.id } } } },
  });
  const { parts } = await openForm(server.url, flowId);
  await sendForm(server.url, flowId, { ...parts(), [name.id]: '=1+1' });
  const rows = () =>
    local.server.calls.flatMap(({ route, body }) => (local.server.isAdding(route, body) ? [body] : []));
  while (rows().length === 0) await new Promise((done) => setTimeout(done, 20));
  expect(rows()).toMatchObject([{ values: [["'=1+1"]] }]);
  // A grant is of the account: where it ended, all other connections of the account would.
  const calendarId = await signedIn({}, 'googlecalendar');
  const removed = await ann.call('DELETE', `/admin/services/scheduling/${calendarId}/delete`);
  expect(removed.status).toBe(200);
  expect(google().revoked).toEqual([]);
  const { services } = await rpc(ann, 'integrations.services', {});
  for (const other of services) await ann.call('DELETE', `/admin/services/delete/${other.id}`);
  expect(google().revoked).toHaveLength(1);
  expect(local.server.violations).toEqual([]);
});

it('a form that is switched off holds up no other that writes to its sheet', async () => {
  const id = await signedIn({ files: 'chosen' });
  const { target } = must(local.vendors.get('googlesheets'));
  const name = asked('short_text', 'Name', true);
  const connected = async () => {
    const flowId = await publishedForm(ann, [name]);
    const { id: integrationId } = await rpc(ann, 'integrations.connect', {
      ...{ flowId, serviceId: id, serviceType: 'googlesheets' },
      writeQuery: { config: { settings: target, nameMappings: { 100: { questionId: name.id } } } },
    });
    return { flowId, integrationId };
  };
  const [off, on] = [await connected(), await connected()];
  const answer = async ({ flowId }: { readonly flowId: string }, text: string) => {
    const { parts } = await openForm(server.url, flowId);
    await sendForm(server.url, flowId, { ...parts(), [name.id]: text });
  };
  const stateOf = async ({ flowId }: { readonly flowId: string }) =>
    (await rpc(ann, 'integrations.log', { flowId })).runs[0]?.state;
  const until = async (isTrue: () => Promise<boolean>) => {
    while (!(await isTrue())) await new Promise((done) => setTimeout(done, 20));
  };
  local.server.brokenHosts.set('sheets.googleapis.com', { kind: 'status', status: 429, retryAfter: '1' });
  await answer(off, 'Ada');
  await until(async () => (await rpc(ann, 'integrations.log', off)).runs[0]?.attempts === 1);
  await answer(on, 'Bo');
  local.server.brokenHosts.clear();
  await rpc(ann, 'integrations.update', { ...off, enabled: false });
  await until(async () => (await stateOf(on)) === 'sent');
  expect(await stateOf(off)).toBe('failed');
  await rpc(ann, 'integrations.update', { ...off, enabled: true });
  await until(async () => (await stateOf(off)) === 'sent');
});

it('lists the channels of Slack, for its own connections alone', async () => {
  const { app } = must(local.providers.get('slack'));
  await rpc(ann, 'integrations.setApp', { provider: 'slack', ...app });
  const id = await signedIn({}, 'slack');
  const channels = (serviceId: string) =>
    ann.call('GET', `/v1/admin/services/slack/channels?serviceId=${serviceId}`);
  expect(await (await channels(id)).json()).toEqual({
    channels: [
      { id: 'C1', name: '#general' },
      { id: 'C2', name: '#größe' },
    ],
  });
  expect((await channels(await signedIn({ files: 'all' }))).status).toBe(404);
  expect(local.server.violations).toEqual([]);
});
