import { AiServer } from '@weft/integrations/testing';
import { AppError } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestPerson, type TestServer } from '../testing.ts';
import type { Ai } from './ai.ts';

const service = new AiServer();
let server: TestServer;
let operator: TestPerson;
let other: TestPerson;
let organizationId: string;
let ai: Ai;
let now = Date.parse('2026-11-20T10:00:00Z');

beforeAll(async () => {
  await service.listen();
  const settings = { AI_BASE_URL: `${service.baseUrl}/`, AI_API_KEY: AiServer.key, AI_MODEL: 'small' };
  server = await startTestServer(settings, { now: () => now });
  operator = await server.signUp('Ada');
  other = await server.signUp('Eve');
  organizationId = await organizationOf(operator);
  if (server.parts.ai === null) throw new Error('The server has no language model');
  ai = server.parts.ai;
});
beforeEach(() => {
  service.requests.length = 0;
  service.answers.length = 0;
  service.violations.length = 0;
});
afterAll(async () => {
  await server.close();
  await service[Symbol.asyncDispose]();
});

const organizationOf = async (person: TestPerson): Promise<string> => {
  const { organizations } = (await (await person.call('GET', '/v1/organizations')).json()) as {
    organizations: { id: string }[];
  };
  return organizations[0]?.id ?? '';
};
const read = async (person: TestPerson, path: string) => (await person.call('GET', path)).json();

const schema = z.object({ name: z.string().min(1), count: z.int().optional() });
const generate = (signal?: AbortSignal) =>
  ai.generate({
    ...{ organizationId, purpose: 'schema', schema, ...(signal && { signal }) },
    prompt: { task: 'Name a table', text: 'Guests of a party' },
  });
const refusalOf = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => expect.fail('It was answered'),
    (error: unknown) => (error instanceof AppError ? error : expect.fail(String(error))),
  );

it('asks for an answer by a schema, and repairs one that does not meet it once', async () => {
  service.answers.push('Sure! ```json\n{"name":"Guests"}\n```');
  expect(await generate()).toEqual({ name: 'Guests' });
  expect(service.requests[0]).toMatchObject({
    model: 'small',
    messages: [{ role: 'system' }, { role: 'user', content: 'Guests of a party' }],
    response_format: { json_schema: { strict: false } },
  });
  service.answers.push('{"name":7}', '{"name":"Guests","count":2}');
  expect(await generate()).toEqual({ name: 'Guests', count: 2 });
  expect(service.requests[2]?.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
  ]);
  expect(service.requests[2]?.messages[3]?.content).toContain('name');
  service.answers.push('I cannot', '{"name":""}', '{"name":"too late"}');
  const { kind, message } = await refusalOf(generate());
  expect([kind, message]).toEqual(['conflict', expect.stringContaining('gave no answer that fits, twice')]);
  expect(service.requests).toHaveLength(5);
  expect(service.violations).toEqual([]);
});

it('says what went wrong in plain words, without the key', async () => {
  const expected = [
    [{ status: 401 }, 'conflict', 'AI_API_KEY'],
    [{ status: 404 }, 'conflict', 'AI_MODEL'],
    [{ status: 429 }, 'rate-limit', 'busy'],
    [{ status: 503 }, 'unavailable', 'try again'],
    ['reset', 'unavailable', 'try again'],
    [{ body: '<html>' }, 'conflict', 'no answer that fits'],
    [{ body: '{"choices":[]}' }, 'conflict', 'no answer that fits'],
  ] as const;
  for (const [fault, kind, words] of expected) {
    service.answers.push(fault);
    const refused = await refusalOf(generate());
    expect([fault, refused.kind, refused.message]).toEqual([fault, kind, expect.stringContaining(words)]);
    expect(refused.message).not.toContain(AiServer.key);
  }
});

it('ends when whoever asked goes away', async () => {
  service.answers.push('hang');
  const leaving = new AbortController();
  const asked = refusalOf(generate(leaving.signal));
  while (service.requests.length === 0) await new Promise((done) => setImmediate(done));
  leaving.abort();
  expect((await asked).message).toContain('cancelled');
});

it('asks again without the schema where the service takes none, and remembers it', async () => {
  service.takesSchemas = false;
  service.answers.push('{"name":"Guests"}', '{"name":"Guests"}');
  await generate();
  await generate();
  expect(service.requests.map(({ response_format }) => response_format !== undefined)).toEqual([
    true,
    false,
    false,
  ]);
});

it('counts calls and tokens by organization and month, for its admins and for the operator', async () => {
  now = Date.parse('2026-12-01T00:00:00Z');
  service.answers.push('{"name":7}', '{"name":"Guests"}', { status: 503 });
  await generate();
  await refusalOf(generate());
  const used = { month: '2026-12', calls: 2, tokensIn: 200, tokensOut: 40 };
  expect(await read(operator, '/v1/usage')).toMatchObject({ ai: used });
  expect(await read(other, '/v1/usage')).toMatchObject({ ai: { month: '2026-12', calls: 0, tokensIn: 0 } });
  expect(await read(operator, '/v1/ai-usage')).toEqual({
    endpoint: { host: new URL(service.baseUrl).host, model: 'small' },
    organizations: [{ ...used, organizationId, name: expect.any(String) }],
  });
  expect((await other.call('GET', '/v1/ai-usage')).status).toBe(404);
});

it.each([['parts'], ['whole'], ['refused']] as const)(
  'tells the answer as it comes, from a service that gives it in %s too',
  async (how) => {
    service.streams = how;
    const answer = JSON.stringify({ name: 'Guests and what each of them brings to the party' });
    service.answers.push(answer);
    const told: string[] = [];
    const made = await ai.generate({
      ...{ organizationId, purpose: 'schema', schema, onText: (text) => told.push(text) },
      prompt: { task: 'Name a table', text: 'Guests of a party' },
    });
    expect(made).toEqual(JSON.parse(answer));
    expect(told.at(-1)).toBe(answer);
    expect(told.length > 1).toBe(how === 'parts');
    expect(service.violations).toEqual([]);
    service.streams = 'parts';
  },
);
