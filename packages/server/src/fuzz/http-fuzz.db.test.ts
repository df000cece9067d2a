import { type HttpCall, type HttpCalls, httpCalls } from '@weft/protocol';
import { must } from '@weft/std';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAs, newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../testing.ts';
import { arbitraryOf, arbitraryPart, type Pool } from './arbitrary-input.ts';

/** A quarter of what the calls under /rpc get: they are twice as many, and signing up is made to be slow. */
const requests = Number(process.env.LAWS_RUNS ?? 500) / 4;

/** A request outside /rpc, to the route it was made for. */
interface Request {
  readonly route: string;
  readonly address: string;
  readonly body: string | FormData | undefined;
  readonly type: string | undefined;
}

let server: TestServer;
let people: readonly (string | null)[];
let pool: Pool;
beforeAll(async () => {
  server = await startTestServer();
  const owner = await server.signUp('Ann Owner');
  const stranger = await server.signUp('Eve Stranger');
  const basePublicId = await newBase(owner);
  await rpc(owner, 'metadata.create', { basePublicId, createDefaultRecords: true });
  const { metadata } = await rpc(owner, 'metadata.get', { basePublicId });
  const table = must(metadata.tables[0]);
  const file = new URL(await server.upload(owner, 'fuzz.csv', 'a,b\n1,2\n')).pathname;
  const token = { name: 'Fuzz', scopes: ['admin'], expiresInDays: 1 };
  const [mine, theirs, spare] = await Promise.all(
    [owner, stranger, owner].map((person) => answerOf(person, 'POST', '/v1/tokens', token)),
  );
  const invitation = await answerOf(owner, 'POST', '/v1/invitations', {});
  const sessions = (await answerOf(owner, 'GET', '/v1/sessions')).sessions as { id: string }[];
  // Access tokens outlive the sessions that requests end.
  people = [String(mine?.token), String(mine?.token), String(mine?.token), String(theirs?.token), null];
  pool = {
    flowId: [basePublicId],
    baseId: [basePublicId],
    tableId: [table.id],
    viewId: table.views.map((view) => view.id),
    id: [spare?.id, invitation.id, must(file.split('/')[2]), ...sessions.map((session) => session.id)],
    code: [invitation.code],
    invitationCode: [invitation.code],
    '*': ['fuzz.csv', 'other'],
    email: [owner.email, stranger.email, 'new@example.org', 'NEW@example.org'],
    password: ['correct horse', 'another horse'],
    currentPassword: ['correct horse'],
    newPassword: ['correct horse'],
    workspaceId: [null, 'wsp0sample00000000000000'],
    cursor: ['', 'x', 'WyIyMDI2LTAyLTMwIDAwOjAwOjAwKzAwIiwiYmFzMSJd'],
    timeZone: ['UTC', 'Europe/Paris', 'Mars/Base'],
    token: ['x', 'eyJhbGciOiJIUzI1NiJ9.e30.x'],
  };
});
afterAll(() => server.close());

async function answerOf(person: TestPerson, method: string, path: string, body?: unknown) {
  return (await (await person.call(method, path, body)).json()) as { readonly [key: string]: unknown };
}

/** All that lasts outside the bases, but when something was last used. */
async function lasting(): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select md5(string_agg(row, '|' order by row)) as sum from (
      select t::text as row from weft.flows t union all select t::text from weft.flow_members t
      union all select t::text from weft.organizations t union all select t::text from weft.members t
      union all select t::text from weft.invitations t union all select t::text from weft.files t
      union all select id || name || hash || scopes::text || expires_at::text from weft.tokens
      union all select t::text from weft.auth_user t union all select t::text from weft.auth_account t
      union all select id || "userId" from weft.auth_session union all select id from weft.deliveries) as rows`.execute(
    server.control,
  );
  return must(rows[0]).sum;
}

/** As a part of an address: whatever it is. */
const asText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed());
};

const part = fc.record({
  name: fc.constantFrom('file', 'file', 'other'),
  fileName: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }).map((text) => `${text}.csv`),
  ),
  text: fc.string({ unit: 'binary' }),
});

const multipart: fc.Arbitrary<Pick<Request, 'body' | 'type'>> = fc.oneof(
  part.map(({ name, fileName, text }) => {
    const body = new FormData();
    body.set(name, new Blob([text]), fileName);
    return { body, type: undefined };
  }),
  fc
    .tuple(fc.constantFrom('--x\r\n', '--x--', ''), fc.string())
    .map((parts) => ({ body: parts.join(''), type: 'multipart/form-data; boundary=x' })),
);

const callsByRoute: HttpCalls = httpCalls;

function json(doc: HttpCall): fc.Arbitrary<Pick<Request, 'body' | 'type'>> {
  const type = 'application/json';
  const written = doc.body === undefined ? fc.constant(undefined) : arbitraryOf(doc.body, pool);
  return fc.oneof(
    { weight: 9, arbitrary: written.map((value) => ({ body: JSON.stringify(value), type })) },
    fc
      .constantFrom('', '{', 'null', '[]', '"x"', '{"__proto__":{}}', '{"name":"\\ud800"}')
      .map((body) => ({ body, type })),
    fc.constant({ body: 'name=x', type: 'application/x-www-form-urlencoded' }),
  );
}

function requestOf(route: string): fc.Arbitrary<Request> {
  const doc = must(callsByRoute[route]);
  const [method = 'GET', pattern = '/'] = route.split(' ');
  const names = [...pattern.matchAll(/:(\w+)|(\*)/g)].map(([, name, star]) => name ?? star ?? '');
  const parts = fc.tuple(...names.map((name) => arbitraryPart(name, pool)));
  const query = doc.query === undefined ? fc.constant({}) : arbitraryOf(doc.query, pool);
  const body =
    method === 'GET'
      ? fc.constant({ body: undefined, type: undefined })
      : doc.upload === true
        ? multipart
        : json(doc);
  return fc.tuple(parts, query, body).map(([values, search, sent]) => {
    const path = names.reduce(
      (text, name, i) => text.replace(name === '*' ? '*' : `:${name}`, () => asText(values[i])),
      pattern,
    );
    const asked = Object.entries(search ?? {}).map(([name, value]) => `${asText(name)}=${asText(value)}`);
    return { route, address: `${path}?${asked.join('&')}`, ...sent };
  });
}

it('answers any request outside /rpc clearly, keeps its inside to itself, and changes nothing when it refuses', async () => {
  const request = fc.constantFrom(...Object.keys(httpCalls)).chain(requestOf);
  let before = await lasting();
  await fc.assert(
    fc.asyncProperty(request, fc.nat(people.length - 1), async ({ route, address, body, type }, person) => {
      const token = people[person] ?? null;
      const response = await fetch(new URL(address, server.url), {
        method: must(route.split(' ')[0]),
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(type !== undefined && { 'content-type': type }),
        },
        ...(body !== undefined && { body }),
        redirect: 'manual',
      });
      expect(response.status, `${route} ${address} ${String(body)}`).toBeLessThan(500);
      const text = await response.text();
      expect(text).not.toMatch(/node_modules|\.ts:\d+|\n\s+at |SELECT |INSERT |UPDATE /);
      const after = await lasting();
      if (response.status >= 400) expect(after, `${route} ${address} ${String(body)}`).toBe(before);
      before = after;
    }),
    { numRuns: Math.ceil(requests), endOnFailure: true },
  );
  // Whoever asks last is still known: none of it took another's rights away.
  expect((await callAs(server.url, must(people[0]))('GET', '/v1/me')).status).toBe(200);
}, 600_000);
