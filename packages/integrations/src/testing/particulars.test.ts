import { describe, expect, it } from 'vitest';
import type { ServiceAuth } from '../connectors/connector.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { ServiceFault } from '../connectors/service-http.ts';
import { besideStandIn, classOf } from './beside-stand-in.ts';
import { testFile } from './stand-in.ts';

const patternOf = (type: string, key: string) => {
  const field = connectorOf(type)
    ?.auth.flatMap((auth: ServiceAuth) => (auth.kind === 'config' ? auth.fields : []))
    .find((one) => one.key === key);
  const { source = '', message } = field?.pattern ?? {};
  return { takes: (text: string) => new RegExp(`^(?:${source})$`).test(text), message };
};

describe('what a person pastes', () => {
  it.each([
    ['airtable', 'apiKey', 'API Key should be an alphanumeric string starting with "key"...'],
    ['monday', 'apiKey', 'API Key should be an alphanumeric string, from your Monday account.'],
    ['smartsuite', 'apiKey', 'API Key should be an alphanumeric string, from your SmartSuite account.'],
    [
      'smartsuite',
      'workspaceId',
      'Workspace ID should be the 8 characters in your URL when in SmartSuite...',
    ],
  ])('is explained by %s in the words of the specification (%s)', (type, key, message) => {
    expect(patternOf(type, key).message).toBe(message);
  });

  it('is taken by its length or its beginning', () => {
    const airtable = patternOf('airtable', 'apiKey');
    const samples = [`key${'a'.repeat(14)}`, 'x'.repeat(51), `key${'a'.repeat(13)}`, 'x'.repeat(50), ''];
    expect(samples.map(airtable.takes)).toEqual([true, true, false, false, false]);
    expect(['x'.repeat(16), 'x'.repeat(15)].map(patternOf('monday', 'apiKey').takes)).toEqual([true, false]);
    const workspace = patternOf('smartsuite', 'workspaceId');
    expect(['s1a2b3c4', 's1a2b3c', 's1a2b3c45'].map(workspace.takes)).toEqual([true, false, false]);
  });
});

describe('slack', () => {
  it.each([
    ['not_in_channel', 'permanent', 'invite the app'],
    ['token_revoked', 'reconnect', 'token_revoked'],
    ['ratelimited', 'retry', 'ratelimited'],
  ])('reads %s out of an answer that looks like success', async (error, expected, words) => {
    const { write, server } = await besideStandIn('slack');
    server.faults.set(0, { kind: 'body', text: JSON.stringify({ ok: false, error }) });
    const fault = await write({ text: 'Hello' })?.catch((caught: unknown) => caught as ServiceFault);
    expect(fault).toBeInstanceOf(ServiceFault);
    expect(fault).toMatchObject({ class: expected, message: expect.stringContaining(words) });
  });

  it('reads no further than the beginning of an error of eight megabytes', async () => {
    const { write, server } = await besideStandIn('slack');
    server.faults.set(0, { kind: 'status', status: 400, body: '<Error>'.repeat(1_000_000) });
    expect(await classOf(write({ text: 'Hello' }))).toBe('permanent');
  });

  it('refuses a message that would be cut', async () => {
    const { write, server } = await besideStandIn('slack');
    expect(await classOf(write({ text: 'x'.repeat(40_001) }))).toBe('permanent');
    expect(server.added).toBe(0);
  });

  it('posts through a webhook, and knows one that was removed', async () => {
    const { connector, http, server, write } = await besideStandIn('slack', 1);
    expect(await connector.targets?.[0]?.list(http, {})).toEqual([
      { id: 'webhook', name: 'The channel of the webhook' },
    ]);
    await write({ text: 'Ada <3' });
    expect(server.calls.at(-1)?.body).toEqual({ text: 'Ada &lt;3' });
    server.reset();
    server.faults.set(0, { kind: 'status', status: 404, body: 'no_service' });
    const fault = await connector.check(http).catch((caught: unknown) => caught as Error);
    expect(fault).toMatchObject({ class: 'reconnect', message: expect.stringContaining('no_service') });
    expect((fault as Error).message).not.toContain('secret');
  });
});

it('learns the data centre of Mailchimp when somebody signs in', async () => {
  const { connector, http, server } = await besideStandIn('mailchimp');
  expect(await connector.learn?.(http)).toEqual({ dc: 'us21' });
  expect(server.violations).toEqual([]);
});

