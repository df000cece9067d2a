import type { IncomingHttpHeaders } from 'node:http';
import { must } from '@weft/std';
import { type DnsServer, startDnsServer } from '@weft/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestMailServer, textOf } from '../../mail/testing.ts';
import { rpc, serverWithMail, type TestPerson, type TestServer } from '../../testing.ts';
import { requestAt, setRecordsOf } from '../flows/domains/testing.ts';
import { portalOf } from './testing.ts';

let dns: DnsServer;
let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  dns = await startDnsServer();
  dns.zones.set('weft.example.org', { A: ['192.0.2.7'] });
  const env = { BASE_URL: 'https://weft.example.org', APPS_DOMAIN: 'example.org', DNS_SERVERS: dns.address };
  ({ mail, server, ann } = await serverWithMail(env));
});
afterAll(async () => {
  await server.close();
  await dns[Symbol.asyncDispose]();
});

const at = (host: string, path: string, cookie = '', body?: string) =>
  requestAt(
    server,
    host,
    path,
    {
      ...{ cookie, origin: `https://${host}` },
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body,
  );
const cookieOf = ({ headers }: { headers: IncomingHttpHeaders }, name: string) =>
  must(headers['set-cookie']?.find((one) => one.startsWith(name)));

/** Signs in at a host; the cookie that the browser keeps. */
async function signedIn(host: string, flowId: string, email: string): Promise<string> {
  const before = mail.received.length;
  const asked = await at(host, '/-/sign-in', '', new URLSearchParams({ email }).toString());
  const found = await vi.waitFor(() => must(mail.received.slice(before).find(({ to }) => to[0] === email)));
  const text = textOf(found.source);
  expect(text).toContain(`https://${host}/-/sign-in?link=`);
  const code = must(/^\d{6}$/m.exec(text)?.[0]);
  const kept = must(cookieOf(asked, 'app_code_').split(';')[0]);
  const done = await at(host, '/-/sign-in', kept, `code=${code}`);
  expect([done.status, done.headers.location]).toEqual([303, '/']);
  const session = cookieOf(done, `app_session_${flowId}`);
  // It is of this host alone.
  expect(session).toContain('; Path=/; ');
  expect(session.toLowerCase()).not.toContain('domain=');
  return must(session.split(';')[0]);
}

it('an app is at the root of its subdomain, and nothing else of the server is there', async () => {
  const { flowId, email, blockOf } = await portalOf(ann);
  await rpc(ann, 'apps.setSubdomain', { flowId, subdomain: 'portal' });
  const host = 'portal.example.org';
  expect((await rpc(ann, 'apps.get', { flowId })).settings.appsHost).toBe('example.org');
  expect((await at(host, '/orders')).headers.location).toBe('/-/sign-in?to=%2Forders');
  const cookie = await signedIn(host, flowId, email('lea'));
  const list = await at(host, '/orders', cookie);
  expect(list.text).toContain('Aprons');
  expect(list.text).not.toContain('Curtains');
  expect(list.text).not.toContain(`/a/${flowId}`);
  const block = blockOf('table');
  expect((await at(host, `/-/block/${block}?q-${block}=runners`, cookie)).text).toContain('Runners');
  // A session of one host is none of another.
  const elsewhere = await at('weft.example.org', `/a/${flowId}/orders`);
  expect(elsewhere.status).toBe(303);
  const other = await portalOf(ann);
  for (const path of [
    '/healthz',
    '/home',
    '/v1/me',
    '/rpc/flows.list',
    '/api/auth/get-session',
    `/a/${other.flowId}/-/sign-in`,
    `/t/${flowId}`,
  ]) {
    const { status, text } = await at(host, path, cookie);
    expect([path, status]).toEqual([path, 404]);
    expect(text).not.toContain('Linen Studio</h1>');
  }
});

it('a host below the domain of apps that no app has shows nothing, and the server stays where it is', async () => {
  const { flowId } = await portalOf(ann);
  for (const path of ['/', '/home', '/healthz', `/a/${flowId}/-/sign-in`])
    expect([path, (await at('nobody.example.org', path)).status]).toEqual([path, 404]);
  await rpc(ann, 'apps.setSubdomain', { flowId, subdomain: 'weft' });
  expect((await at('weft.example.org', '/healthz')).status).toBe(200);
  expect((await at('weft.example.org:443', `/a/${flowId}/-/sign-in`)).status).toBe(200);
  const ask = (domain: string) => at('weft.example.org', `/v1/domains/ask?domain=${domain}`);
  await rpc(ann, 'apps.setSubdomain', { flowId, subdomain: 'asked' });
  expect((await ask('asked.example.org')).status).toBe(200);
  expect((await ask('nobody.example.org')).status).toBe(404);
  // Given up, it is free at once.
  await rpc(ann, 'apps.setSubdomain', { flowId, subdomain: null });
  expect((await at('asked.example.org', '/-/sign-in')).status).toBe(404);
  await expect(rpc(ann, 'apps.setDomain', { flowId, domain: 'x.example.org' })).rejects.toMatchObject({
    kind: 'invalid',
  });
});

it('an app is at a domain of its own once that is proven, and people are invited there', async () => {
  const { flowId, email } = await portalOf(ann);
  const host = 'orders.studio.example';
  const { domain } = await rpc(ann, 'apps.setDomain', { flowId, domain: host });
  expect((await at(host, '/-/sign-in')).status).toBe(404);
  setRecordsOf(dns, must(domain));
  expect((await rpc(ann, 'apps.checkDomain', { flowId })).domain?.verified).toBe(true);
  const cookie = await signedIn(host, flowId, email('omar'));
  expect((await at(host, '/orders', cookie)).text).toContain('Curtains');
  expect((await at(host, '/healthz', cookie)).status).toBe(404);
  const before = mail.received.length;
  await rpc(ann, 'apps.invite', { flowId, email: email('new') });
  const found = await vi.waitFor(() => must(mail.received.slice(before)[0]));
  expect(textOf(found.source)).toContain(`https://${host}/-/sign-in`);
});
