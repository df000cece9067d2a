import { must } from '@weft/std';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestMailServer, textOf } from '../../mail/testing.ts';
import { rpc, serverWithMail, type TestPerson, type TestServer } from '../../testing.ts';
import { browserAt, portalOf } from './testing.ts';

let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  ({ mail, server, ann } = await serverWithMail());
});
afterAll(() => server.close());

type Portal = Awaited<ReturnType<typeof portalOf>>;

let added = 0;
/** Puts blocks on the page of orders, and publishes. */
async function publishWith(
  { flowId, content }: Portal,
  blocks: readonly { readonly on: string; readonly props: object }[],
): Promise<readonly string[]> {
  const pageOf = (slug: string) =>
    must(Object.entries(content.blocks).find(([, { props }]) => props.slug === slug))[0];
  const { version } = await rpc(ann, 'apps.get', { flowId });
  const ids = blocks.map(() => `blk${(++added).toString(36).padStart(21, '0')}`);
  const edited = await rpc(ann, 'apps.edit', {
    ...{ flowId, version, editId: `edt${added.toString(36).padStart(21, '0')}` },
    edits: blocks.map(({ on, props }, at) => ({
      ...{ kind: 'block', id: must(ids[at]), before: null },
      after: { parent: pageOf(on), order: `z${at + 1}`, props: props as never },
    })),
  });
  await rpc(ann, 'apps.publish', { flowId, version: edited.version });
  return ids;
}

/** The same portal with stages that orders go through, and a board of them. */
async function board() {
  const portal = await portalOf(ann);
  const { flowId, basePublicId, orders, ids } = portal;
  const tableId = orders.id;
  const options = ['Woven', 'Sent'].map((label) => ({ value: label, label, color: 'Blue' }));
  const { field } = await rpc(ann, 'fields.create', {
    ...{ basePublicId, tableId },
    field: { name: 'Step', type: 'single_select', template: { options, disableColors: false } },
  });
  for (const name of ['Aprons', 'Curtains'])
    await rpc(ann, 'records.update', {
      ...{ basePublicId, tableId, recordId: must(ids[name]), data: { [field.id]: 'Woven' } },
    });
  const [kanban = ''] = await publishWith(portal, [
    {
      on: 'orders',
      props: {
        ...{ type: 'kanban', table: tableId, groupField: field.id, moves: true },
        fields: [orders.primaryFieldId, field.id],
      },
    },
  ]);
  const stepOf = async (name: string) => {
    const { records } = await rpc(ann, 'records.list', { basePublicId, tableId });
    return must(records.find(({ id }) => id === ids[name])).data[field.id];
  };
  return { ...portal, flowId, kanban, step: field.id, stepOf };
}

it('a card is moved where the rule of its table allows it as it is, and as it becomes', async () => {
  const { flowId, email, ids, kanban, step, stepOf, content, orders } = await board();
  const lea = browserAt(server, flowId, mail);
  await lea.signIn(email('lea'));
  const page = await lea.visit('/orders');
  expect(page.text).toContain('aria-label="Move Aprons"');
  const move = (card: string, lane: string) => lea.visit(`/-/do/${kanban}`, { card: must(ids[card]), lane });
  expect((await move('Aprons', 'Sent')).status).toBe(303);
  expect(await stepOf('Aprons')).toBe('Sent');
  // Nobody else's, by no address; and to no column that there is none of.
  expect((await move('Curtains', 'Sent')).status).toBe(404);
  expect(await stepOf('Curtains')).toBe('Woven');
  expect((await move('Aprons', 'Burnt')).status).toBe(409);
  expect((await move('Aprons', '')).status).toBe(303);
  expect(await stepOf('Aprons')).toBeUndefined();
  // A rule of what is woven alone: out of it nothing is moved.
  const rule = must(
    Object.entries(content.blocks).find(
      ([, { props }]) => props.type === 'rule' && props.table === orders.id,
    ),
  )[0];
  const { version } = await rpc(ann, 'apps.get', { flowId });
  const value = { from: 'literal', value: 'Woven' };
  const rows = {
    kind: 'when',
    filter: { conjunction: 'and', items: [{ fieldId: step, operator: 'is', value }] },
  };
  const edited = await rpc(ann, 'apps.edit', {
    ...{ flowId, version, editId: 'edtwhen00000000000000000' },
    edits: [
      { kind: 'prop', id: rule, key: 'rows', before: null, after: rows as never },
      { kind: 'prop', id: rule, key: 'presets', before: null, after: null },
    ],
  });
  await rpc(ann, 'apps.publish', { flowId, version: edited.version });
  const refused = await move('Curtains', 'Sent');
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('You may not do this here.');
  expect(await stepOf('Curtains')).toBe('Woven');
});