it('adds to HubSpot what it cannot find again, and asks before that is repeated', async () => {
  const { connector, write, server } = await besideStandIn('hubspot');
  await write({ firstname: 'Ada' }, { object: 'deals' });
  expect(server.calls.at(-1)?.body).toEqual({ properties: { firstname: 'Ada' }, associations: [] });
  const { repeats } = connector.write ?? {};
  expect(
    typeof repeats === 'function' && [repeats({ object: 'deals' }), repeats({ object: 'contacts' })],
  ).toEqual(['ask', 'idempotent']);
});

it('tells what HubSpot refused of a batch that it answered with success', async () => {
  const { write, server } = await besideStandIn('hubspot');
  const text = JSON.stringify({ status: 'COMPLETE', results: [], errors: [{ message: 'Email is invalid' }] });
  server.faults.set(0, { kind: 'body', text });
  const fault = await write({ email: 'nobody' })?.catch((caught: unknown) => caught as ServiceFault);
  expect(fault).toMatchObject({ class: 'permanent', message: 'HubSpot refused: Email is invalid' });
});

it('changes the contact of Intercom that its search does not know yet', async () => {
  const { write, server } = await besideStandIn('intercom');
  const said = (message: string) =>
    JSON.stringify({ type: 'error.list', errors: [{ code: 'conflict', message }] });
  const [knowsNone, asks] = [{ kind: 'body', text: '{"data":[]}' } as const, { email: 'ada@example.org' }];
  const refused = (message: string) => ({ kind: 'status', status: 409, body: said(message) }) as const;
  const target = { what: 'contact' };
  server.faults.set(0, knowsNone);
  server.faults.set(1, refused('A contact matching those details already exists with id=c1'));
  // The stand-in knows another one, so that this id is the one that was told.
  expect(await classOf(write(asks, target))).toBe('permanent');
  expect(server.violations).toEqual([]);
  server.reset();
  server.faults.set(0, knowsNone);
  server.faults.set(1, refused('Conflict'));
  expect(await write(asks, target)).toEqual({ said: 'Added or changed a contact' });
  expect(server.calls.at(-1)?.path).toEqual({ contact: 'c/1' });
  server.reset();
  server.faults.set(0, knowsNone);
  server.faults.set(1, refused('An archived contact matching those details already exists with id=c1'));
  server.faults.set(2, knowsNone);
  expect(await classOf(write(asks, target))).toBe('permanent');
});

it('reads an error of monday.com out of an answer that looks like success', async () => {
  const { connector, http, server } = await besideStandIn('monday');
  const errors = [{ message: 'Complexity budget exhausted, rate limit' }];
  server.faults.set(0, { kind: 'body', text: JSON.stringify({ errors }) });
  expect(await classOf(connector.check(http))).toBe('retry');
});

describe('the services of Microsoft', () => {
  it('take a large file in parts, without a token where the address is one', async () => {
    const { write, server } = await besideStandIn('onedrive');
    const size = 11 * 1024 * 1024;
    await write({ files: [testFile('large.png', size)] });
    expect(server.violations).toEqual([]);
    const ranges = server.calls.flatMap(({ headers }) => headers['content-range'] ?? []);
    expect(ranges).toEqual([`bytes 0-10485759/${size}`, `bytes 10485760-${size - 1}/${size}`]);
  });

  it('give their token to no other host that an answer names', async () => {
    const { connector, http, server } = await besideStandIn('teams');
    const next = 'https://graph.microsoft.com.evil.example/v1.0/me/joinedTeams';
    const text = JSON.stringify({ value: [{ id: 't', displayName: 'T' }], '@odata.nextLink': next });
    server.faults.set(0, { kind: 'body', text });
    const [teams] = connector.targets ?? [];
    expect(await teams?.list(http, {})).toEqual([{ id: 't', name: 'T' }]);
    expect(server.calls.length).toBe(1);
  });

  it('say which column of a workbook is gone instead of leaving its answer out', async () => {
    const { write, server } = await besideStandIn('excel');
    expect(await classOf(write({ 1: 'Ada', 99: 'lost' }))).toBe('permanent');
    expect(server.added).toBe(0);
  });

  it('keep a connection whose file is not shared, and wait for one that is locked', async () => {
    const { write, server } = await besideStandIn('excel');
    server.faults.set(0, { kind: 'status', status: 403 });
    expect(await classOf(write({ 1: 'Ada' }))).toBe('permanent');
    server.faults.set(1, { kind: 'status', status: 423 });
    expect(await classOf(write({ 1: 'Ada' }))).toBe('retry');
  });
});

