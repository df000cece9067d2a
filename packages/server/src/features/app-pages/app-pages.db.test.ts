import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TestMailServer } from '../../mail/testing.ts';
import { rpc, serverWithMail, type TestPerson, type TestServer } from '../../testing.ts';
import { browserAt as browserFrom, portalOf } from './testing.ts';

let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
let now = Date.now();
beforeAll(async () => {
  ({ mail, server, ann } = await serverWithMail({ TRUST_PROXY: '127.0.0.1' }, { now: () => now }));
});
afterAll(() => server.close());
let network = 0;
beforeEach(() => {
  network += 1;
});

const portal = () => portalOf(ann);

const browserAt = (flowId: string) => browserFrom(server, flowId, mail, `10.8.0.${network}`);

it('two customers see their own orders, and nothing of each other by any address', async () => {
  const { flowId, email, ids, blockOf, orders, stage, customer, content } = await portal();
  const [lea, omar] = [browserAt(flowId), browserAt(flowId)];
  expect((await lea.visit('/')).to).toBe(`/a/${flowId}/-/sign-in?to=%2F`);
  expect((await lea.signIn(email('lea'))).to).toBe(`/a/${flowId}/`);
  await omar.signIn(email('omar'));
  const list = await lea.visit('/orders');
  expect(list.text).toContain('Aprons');
  expect(list.text).not.toContain('Curtains');
  expect(list.headers.get('cache-control')).toBe('private, no-store');
  expect((await omar.visit('/orders')).text).toContain('Curtains');
  const record = (name: string) => `/orders-record/${ids[name]}`;
  expect((await lea.visit(record('Aprons'))).text).toContain('stage of Aprons');
  const block = blockOf('table');
  const foreign = [
    record('Curtains'),
    '/orders?q-x=Curtains',
    `/orders?q-${block}=Curtains`,
    `/orders?s-${block}=-${orders.primaryFieldId}`,
    `/orders?f-${block}-${stage}=stage`,
    `/-/block/${block}?record=${ids.Curtains}`,
    `/-/block/${block}?q-${block}=Curtains`,
    `/-/export/${block}`,
    `/customers-record/${ids.omar}`,
    `/customers`,
    `/-/files/${block}/${ids.Curtains}/${stage}/fil000000000000000000000`,
  ];
  for (const path of foreign) {
    const { text } = await lea.visit(path);
    for (const secret of ['stage of Curtains', '>omar<', email('omar'), must(ids.omar)])
      expect([path, text.includes(secret)]).toEqual([path, false]);
    if (!path.includes('Curtains')) expect([path, text.includes('Curtains')]).toEqual([path, false]);
  }
  // What is sent about a record of somebody else finds none.
  const inputs = { [orders.primaryFieldId]: 'Taken over', [stage]: 'mine' };
  const change = must(
    Object.entries(content.blocks).find(
      ([, { props }]) => props.mode === 'update' && props.table === orders.id,
    ),
  )[0];
  expect((await lea.visit(`/-/do/${change}`, { record: must(ids.Curtains), ...inputs })).status).toBe(404);
  expect((await omar.visit('/orders')).text).toContain('Curtains');
  expect((await lea.visit(`/-/do/${change}`, { record: must(ids.Aprons), ...inputs })).status).toBe(303);
  expect((await lea.visit('/orders')).text).toContain('Taken over');
  // What lea adds is hers, whatever she sends.
  const add = must(
    Object.entries(content.blocks).find(
      ([, { props }]) => props.mode === 'create' && props.table === orders.id,
    ),
  )[0];
  const fresh = { [orders.primaryFieldId]: 'Cushions', [customer]: must(ids.omar) };
  expect((await lea.visit(`/-/do/${add}`, fresh)).status).toBe(303);
  expect((await lea.visit('/orders')).text).toContain('Cushions');
  expect((await omar.visit('/orders')).text).not.toContain('Cushions');
});

