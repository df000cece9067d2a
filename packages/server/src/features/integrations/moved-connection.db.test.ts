import { leadOutgoing, localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

let local: Awaited<ReturnType<typeof localVendors>>;
let outgoing: Disposable;
let server: TestServer;
let ann: TestPerson;
/** Every address that is asked, past this server. */
const asked: string[] = [];
beforeAll(async () => {
  local = await localVendors(['intercom']);
  outgoing = leadOutgoing((url) => {
    asked.push(url);
    return local.localUrl(url);
  });
  const { thirdParties } = local;
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { thirdParties });
  ann = await server.signUp('Ann Owner');
});
afterAll(async () => {
  await server.close();
  outgoing[Symbol.dispose]();
  await local.server[Symbol.asyncDispose]();
});
beforeEach(() => {
  local.server.reset();
  asked.length = 0;
});

const setApp = (provider: string) =>
  rpc(ann, 'integrations.setApp', { provider, ...must(local.providers.get(provider)).app });
interface Connected {
  readonly service: { readonly id: string; readonly state: string };
  readonly signInUrl: string | null;
}
const edit = async (id: string, body: object) =>
  (await (await ann.call('POST', `/admin/services/edit/${id}`, body)).json()) as Connected;
const targetsOf = (serviceId: string) =>
  rpc(ann, 'integrations.fields', { serviceId, settings: { what: 'contact' }, forceRefresh: true });

it('sends a token nowhere else: a connection that is moved to another region waits to be signed in', async () => {
  await setApp('intercom');
  const created = await ann.call('POST', '/admin/services/create/intercom', {
    ...{ serviceName: 'Support', config: { region: 'eu' } },
  });
  const { service, signInUrl } = (await created.json()) as Connected;
  const headers = { authorization: `Bearer ${ann.token}` };
  const step = async (address: string, more: RequestInit = {}) =>
    (await fetch(new URL(address, server.url), { redirect: 'manual', ...more })).headers.get('location') ??
    '';
  const back = await step(await step(must(signInUrl), { headers }));
  expect(await step(back, { headers })).toBe(`/home/integrations?connected=${service.id}`);
  expect((await targetsOf(service.id)).fields.length).toBeGreaterThan(0);

  // The same place, written otherwise, changes nothing.
  expect((await edit(service.id, { config: { region: 'eu' } })).service.state).toBe('ok');
  asked.length = 0;
  const moved = await edit(service.id, { config: { region: 'us' }, redirectUri: '/home/integrations' });
  expect(moved.service.state).toBe('reconnect');
  expect(new URL(must(moved.signInUrl), server.url).searchParams.get('access_url')).toContain(
    'api.intercom.io',
  );
  await expect(targetsOf(service.id)).rejects.toThrow(/not signed in/);
  expect(asked).toEqual([]);
  expect(local.server.violations).toEqual([]);
});

it('asks nobody about an app whose provider has an address for each subdomain, and says so', async () => {
  await setApp('zendesk');
  await expect(rpc(ann, 'integrations.checkApp', { provider: 'zendesk' })).rejects.toThrow(
    /an address for each subdomain/,
  );
  expect(asked).toEqual([]);
  // A region has a usual one.
  await setApp('intercom');
  await rpc(ann, 'integrations.checkApp', { provider: 'intercom' });
  expect(asked.length).toBe(1);
});
