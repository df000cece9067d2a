import { localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

let vendor: Awaited<ReturnType<typeof localVendors>>;
let server: TestServer;
let ann: TestPerson;
let serviceId: string;
let formId: string;
beforeAll(async () => {
  vendor = await localVendors(['jotform', 'typeform', 'surveyMonkey']);
  const { thirdParties } = vendor;
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { thirdParties });
  ann = await server.signUp('Ann Owner');
  const { ways, target } = must(vendor.vendors.get('jotform'));
  formId = must(target.formId);
  const body = { serviceName: 'Jotform', config: must(ways[0]).config };
  const made = await (await ann.call('POST', '/admin/services/create/jotform', body)).json();
  expect(made).toMatchObject({ service: { accountLabel: 'ada@example.org' } });
  serviceId = (made as { service: { id: string } }).service.id;
});
beforeEach(() => vendor.server.reset());
afterAll(async () => {
  await server.close();
  await vendor.server[Symbol.asyncDispose]();
});

it('tells what a form will be and will not have, and makes one draft of it', async () => {
  const { choices } = await rpc(ann, 'integrations.targets', { serviceId, step: 'formId' });
  expect(choices).toHaveLength(100);
  expect(choices).toContainEqual({ id: formId, name: 'Guests' });
  const foreseen = await rpc(ann, 'integrations.readForm', { serviceId, formId });
  expect(foreseen).toEqual({
    ...{ title: 'Guests', questions: 10 },
    leftOut: [
      '“Name”: its field ‘middle’ was left out',
      '“Arrival”: it asks for the date alone, without a time of day',
      '“Weather” was left out: there is no such question here (control_widget)',
      'A condition was left out: there is none of this kind here (require)',
    ],
  });
  const flowId = 'bas0jotform0000000000000';
  const wanted = { flowId, name: 'Guests', from: { serviceId, formId } };
  await rpc(ann, 'forms.create', wanted);
  // Sent again, as after a lost answer.
  expect(await rpc(ann, 'forms.create', wanted)).toEqual({ flowId });
  const { content, published } = await rpc(ann, 'forms.get', { flowId });
  expect(published).toBe(null);
  const labels = Object.values(content.blocks).map(({ props }) => props.label);
  expect(labels).toEqual(expect.arrayContaining(['Guests & friends', 'Meal', 'Rice', 'Other', 'Food']));
  const blocks = Object.values(content.blocks);
  const shown = (label: string) =>
    JSON.stringify(blocks.find(({ props }) => props.label === label)?.props.shownWhen);
  expect(shown('Wishes')).toContain('"is"');
  expect(shown('Stars')).toContain('"is_not"');
  expect(blocks.filter(({ props }) => props.type === 'rule')).toHaveLength(1);
  expect(vendor.server.violations).toEqual([]);
});

it('reads a form in Europe that has no conditions, with what stands under its questions', async () => {
  const { config } = must(must(vendor.vendors.get('jotform')).ways[0]);
  const body = {
    serviceName: 'Europe',
    config: { ...config, regionUrl: 'https://eu-api.jotform.com' },
  };
  const made = await (await ann.call('POST', '/admin/services/create/jotform', body)).json();
  const at = { serviceId: (made as { service: { id: string } }).service.id, formId };
  const { leftOut } = await rpc(ann, 'integrations.readForm', at);
  expect(leftOut.join()).not.toContain('condition');
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Europe', from: at });
  const { content } = await rpc(ann, 'forms.get', { flowId });
  const email = Object.values(content.blocks).find(({ props }) => props.label === 'Email');
  expect(email?.props.help).toBe('Only for news');
});

it('makes nothing where the form is gone, and lets nobody else read over the connection', async () => {
  const from = { serviceId, formId: 'gone' };
  const flowId = 'bas0jotform0000000000001';
  await expect(rpc(ann, 'forms.create', { flowId, name: 'Gone', from })).rejects.toMatchObject({
    message: expect.stringContaining('Form not found'),
  });
  await expect(rpc(ann, 'forms.get', { flowId })).rejects.toMatchObject({ kind: 'not-found' });
  const eve = await server.signUp('Eve Stranger');
  await expect(rpc(eve, 'integrations.readForm', { serviceId, formId })).rejects.toMatchObject({
    message: 'Connection not found',
  });
  await expect(rpc(eve, 'forms.create', { name: 'Mine', from: { serviceId, formId } })).rejects.toMatchObject(
    { message: 'Connection not found' },
  );
});

