import { must } from '@weft/std';
import { type DnsServer, startDnsServer } from '@weft/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';
import { requestAt, setRecordsOf } from '../../flows/domains/testing.ts';
import { asked, freshId, publishedForm } from '../testing.ts';

let dns: DnsServer;
let server: TestServer;
let ann: TestPerson;
let eve: TestPerson;
beforeAll(async () => {
  dns = await startDnsServer();
  dns.zones.set('weft.example.org', { A: ['192.0.2.7'] });
  server = await startTestServer({ BASE_URL: 'https://weft.example.org', DNS_SERVERS: dns.address });
  ann = await server.signUp('Ann Owner');
  eve = await server.signUp('Eve Other');
});
afterAll(async () => {
  await server.close();
  await dns[Symbol.asyncDispose]();
});

const at = (host: string, path: string, headers?: Record<string, string>, body?: string) =>
  requestAt(server, host, path, headers, body);

const claim = async (person: TestPerson, flowId: string, domain: string) =>
  must((await rpc(person, 'forms.setDomain', { flowId, domain })).domain);
const check = async (person: TestPerson, flowId: string) => {
  // What was looked for a moment ago is not looked for again.
  await sql`UPDATE weft.flow_domains SET checked_at = now() - interval '1 minute' WHERE flow_id = ${flowId}`.execute(
    server.control,
  );
  return must((await rpc(person, 'forms.checkDomain', { flowId })).domain);
};
const setRecords = (claimed: Awaited<ReturnType<typeof claim>>) => setRecordsOf(dns, claimed);
async function formAt(domain: string, person = ann) {
  const question = asked('short_text', 'Who comes?', true);
  const flowId = await publishedForm(person, [question]);
  const { publicIdentifier } = await rpc(person, 'forms.get', { flowId });
  setRecords(await claim(person, flowId, domain));
  expect((await check(person, flowId)).verified).toBe(true);
  return { flowId, publicIdentifier, question };
}
const part = (page: string, name: string) =>
  must(new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]);

it('shows a form at its own domain once the DNS says that it is theirs, and takes answers there', async () => {
  const question = asked('short_text', 'Who comes?', true);
  const flowId = await publishedForm(ann, [question]);
  const claimed = await claim(ann, flowId, ' https://Forms.Bücher.example/ ');
  expect(claimed).toMatchObject({ domain: 'forms.xn--bcher-kva.example', verified: false, checkedAt: null });
  expect(await check(ann, flowId)).toMatchObject({
    verified: false,
    fault: 'There is no TXT record _weft.forms.xn--bcher-kva.example yet.',
    leadsHere: false,
  });
  expect((await at(claimed.domain, '/')).headers.location).toBe('/home');
  expect(claimed.records.map(({ type, name }) => [type, name])).toEqual([
    ['TXT', `_weft.${claimed.domain}`],
    ['CNAME', claimed.domain],
  ]);
  setRecords(claimed);
  expect(await check(ann, flowId)).toMatchObject({ verified: true, fault: null, leadsHere: true });
  expect((await rpc(ann, 'forms.get', { flowId })).domain?.address).toBe(`https://${claimed.domain}/`);

  // Whatever the case, the port and a final dot.
  for (const host of [claimed.domain, `${claimed.domain}.`, `${claimed.domain.toUpperCase()}:8443`]) {
    const { status, text: page, headers } = await at(host, '/?utm=x');
    expect([status, page.includes('Who comes?')]).toEqual([200, true]);
    expect(page).toContain(`<link rel="canonical" href="https://${claimed.domain}/">`);
    expect(headers['content-security-policy']).toContain(
      `frame-ancestors 'self' https://weft.example.org https://${claimed.domain}`,
    );
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  }
  const { text: page, headers } = await at(claimed.domain, '/');
  expect(String(headers['set-cookie'] ?? 'Path=/;')).toContain('Path=/;');
  const action = must(/<form[^>]* action="([^"]+)"/.exec(page)?.[1]);
  const answer = new URLSearchParams({
    ...{ submission: part(page, 'submission'), snapshot: part(page, 'snapshot'), token: part(page, 'token') },
    [question.id]: 'Ada',
  }).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded', cookie: 'a=b' };
  const foreign = await at(claimed.domain, action, { ...form, origin: 'https://evil.example' }, answer);
  expect(foreign.status).toBe(403);
  const own = await at(claimed.domain, action, { ...form, origin: `https://${claimed.domain}` }, answer);
  expect([own.status, (await rpc(ann, 'forms.get', { flowId })).submissions]).toEqual([200, 1]);
  // Its first address goes on working.
  expect((await at('weft.example.org', action)).status).toBe(200);
});

it('is reached there by its link in words too, which mails to who began by it have', async () => {
  const { flowId } = await formAt('words.example.com');
  await rpc(ann, 'forms.setEnding', { flowId, customEnding: 'come-along' });
  expect((await at('words.example.com', '/t/come-along')).status).toBe(200);
  await rpc(ann, 'forms.setEnding', { flowId, customEnding: null });
  expect((await at('words.example.com', '/t/come-along')).status).toBe(404);
});

