import { pageTagTypes } from '@weft/db';
import { connectorOf } from '@weft/integrations';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

const writeQuery = { config: { settings: {}, nameMappings: {}, when: null } };
const configs = {
  facebookPixel: { pixelId: '123456789012345' },
  googleTagManager: { containerId: 'GTM-ABC123' },
};

async function connection(type: keyof typeof configs, config: object = configs[type]) {
  const made = await ann.call('POST', `/admin/services/create/${type}`, { serviceName: type, config });
  return (await made.json()) as { service: { id: string }; error?: { message: string } };
}
const opened = async (flowId: string, search = '') => {
  const response = await fetch(new URL(`/t/${flowId}${search}`, server.url));
  return { text: await response.text(), policy: response.headers.get('content-security-policy') ?? '' };
};

it('knows the tags that are in pages', () => {
  for (const type of pageTagTypes) expect(must(connectorOf(type)).pageTag).toBeDefined();
});

it('pages of a form ask about its one tag, and may load from there and nowhere else', async () => {
  const name = asked('short_text', 'Name');
  const flowId = await publishedForm(ann, [name]);
  const before = await opened(flowId);
  expect(before.text).not.toContain('data-tag');

  const { service } = await connection('facebookPixel');
  const { id } = await rpc(ann, 'integrations.connect', {
    ...{ flowId, serviceId: service.id, serviceType: 'facebookPixel', writeQuery },
  });
  const { service: second } = await connection('googleTagManager');
  await expect(
    rpc(ann, 'integrations.connect', {
      ...{ flowId, serviceId: second.id, serviceType: 'googleTagManager', writeQuery },
    }),
  ).rejects.toThrow('You may only connect one pixel/GTM tag at a time');

  const { text, policy } = await opened(flowId);
  expect(text).toContain('data-tag="facebookPixel"');
  expect(text).toContain('data-id="123456789012345"');
  expect(text).not.toContain('src="https://connect.facebook.net');
  const origins = 'https://connect.facebook.net https://www.facebook.com';
  for (const directive of ["script-src 'self'", "img-src 'self'"])
    expect(policy).toContain(`${directive} ${origins}`);
  // A tag is no way to the calls of whoever is signed in here.
  const own = ['/t/', '/assets/public/'].map((path) => new URL(path, server.url).href).join(' ');
  expect(policy).toContain(`connect-src ${own} ${origins}`);
  expect(policy).not.toContain('google');
  // Its maker's look at it counts nobody.
  expect((await opened(flowId, '?weft-preview')).text).not.toContain('data-tag');

  const { parts } = await openForm(server.url, flowId);
  expect((await sendForm(server.url, flowId, { ...parts(), [name.id]: 'Ada' })).status).toBe(200);
  expect((await rpc(ann, 'integrations.log', { flowId })).runs).toEqual([]);

  await rpc(ann, 'integrations.update', { flowId, integrationId: id, enabled: false });
  const after = await opened(flowId);
  expect(after.text).not.toContain('data-tag');
  expect(after.policy).toBe(before.policy);
});

it('an id that cannot be one is refused, and nothing is written to a tag as a test', async () => {
  const wrong = await ann.call('POST', '/admin/services/create/googleTagManager', {
    ...{ serviceName: 'GTM', config: { containerId: 'GTM-"><script>' } },
  });
  expect(await wrong.text()).toContain('A container ID begins with GTM-');
  const flowId = await publishedForm(ann, [asked('short_text', 'Name')]);
  const { service } = await connection('googleTagManager');
  const tried = await ann.call('POST', `/v1/admin/integrations/${flowId}/test?mode=edit`, {
    ...{ serviceType: 'googleTagManager', serviceId: service.id, config: writeQuery.config },
    ...{ organizationId: 'org', model: null, flowId, timezone: 'UTC' },
  });
  expect(tried.status).toBe(400);
});