it('tries a key before it is connected, and keeps nothing of it', async () => {
  const ping = async (apiKey: string) => {
    const given = { apiKey, regionUrl: 'https://api.jotform.com' };
    const answers = [
      await ann.call('POST', '/jotform/ping', given),
      await ann.call('GET', `/jotform/ping?${new URLSearchParams(given)}`),
    ];
    const [one, other] = await Promise.all(
      answers.map(async (answer) => [answer.status, await answer.json()]),
    );
    expect(other).toEqual(one);
    return one;
  };
  const { config } = must(must(vendor.vendors.get('jotform')).ways[0]);
  expect(await ping(String(config.apiKey))).toEqual([200, { success: true, error: null }]);
  vendor.server.faults.set(2, { kind: 'status', status: 401 });
  vendor.server.faults.set(3, { kind: 'status', status: 401 });
  expect(await ping('f'.repeat(32))).toEqual([200, { success: false, error: 'Invalid API key' }]);
});

/** A connection of a service that is let in by a key, and the form that its stand-in holds. */
const connect = async (type: string, way: number) => {
  const { ways, target } = must(vendor.vendors.get(type));
  const body = { serviceName: type, config: must(ways[way]).config };
  const made = await (await ann.call('POST', `/admin/services/create/${type}`, body)).json();
  return { serviceId: (made as { service: { id: string } }).service.id, formId: must(target.formId) };
};

it('makes a draft of a form of Typeform, with its endings and its way through', async () => {
  const at = await connect('typeform', 1);
  const { questions, leftOut } = await rpc(ann, 'integrations.readForm', at);
  expect(questions).toBe(11);
  expect(leftOut).toEqual([
    '“I agree”: its picture or video was left out',
    '“Pay” was left out: there is no such question here (payment)',
    'Its calculations, as of a score or a price, were left out',
    'A jump behind “People” was left out: its condition cannot be told here',
  ]);
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Guests', from: at });
  const { content, version } = await rpc(ann, 'forms.get', { flowId });
  const blocks = Object.values(content.blocks);
  expect(blocks.filter(({ props }) => props.type === 'rule')).toHaveLength(2);
  expect(blocks.filter(({ props }) => props.kind === 'ending').map(({ props }) => props.label)).toEqual(
    expect.arrayContaining(['Thanks, {{Name}}', 'Bye']),
  );
  expect(blocks.find(({ props }) => props.kind === 'cover')?.props.label).toBe('Hello there');
  await rpc(ann, 'forms.publish', { flowId, version });
  expect(vendor.server.violations).toEqual([]);
});

it('makes a draft of a survey of SurveyMonkey, page by page', async () => {
  const at = await connect('surveyMonkey', 0);
  const { leftOut } = await rpc(ann, 'integrations.readForm', at);
  expect(leftOut).toEqual([
    '“Ice cream” was left out: there is no such question here (matrix menu)',
    '“Arrival”: it asks for the date alone, without a time of day',
    'Its custom variables were left out',
    'SurveyMonkey tells nobody what is skipped and shown when: set that here anew, where it was set there',
  ]);
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Survey', from: at });
  const { content, version } = await rpc(ann, 'forms.get', { flowId });
  const labels = Object.values(content.blocks).map(({ props }) => props.label);
  expect(labels).toEqual(expect.arrayContaining(['Name & title', 'Rice', 'Music', 'Second', 'Your name']));
  await rpc(ann, 'forms.publish', { flowId, version });
  expect(vendor.server.violations).toEqual([]);
});

it('says of a token of SurveyMonkey what is wrong with it: its scope, its region, that it is none, or no survey', async () => {
  const { config } = must(must(vendor.vendors.get('surveyMonkey')).ways[0]);
  const tried = async () => {
    vendor.server.faults.clear();
    return (await ann.call('POST', '/v1/admin/services/surveyMonkey/surveys', config)).json();
  };
  expect(await tried()).toEqual({ success: true, error: null });
  const withFault = async (status: number, message: string) => {
    vendor.server.reset();
    const body = JSON.stringify({ error: { id: '1014', http_status_code: status, message } });
    vendor.server.brokenHosts.set('api.surveymonkey.com', { kind: 'status', status, body });
    return (await tried()) as { error: string };
  };
  const scope = 'You do not have the scopes that this request needs';
  const said = [
    await withFault(403, scope),
    await withFault(403, 'Invalid host for this account'),
    await withFault(401, 'The authorization token was invalid'),
    await withFault(500, 'Away'),
  ];
  expect(said.map(({ error }) => error)).toEqual([
    'Missing "View Surveys" scope. Try refreshing your SurveyMonkey app page.',
    'Invalid Region. Please select a different region.',
    'Invalid access token',
    'Invalid access token',
  ]);
  vendor.server.reset();
  vendor.server.brokenHosts.set('api.surveymonkey.com', { kind: 'body', text: '{"data":[]}' });
  expect(await tried()).toEqual({
    ...{ success: false, error: 'This account has no survey yet: make one at SurveyMonkey first' },
  });
});