it('refuses addresses and forms that are longer than any page makes', async () => {
  const { flowId, email, blockOf, stage } = await portal();
  const lea = browserAt(flowId);
  await lea.signIn(email('lea'));
  const filters = Array.from({ length: 2_000 }, (_, at) => `f-${blockOf('table')}-${at}=1`).join('&');
  const far = await lea.visit(`/orders?${filters}`);
  expect([far.status, far.text.includes('This address is too long')]).toEqual([413, true]);
  expect(
    (await lea.visit(`/orders?q-${blockOf('table')}=%00&f-${blockOf('table')}-${stage}=%00`)).status,
  ).toBe(200);
  const pairs = new URLSearchParams(Array.from({ length: 2_001 }, () => ['a', '']));
  const sent = await lea.visit(`/-/do/${blockOf('form')}`, pairs);
  expect([sent.status, sent.text.includes('This is too large')]).toEqual([413, true]);
});

it('makes one record of a form that is sent twice, and another where it is gone back to', async () => {
  const { flowId, email, content, orders } = await portal();
  const lea = browserAt(flowId);
  await lea.signIn(email('lea'));
  const add = must(
    Object.entries(content.blocks).find(
      ([, { props }]) => props.mode === 'create' && props.table === orders.id,
    ),
  )[0];
  let at = add;
  for (let { parent } = must(content.blocks[at]); parent !== null; { parent } = must(content.blocks[at]))
    at = parent;
  const form = (await lea.visit(`/${String(must(content.blocks[at]).props.slug)}`)).text;
  const press = must(new RegExp(`do/${add}".*?name="press" value="([^"]+)"`, 's').exec(form)?.[1]);
  const send = (name: string) => lea.visit(`/-/do/${add}`, { press, [orders.primaryFieldId]: name });
  const sent = await Promise.all([send('Napkins'), send('Napkins')]);
  expect([...sent, await send('Napkins'), await send('Tablecloth')].map(({ status }) => status)).toEqual([
    303, 303, 303, 303,
  ]);
  const list = (await lea.visit('/orders')).text;
  expect([list.split('Napkins').length, list.split('Tablecloth').length]).toEqual([2, 2]);
});

it('says the same to an address that may not sign in, and takes a code or a link once', async () => {
  const { flowId, email, basePublicId, people } = await portal();
  const lea = browserAt(flowId);
  const stranger = await lea.askFor('nobody@example.org');
  const { page, mail: mailed } = await lea.askFor(email('lea'));
  expect(page.text.replaceAll(email('lea'), '')).toBe(
    stranger.page.text.replaceAll('nobody@example.org', ''),
  );
  const { code, link } = await mailed();
  expect(mail.received.some(({ to }) => to[0] === 'nobody@example.org')).toBe(false);
  const wrong = code === '000000' ? '111111' : '000000';
  expect((await lea.visit('/-/sign-in', { code: wrong })).status).toBe(403);
  // Another browser has not asked for the code; the link is good anywhere, after a press, once.
  const phone = browserAt(flowId);
  expect((await phone.visit('/-/sign-in', { code })).status).toBe(400);
  const path = `/-/sign-in${link.search}`;
  expect((await phone.visit(path)).text).toContain('Sign in on this device');
  expect((await phone.visit('/orders')).status).toBe(303);
  const token = must(link.searchParams.get('link'));
  expect((await phone.visit('/-/sign-in', { link: token })).status).toBe(303);
  expect((await phone.visit('/orders')).text).toContain('Aprons');
  expect((await lea.visit('/-/sign-in', { link: token })).status).toBe(403);
  expect((await lea.visit('/-/sign-in', { code })).status).toBe(403);
  const late = await (await lea.askFor(email('lea'))).mail();
  now += 11 * 60_000;
  expect((await lea.visit('/-/sign-in', { code: late.code })).status).toBe(403);
  // Whose record goes, or becomes somebody else's, is signed out at once.
  expect((await phone.visit('/orders')).status).toBe(200);
  const other = { [must(people.fields.find(({ name }) => name === 'Email')).id]: email('new') };
  const { records } = await rpc(ann, 'records.list', { basePublicId, tableId: people.id });
  await rpc(ann, 'records.update', {
    basePublicId,
    tableId: people.id,
    recordId: must(records[0]).id,
    data: other,
  });
  expect((await phone.visit('/orders')).status).toBe(303);
});

