import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TestMailServer } from '../../mail/testing.ts';
import { rpc, serverWithMail, share, type TestPerson, type TestServer } from '../../testing.ts';
import { LocalAirtable, personalToken } from '../integrations/testing.ts';
import { browserAt, portalOf } from './testing.ts';

const airtable = new LocalAirtable();
let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  await airtable.listen();
  const { thirdParties } = airtable;
  ({ mail, server, ann } = await serverWithMail({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { thirdParties }));
});
afterAll(async () => {
  await server.close();
  airtable.close();
});
beforeEach(() => {
  airtable.records.length = 0;
});

let added = 0;
const nextId = (kind: string) => `${kind}${(++added).toString(36).padStart(21, '0')}`;

/** A portal of customers, and a connection to Airtable that its integrations write with. */
async function connectedPortal() {
  const portal = await portalOf(ann);
  const { flowId, orders, stage, content } = portal;
  const answer = await ann.call('POST', '/admin/services/create/airtable', {
    ...{ serviceName: 'Guests', config: { apiKey: personalToken } },
  });
  const { service } = (await answer.json()) as { service: { id: string } };
  const connect = async (tableId: string | undefined, nameMappings: object) => {
    const config = { settings: { baseId: 'app1', tableId: 'tbl1' }, nameMappings: nameMappings as never };
    const { id } = await rpc(ann, 'integrations.connect', {
      ...{ flowId, serviceId: service.id, serviceType: 'airtable' },
      writeQuery: { config: { ...config, ...(tableId !== undefined && { tableId }) } },
    });
    return id;
  };
  const place = async (on: string, props: object) => {
    const pageId = must(Object.entries(content.blocks).find(([, { props: page }]) => page.slug === on))[0];
    const { version } = await rpc(ann, 'apps.get', { flowId });
    const id = nextId('blk');
    await rpc(ann, 'apps.edit', {
      ...{ flowId, version, editId: nextId('edt') },
      edits: [
        {
          ...{ kind: 'block', id, before: null },
          after: { parent: pageId, order: `z${added}1`, props: props as never },
        },
      ],
    });
    return id;
  };
  const publish = async () => {
    const { version } = await rpc(ann, 'apps.get', { flowId });
    await rpc(ann, 'apps.publish', { flowId, version });
  };
  const detailPage = must(
    Object.values(content.blocks).find(({ props }) => props.type === 'page' && props.table === orders.id),
  );
  return {
    ...portal,
    ...{ connect, place, publish, orderPage: String(detailPage.props.slug) },
    mapping: {
      fldName: { questionId: orders.primaryFieldId },
      fldSaid: { template: '{{Stage}} for {{Customer}}, pressed by {{Person: Email}}' },
    },
    stage,
  };
}

const log = async (flowId: string) => (await rpc(ann, 'integrations.log', { flowId })).runs;
const written = (count: number) => vi.waitFor(() => expect(airtable.records).toHaveLength(count));
const button = (integration: string) => ({
  ...{ type: 'button', text: 'Send on' },
  action: { kind: 'runIntegration', integration },
});
const pressIn = (page: string, blockId: string) =>
  must(new RegExp(`-/do/${blockId}".*?name="press" value="([^"]+)"`, 's').exec(page)?.[1]);

it('a button hands the record of its page on once, as whoever presses may read it', async () => {
  const portal = await connectedPortal();
  const { flowId, email, ids, orders, orderPage, connect, place, publish, mapping } = portal;
  const { fields, tables } = await rpc(ann, 'integrations.list', { flowId });
  expect(must(tables).map(({ name }) => name)).toEqual(expect.arrayContaining(['Customers', 'Orders']));
  expect(fields.filter(({ tableId }) => tableId === orders.id).map(({ name, type }) => [name, type])).toEqual(
    [
      ['Order', 'single_line_text'],
      ['Stage', 'single_line_text'],
      ['Customer', 'long_text'],
    ],
  );
  const integration = await connect(orders.id, mapping);
  const blockId = await place(orderPage, button(integration));
  await publish();
  const lea = browserAt(server, flowId, mail);
  await lea.signIn(email('lea'));
  const page = await lea.visit(`/${orderPage}/${ids.Aprons}`);
  const press = pressIn(page.text, blockId);
  const send = (record: string) => lea.visit(`/-/do/${blockId}`, { record, press });
  const [first, second] = await Promise.all([send(must(ids.Aprons)), send(must(ids.Aprons))]);
  expect([first.status, second.status]).toEqual([303, 303]);
  await written(1);
  expect(airtable.records).toEqual([
    { fldName: 'Aprons', fldSaid: `stage of Aprons for lea, pressed by ${email('lea')}` },
  ]);
  expect((await lea.visit(must(first.to).replace(/^\/a\/[^/]+/, ''))).text).toContain('Sent.');
  const runs = await vi.waitFor(async () => {
    const found = await log(flowId);
    expect(found[0]?.state).toBe('sent');
    return found;
  });
  expect(runs).toHaveLength(1);
  expect(runs[0]?.title).toBe('Linen Studio');
});

it('nothing is queued for a record that a rule keeps from whoever presses', async () => {
  const { flowId, email, ids, orders, orderPage, connect, place, publish, mapping } = await connectedPortal();
  const blockId = await place(orderPage, button(await connect(orders.id, mapping)));
  await publish();
  const lea = browserAt(server, flowId, mail);
  await lea.signIn(email('lea'));
  const refused = await lea.visit(`/-/do/${blockId}`, { record: must(ids.Curtains), press: nextId('act') });
  expect(refused.status).toBe(404);
  const nobody = browserAt(server, flowId, mail);
  expect((await nobody.visit(`/-/do/${blockId}`, { record: must(ids.Aprons) })).status).toBe(404);
  expect(await log(flowId)).toEqual([]);
  expect(airtable.records).toEqual([]);
});