it('what somebody changes is theirs in the history of the database', async () => {
  const { flowId, email, ids, kanban, basePublicId, orders } = await board();
  const lea = browserAt(server, flowId, mail);
  await lea.signIn(email('lea'));
  await lea.visit(`/-/do/${kanban}`, { card: must(ids.Aprons), lane: 'Sent' });
  const { actions } = await rpc(ann, 'history.list', {
    ...{ basePublicId, tableId: orders.id, recordId: must(ids.Aprons) },
  });
  expect(actions[0]).toMatchObject({ userId: ids.lea, userName: 'lea' });
});

async function uploaded(flowId: string): Promise<string> {
  const look = { width: 8, height: 4, channels: 3, background: '#3b4ec6' } as const;
  const png = await sharp({ create: look }).png().toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(png)]), 'loom.png');
  const response = await fetch(new URL(`/v1/apps/${flowId}/images`, server.url), {
    ...{ method: 'POST', headers: { authorization: `Bearer ${ann.token}` }, body: form },
  });
  return ((await response.json()) as { image: string }).image;
}

it('a button mails whom its author says, and an image leads where its author says', async () => {
  const portal = await portalOf(ann);
  const { flowId, email, basePublicId } = portal;
  const mailButton = (to: object) => ({
    ...{ type: 'button', text: 'Remind me' },
    action: { kind: 'sendMail', to, subject: 'Your orders', text: 'Look at them.' },
  });
  const [toUser = '', toAddress = '', toStudio = ''] = await publishWith(portal, [
    { on: 'orders', props: mailButton({ from: 'user', field: '$email' }) },
    { on: 'orders', props: mailButton({ from: 'url', name: 'to' }) },
    {
      on: 'orders',
      props: {
        ...{ type: 'button', text: 'Ask us' },
        action: {
          ...{ kind: 'sendMail', to: { from: 'literal', value: 'studio@example.org' } },
          ...{ subject: 'Asked', text: 'By {{Person: Name}}, {{Person: Email}}, {{Nothing}}.' },
        },
      },
    },
    {
      on: 'orders',
      props: {
        ...{ type: 'image', image: await uploaded(flowId), alt: 'Looms' },
        link: 'https://looms.example/',
      },
    },
  ]);
  const lea = browserAt(server, flowId, mail);
  await lea.signIn(email('lea'));
  expect((await lea.visit('/orders')).text).toMatch(
    /<a href="https:\/\/looms\.example\/"[^>]*><img[^>]*alt="Looms"/,
  );
  const before = mail.received.length;
  const pressed = await lea.visit(`/-/do/${toUser}`, {});
  expect(pressed.status).toBe(303);
  const said = await lea.visit(must(pressed.to).replace(`/a/${flowId}`, ''));
  expect(said.text).toContain('<p class="done" role="status" tabindex="-1">Sent.</p>');
  const found = await vi.waitFor(() => must(mail.received.slice(before)[0]));
  expect([found.to[0], textOf(found.source)]).toEqual([
    email('lea'),
    expect.stringContaining('Look at them.'),
  ]);
  // Nobody is mailed because an address says so.
  const asked = await lea.visit(`/-/do/${toAddress}`, { 'state:to': 'stranger@example.org' });
  expect(asked.status).toBe(409);
  expect(mail.received.slice(before + 1)).toEqual([]);
  // It says who sends it, and once however often it is pressed before the page comes back.
  const page = (await lea.visit('/orders')).text;
  const press = must(new RegExp(`do/${toStudio}".*?name="press" value="([^"]+)"`, 's').exec(page)?.[1]);
  const thrice = [1, 2, 3].map(() => lea.visit(`/-/do/${toStudio}`, { press }));
  expect((await Promise.all(thrice)).map(({ status }) => status)).toEqual([303, 303, 303]);
  const told = await vi.waitFor(() => must(mail.received.slice(before + 1)[0]));
  expect(textOf(told.source)).toContain(`By lea, ${email('lea')}, .`);
  const { rows } = await sql`select 1 from weft.deliveries where target = 'studio@example.org'`.execute(
    server.control,
  );
  expect(rows).toHaveLength(1);
  await ann.call('POST', '/admin/flows/trash', { flowIds: [basePublicId], action: 'trash' });
  expect((await lea.visit('/orders')).status).toBeLessThan(500);
});

it('the mail that follows on a form tells what was filled in', async () => {
  const portal = await portalOf(ann);
  const { flowId, email, orders } = portal;
  const name = must(orders.fields.find(({ id }) => id === orders.primaryFieldId));
  const to = { from: 'literal', value: 'desk@example.org' };
  const [form = ''] = await publishWith(portal, [
    {
      on: 'orders',
      props: {
        ...{ type: 'form', table: orders.id, mode: 'create', fields: [name.id] },
        after: { kind: 'sendMail', to, subject: `New: {{${name.name}}}`, text: 'By {{Person: Name}}.' },
      },
    },
  ]);
  const lea = browserAt(server, flowId, mail);
  await lea.signIn(email('lea'));
  const before = mail.received.length;
  expect((await lea.visit(`/-/do/${form}`, { [name.id]: 'Bread cloths' })).status).toBe(303);
  const { source } = await vi.waitFor(() => must(mail.received.slice(before)[0]));
  expect(source).toContain('New: Bread cloths');
});