it('hides the blocks of a field or a table that is gone, and never fails', async () => {
  const { flowId, email, orders, stage, basePublicId, people } = await portal();
  const lea = browserAt(flowId);
  await lea.signIn(email('lea'));
  await rpc(ann, 'fields.delete', { basePublicId, tableId: orders.id, fieldId: stage });
  const list = await lea.visit('/orders');
  expect([list.status, list.text.includes('Aprons'), list.text.includes('stage of')]).toEqual([
    200,
    true,
    false,
  ]);
  await rpc(ann, 'tables.delete', { basePublicId, tableId: orders.id });
  const gone = await lea.visit('/orders');
  expect([gone.status, gone.text.includes('Aprons')]).toEqual([200, false]);
  await rpc(ann, 'tables.delete', { basePublicId, tableId: people.id });
  expect((await lea.visit('/orders')).status).toBeLessThan(500);
  await ann.call('POST', '/admin/flows/trash', { flowIds: [basePublicId], action: 'trash' });
  expect((await lea.visit('/orders')).status).toBeLessThan(500);
});

it('shows the draft as a person sees it, to those who may open its database', async () => {
  const { flowId, ids } = await portal();
  const preview = (who: TestPerson, path: string) => who.call('GET', `/v1/apps/${flowId}/preview/${path}`);
  const lea = await (await preview(ann, `orders?as=${ids.lea}&canvas=1`)).text();
  expect([lea.includes('Aprons'), lea.includes('Curtains'), lea.includes('data-block-id')]).toEqual([
    true,
    false,
    true,
  ]);
  expect(await (await preview(ann, 'orders?as=visitor')).text()).not.toContain('Aprons');
  // A page about a record is drawn with the first that the person may read.
  const record = await (await preview(ann, `orders-record?as=${ids.omar}&canvas=1`)).text();
  expect([record.includes('stage of Curtains'), record.includes('Aprons')]).toEqual([true, false]);
  const eve = await server.signUp('Eve Stranger');
  expect((await preview(eve, `orders?as=${ids.lea}`)).status).toBe(404);
});

it('is laid out from the right where its name is read from there', async () => {
  const { flowId } = await portal();
  const direction = async () =>
    /<html[^>]* dir="(\w+)"/.exec((await browserAt(flowId).visit('/-/sign-in')).text)?.[1];
  expect(await direction()).toBe('ltr');
  const { version } = await rpc(ann, 'apps.get', { flowId });
  const title = {
    kind: 'prop' as const,
    id: null,
    key: 'title',
    before: 'Linen Studio',
    after: 'استوديو الكتان',
  };
  const edited = await rpc(ann, 'apps.edit', {
    flowId,
    version,
    editId: 'edtrtl000000000000000000',
    edits: [title],
  });
  await rpc(ann, 'apps.publish', { flowId, version: edited.version });
  expect(await direction()).toBe('rtl');
});

it('lists and invites people, and keeps out at once whoever is blocked', async () => {
  const { flowId, email } = await portal();
  const list = (search: string) => rpc(ann, 'apps.people', { flowId, search });
  expect((await list('')).people.map(({ name }) => name)).toEqual(['lea', 'omar']);
  expect((await list('OMA')).people.map((person) => person.email)).toEqual([email('omar')]);
  const before = mail.received.length;
  await rpc(ann, 'apps.invite', { flowId, email: email('New').toUpperCase(), name: 'Nia' });
  await vi.waitFor(() => expect(mail.received.length).toBeGreaterThan(before));
  const [nia] = (await list('nia')).people;
  expect(nia?.invitedAt).not.toBeNull();
  const browser = browserAt(flowId);
  expect((await browser.signIn(must(nia).email)).status).toBe(303);
  expect((await browser.visit('/orders')).status).toBe(200);
  await rpc(ann, 'apps.block', { flowId, email: must(nia).email });
  expect((await browser.visit('/orders')).status).toBe(303);
  const asked = await browser.askFor(must(nia).email);
  expect(asked.page.text).toContain('Look at your mail');
  await rpc(ann, 'apps.unblock', { flowId, email: must(nia).email });
  expect((await list('nia')).people[0]?.blockedAt).toBeNull();
  const eve = await server.signUp('Eve Stranger');
  await expect(rpc(eve, 'apps.people', { flowId })).rejects.toMatchObject({ kind: 'not-found' });
});
