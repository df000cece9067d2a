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

it('finds records beyond the first that a form shows, and only those that may be read', async () => {
  const { basePublicId, people, email, customer, ids } = await portalOf(ann);
  const many = Array.from({ length: 220 }, (_, at) => ({
    data: { [people.primaryFieldId]: at === 219 ? 'Zoe of the end' : `Customer ${at}` },
  }));
  for (const records of [many.slice(0, 110), many.slice(110)])
    await rpc(ann, 'records.create', { basePublicId, tableId: people.id, records });
  const { flowId } = await rpc(ann, 'apps.create', {
    ...{ name: 'Desk', from: { kind: 'base', baseId: basePublicId, who: 'signedIn' } },
  });
  const { content } = await rpc(ann, 'apps.get', { flowId });
  const [list, { parent, order }] = must(
    Object.entries(content.blocks).find(
      ([, { props }]) => props.type === 'table' && String(props.fields).includes(customer),
    ),
  );
  const bar = `blk0bar${list.slice(7)}`;
  const { version } = await rpc(ann, 'apps.edit', {
    ...{ flowId, editId: `edt${flowId.slice(3)}`, version: 0 },
    edits: [
      {
        ...{ kind: 'block', id: bar, before: null },
        after: { parent, order: `${order}V`, props: { type: 'filterBar', target: list, fields: [customer] } },
      },
    ],
  });
  await rpc(ann, 'apps.publish', { flowId, version });
  const lea = browserAt(server, flowId, mail);
  await lea.signIn(email('lea'));
  const form = must(
    Object.entries(content.blocks).find(
      ([, { props }]) =>
        props.type === 'form' && props.mode === 'update' && String(props.fields).includes(customer),
    ),
  )[0];
  const page = await lea.visit(`/orders-record/${ids.Aprons}`);
  expect([
    page.text.includes('Zoe of the end'),
    page.text.includes(`data-find="o-${form}-${customer}"`),
  ]).toEqual([false, true]);
  const found = await lea.visit(`/orders-record/${ids.Aprons}?o-${form}-${customer}=zoe`);
  expect([found.text.includes('Zoe of the end'), found.text.includes('Customer 1<')]).toEqual([true, false]);
  // So does a filter bar, which keeps what is chosen.
  const bars = async (query: string) => (await lea.visit(`/orders?${query}`)).text;
  const plain = await bars('');
  expect([plain.includes('Zoe of the end'), plain.includes(`data-find="o-${bar}-${customer}"`)]).toEqual([
    false,
    true,
  ]);
  const searched = await bars(`o-${bar}-${customer}=zoe&f-${list}-${customer}=${ids.lea}`);
  expect([
    searched.includes('Zoe of the end'),
    searched.includes('>Customer 1<'),
    searched.includes(`value="${ids.lea}" selected`),
  ]).toEqual([true, false, true]);
});