it('keeps the sign-in of Salesforce where the day’s calls are used up, or an object is closed', async () => {
  const { connector, http, server } = await besideStandIn('salesforce');
  const said = (errorCode: string) => JSON.stringify([{ message: 'No', errorCode }]);
  server.faults.set(0, { kind: 'status', status: 403, body: said('REQUEST_LIMIT_EXCEEDED') });
  expect(await classOf(connector.check(http))).toBe('retry');
  server.faults.set(1, { kind: 'status', status: 403, body: said('INSUFFICIENT_ACCESS_OR_READONLY') });
  expect(await classOf(connector.check(http))).toBe('permanent');
});

describe('openai', () => {
  it('writes what the model answered into the log', async () => {
    const { write } = await besideStandIn('openai');
    expect(await write({ prompt: 'Hello' })).toEqual({ said: 'Answered: A big room.' });
  });

  it('waits where it is asked too often, and not where nothing is paid for', async () => {
    const { write, server } = await besideStandIn('openai');
    const body = JSON.stringify({
      error: { code: 'insufficient_quota', message: 'You exceeded your quota' },
    });
    server.faults.set(0, { kind: 'status', status: 429, body });
    expect(await classOf(write({ prompt: 'Hello' }))).toBe('permanent');
    server.faults.set(1, { kind: 'status', status: 429 });
    expect(await classOf(write({ prompt: 'Hello' }))).toBe('retry');
  });

  it('offers seven models, and takes keys that begin with sk-', () => {
    const [way] = connectorOf('openai')?.auth ?? [];
    const model = way?.kind === 'config' ? way.fields.find(({ key }) => key === 'model') : undefined;
    expect([model?.initial, model?.choices?.length]).toEqual(['gpt-4o', 7]);
    const { takes } = patternOf('openai', 'apiKey');
    expect(['sk-proj-0123456789abcdef', 'key0123456789abcdef', 'sk-'].map(takes)).toEqual([
      ...[true, false, false],
    ]);
  });
});

it('tells conditions of Jotform that show, hide and skip, and says which it cannot', async () => {
  const { connector, vendor, http } = await besideStandIn('jotform');
  const form = await connector.readForm?.(http, vendor.target);
  const questions = form?.pages.flat() ?? [];
  const shown = (label: string) => questions.find((one) => one.label === label)?.shownWhen;
  expect(shown('Wishes')).toEqual({
    conjunction: 'and',
    items: [{ about: '4', operator: 'is', value: 'Fish' }],
  });
  expect(shown('Stars')).toEqual({
    conjunction: 'and',
    items: [
      {
        conjunction: 'or',
        items: [
          { about: '7', operator: 'at_least', value: '3' },
          { about: '7', operator: 'is_empty' },
        ],
      },
      { about: '4', operator: 'is_not', value: 'Rice' },
    ],
  });
  // One that is switched off does nothing.
  expect(shown('People')).toBeUndefined();
  expect(form?.jumps).toMatchObject([{ after: '5', to: '7' }]);
  expect(form?.leftOut).toContain('A condition was left out: there is none of this kind here (require)');
});

it('dials a number as E.164 writes it, whatever its owner writes between the digits', async () => {
  const typed = '+44 (0)20 7946-0958';
  const sms = await besideStandIn('twilio');
  await sms.write({ to: typed, text: 'Hello' });
  expect(sms.server.calls[0]?.body).toMatchObject({ To: '+442079460958' });
  expect(await classOf(sms.write({ to: '020 7946 0958', text: 'Hello' }))).toBe('permanent');
  const profile = await besideStandIn('klaviyo');
  await profile.write({ email: 'ada@example.org', phone_number: typed });
  expect(profile.server.calls[0]?.body).toMatchObject({
    data: { attributes: { phone_number: '+442079460958' } },
  });
});

it('writes numbers in digits where a service takes texts', async () => {
  const { vendor, write, server } = await besideStandIn('smartsuite');
  const { s8: _files, ...others } = vendor.values;
  await write({ ...others, s1: 1e-7 });
  expect(server.calls.at(-1)?.body).toMatchObject({ s1: '0.0000001' });
});
