import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestMailServer } from '../../mail/testing.ts';
import { rpc, serverWithMail, type TestPerson, type TestServer } from '../../testing.ts';
import { browserAt, portalOf } from './testing.ts';

let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  ({ mail, server, ann } = await serverWithMail());
});
afterAll(() => server.close());

/** The portal with Lea at its pages. */
async function atPortal() {
  const portal = await portalOf(ann);
  const lea = browserAt(server, portal.flowId, mail);
  await lea.signIn(portal.email('lea'));
  const { basePublicId, orders, ids, stage } = portal;
  const change = (text: string) =>
    rpc(ann, 'records.update', {
      ...{ basePublicId, tableId: orders.id, recordId: must(ids.Aprons), data: { [stage]: text } },
    });
  return { ...portal, lea, change };
}

it('whoever is blocked hears of no change that is made after', async () => {
  const { flowId, lea, orders, email, change } = await atPortal();
  const cookie = [...lea.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const stream = await fetch(new URL(`/a/${flowId}/-/live`, server.url), {
    headers: { cookie, origin: server.url },
  });
  const reader = must(stream.body).pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const listen = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { done, value } = await reader.read();
      if (done) return;
      heard += value;
    }
  };
  await listen(() => heard.includes('connected'));
  await change('First');
  await listen(() => heard.includes(orders.id));
  heard = '';
  await rpc(ann, 'apps.block', { flowId, email: email('lea') });
  await change('Second');
  // It ends instead.
  await listen(() => false);
  expect(heard).not.toContain(orders.id);
});

it('a locked database is read by its apps, and changed by nobody', async () => {
  const { lea, basePublicId, orders, ids, content, stage, change } = await atPortal();
  const [form] = must(
    Object.entries(content.blocks).find(
      ([, { props }]) => props.type === 'form' && props.mode === 'create' && props.table === orders.id,
    ),
  );
  const add = () => lea.visit(`/-/do/${form}`, { [orders.primaryFieldId]: 'Napkins', [stage]: 'New' });
  expect((await add()).status).toBe(303);
  await ann.call('PUT', `/admin/flows/lock/${basePublicId}`, { locked: true });
  await expect(change('Third')).rejects.toMatchObject({ kind: expect.stringMatching(/forbidden|conflict/) });
  const refused = await add();
  expect([refused.status, refused.text.includes('are locked: nothing can be changed now')]).toEqual([
    409,
    true,
  ]);
  expect((await lea.visit('/orders')).text).toContain('Aprons');
  expect((await lea.visit(`/orders-record/${ids.Aprons}`)).status).toBe(200);
});