it('a form hands on what it has written, and takes answers whatever became of the integration', async () => {
  const { flowId, email, orders, connect, place, publish, mapping, stage, content } = await connectedPortal();
  const integration = await connect(orders.id, mapping);
  const rule = must(
    Object.entries(content.blocks).find(
      ([, { props }]) => props.type === 'rule' && props.table === orders.id,
    ),
  );
  expect(rule[1].props.can).toContain('create');
  const slug = must(Object.values(content.blocks).find(({ props }) => props.slug === 'orders')).props.slug;
  const form = await place(String(slug), {
    ...{ type: 'form', table: orders.id, fields: [orders.primaryFieldId, stage] },
    after: { kind: 'runIntegration', integration },
  });
  await publish();
  const lea = browserAt(server, flowId, mail);
  await lea.signIn(email('lea'));
  const send = (name: string) =>
    lea.visit(`/-/do/${form}`, { [orders.primaryFieldId]: name, [stage]: 'New' });
  expect((await send('Napkins')).status).toBe(303);
  await written(1);
  // The rule has filled in whose order it is, which the person may read.
  expect(airtable.records[0]).toEqual({
    fldName: 'Napkins',
    fldSaid: `New for lea, pressed by ${email('lea')}`,
  });
  // What they may not read of their record, they have still sent themselves.
  const { version } = await rpc(ann, 'apps.get', { flowId });
  await rpc(ann, 'apps.edit', {
    ...{ flowId, version, editId: nextId('edt') },
    edits: [{ kind: 'prop', id: rule[0], key: 'can', before: null, after: ['create'] }],
  });
  await publish();
  expect((await send('Sheets')).status).toBe(303);
  await written(2);
  expect(airtable.records[1]).toEqual({
    fldName: 'Sheets',
    fldSaid: `New for , pressed by ${email('lea')}`,
  });
  await rpc(ann, 'integrations.remove', { flowId, integrationId: integration });
  expect((await send('Towels')).status).toBe(303);
  expect(await log(flowId)).toHaveLength(2);
  expect(airtable.records).toHaveLength(2);
});

it('says what keeps an integration from running, to its author and to whoever presses', async () => {
  const portal = await connectedPortal();
  const { flowId, email, ids, orders, people, orderPage, connect, place, publish, mapping } = portal;
  await expect(connect('tbl000000000000000000000', mapping)).rejects.toThrow(
    'Choose a table of the database that the app shows',
  );
  const ofPeople = await connect(people.id, { fldName: { questionId: people.primaryFieldId } });
  const blockId = await place(orderPage, button(ofPeople));
  await expect(publish()).rejects.toThrow(
    /runs ‘Guests.*’, which is set up for ‘Customers’, for a record of ‘Orders’/,
  );
  await rpc(ann, 'integrations.update', {
    ...{ flowId, integrationId: ofPeople },
    writeQuery: {
      config: {
        ...{ settings: { baseId: 'app1', tableId: 'tbl1' }, tableId: orders.id },
        nameMappings: { fldName: { questionId: orders.primaryFieldId } },
      },
    },
  });
  await publish();
  const lea = browserAt(server, flowId, mail);
  await lea.signIn(email('lea'));
  const press = () => lea.visit(`/-/do/${blockId}`, { record: must(ids.Aprons) });
  await rpc(ann, 'integrations.update', { flowId, integrationId: ofPeople, enabled: false });
  const off = await press();
  expect([off.status, off.text]).toEqual([409, expect.stringContaining('is switched off.')]);
  await rpc(ann, 'integrations.remove', { flowId, integrationId: ofPeople });
  const gone = await press();
  expect([gone.status, gone.text]).toEqual([409, expect.stringContaining('is not connected any more.')]);
  await expect(publish()).rejects.toThrow('runs an integration that is not connected any more');
  expect(await log(flowId)).toEqual([]);
});

it('an integration of another app is none of this one', async () => {
  const theirs = await connectedPortal();
  const integration = await theirs.connect(theirs.orders.id, theirs.mapping);
  const { orderPage, place, publish } = await connectedPortal();
  await place(orderPage, button(integration));
  await expect(publish()).rejects.toThrow('runs an integration that is not connected any more');
});

it('who edits an app and may not open its database neither leads its records elsewhere nor reads what went', async () => {
  const { flowId, orders, basePublicId, connect, mapping } = await connectedPortal();
  const integrationId = await connect(orders.id, mapping);
  const { code } = (await (await ann.call('POST', '/v1/invitations', { role: 'member' })).json()) as {
    code: string;
  };
  const bob = await server.signUp('Bob Editor', { invitationCode: code });
  await share(ann, flowId, bob, 'write');
  const calls = [
    () => rpc(bob, 'integrations.list', { flowId }),
    () => rpc(bob, 'integrations.log', { flowId }),
    () => rpc(bob, 'integrations.update', { flowId, integrationId, enabled: true }),
    () => rpc(bob, 'integrations.update', { flowId, integrationId, serviceId: 'svc000000000000000000000' }),
    () => rpc(bob, 'integrations.remove', { flowId, integrationId }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: 'forbidden' });
  await share(ann, basePublicId, bob, 'read');
  expect((await rpc(bob, 'integrations.list', { flowId })).integrations).toHaveLength(1);
});