it('shows nothing else of the server there, signed in or not', async () => {
  const { publicIdentifier } = await formAt('only.example.com');
  const other = await publishedForm(ann, [asked('short_text', 'Another', true)]);
  const token = { authorization: `Bearer ${ann.token}` };
  const addresses = [
    ...[
      '/home',
      '/sign-in',
      '/v1/me',
      '/%76%31/me',
      '/rpc/forms.get',
      '/api/auth/get-session',
      '/openapi.json',
    ],
    ...['/healthz', '/metrics', '/docs', '/admin/flows', `/t/${other}`, '/assets/index.js', '//home', '/t/'],
    ...[
      '/v1/domains/ask?domain=only.example.com',
      `/v1/forms/${other}/preview`,
      'http://weft.example.org/v1/me',
    ],
  ];
  for (const address of addresses) {
    const { status, headers } = await at('only.example.com', address, token);
    expect([address, status, headers['set-cookie']]).toEqual([address, 404, undefined]);
  }
  const signUp = JSON.stringify({ name: 'X', email: 'x@example.org', password: 'correct horse' });
  const json = { 'content-type': 'application/json', origin: 'https://only.example.com' };
  expect((await at('only.example.com', '/api/auth/sign-up/email', json, signUp)).status).toBe(404);
  expect((await at('only.example.com', `/t/${publicIdentifier}`)).status).toBe(200);
  const worker = await at('only.example.com', '/t/worker.js');
  expect([200, 404]).toContain(worker.status);
  if (worker.status === 200) expect(worker.headers['service-worker-allowed']).toBe('/');
});

it('gives a domain to one flow, which nobody takes away, and frees it with the flow', async () => {
  const { flowId } = await formAt('shop.example.com');
  const theirs = await publishedForm(eve, [asked('short_text', 'Mine now?', true)]);
  const claimed = await claim(eve, theirs, 'shop.example.com');
  expect((await check(eve, theirs)).fault).toContain('says something else');
  setRecords(claimed);
  await expect(check(eve, theirs)).rejects.toMatchObject({ kind: 'conflict' });
  expect((await at('shop.example.com', '/')).text).toContain('Who comes?');
  const ask = async (domain: string) =>
    (await fetch(new URL(`/v1/domains/ask?domain=${domain}`, server.url))).status;
  expect(
    await Promise.all([ask('shop.example.com'), ask('SHOP.example.com.'), ask('no.example.com')]),
  ).toEqual([...[200, 200, 404]]);
  // In the trash it shows nothing, and the domain is whose record is there.
  await sql`UPDATE weft.flows SET trashed_at = now() WHERE id = ${flowId}`.execute(server.control);
  expect((await at('shop.example.com', '/')).status).toBe(404);
  expect((await check(eve, theirs)).verified).toBe(true);
  expect((await at('shop.example.com', '/')).text).toContain('Mine now?');
  await rpc(eve, 'forms.setDomain', { flowId: theirs, domain: null });
  expect((await at('shop.example.com', '/')).headers.location).toBe('/home');
  await sql`UPDATE weft.flows SET trashed_at = NULL WHERE id = ${flowId}`.execute(server.control);
  expect((await rpc(ann, 'forms.get', { flowId })).domain?.verified).toBe(false);
});

it('loses a domain when its record is gone for three days, and not because the DNS is silent', async () => {
  const { flowId } = await formAt('late.example.com');
  const record = must(dns.zones.get('_weft.late.example.com'));
  dns.zones.delete('_weft.late.example.com');
  const lost = await check(ann, flowId);
  expect([lost.verified, lost.endsAt !== null]).toEqual([true, true]);
  dns.zones.set('_weft.late.example.com', record);
  expect(await check(ann, flowId)).toMatchObject({ verified: true, fault: null, endsAt: null });
  dns.zones.delete('_weft.late.example.com');
  await check(ann, flowId);
  await sql`UPDATE weft.flow_domains SET failing_since = now() - interval '73 hours' WHERE flow_id = ${flowId}`.execute(
    server.control,
  );
  dns.answers = false;
  expect(await check(ann, flowId)).toMatchObject({
    verified: true,
    fault: expect.stringContaining('did not answer'),
  });
  dns.answers = true;
  expect((await check(ann, flowId)).verified).toBe(false);
}, 30_000);

it.each([
  'weft.example.org',
  'forms.weft.example.org',
  'localhost',
  '192.0.2.1',
  '[::1]',
  'forms.example.com/path',
  'a b.example.com',
  'forms..example.com',
  'printer.local',
  `${'a'.repeat(64)}.example.com`,
])('takes no domain that is none, or the server’s own: %s', async (domain) => {
  const flowId = await publishedForm(ann, [asked('short_text', freshId('fld'))]);
  await expect(claim(ann, flowId, domain)).rejects.toMatchObject({ kind: 'invalid' });
});
