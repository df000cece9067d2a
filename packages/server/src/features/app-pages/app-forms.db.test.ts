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

/** A portal whose form asks for the name of an order, and for its stage where the name is a rush. */
async function withForm() {
  const portal = await portalOf(ann);
  const { flowId, orders, stage, content, email } = portal;
  const [form, { parent }] = must(
    Object.entries(content.blocks).find(
      ([, { props }]) => props.mode === 'create' && props.table === orders.id,
    ),
  );
  const items = [
    { fieldId: orders.primaryFieldId, operator: 'is', value: { from: 'literal', value: 'Rush' } },
  ];
  const inputs = {
    [orders.primaryFieldId]: { required: true, help: 'As it stands on the bill' },
    [stage]: { required: true, when: { conjunction: 'and', items } },
  };
  const set = (key: string, before: unknown, after: unknown) => ({
    kind: 'prop',
    id: form,
    key,
    before,
    after,
  });
  const { props } = must(content.blocks[form]);
  const { version } = await rpc(ann, 'apps.edit', {
    ...{ flowId, editId: `edt${flowId.slice(3)}`, version: 0 },
    edits: [
      set('fields', props.fields ?? null, [orders.primaryFieldId, stage]),
      set('inputs', null, inputs),
    ] as never,
  });
  await rpc(ann, 'apps.publish', { flowId, version });
  let at = must(parent);
  for (let block = content.blocks[at]; block?.parent != null; block = content.blocks[at]) at = block.parent;
  const lea = browserAt(server, flowId, mail);
  await lea.signIn(email('lea'));
  const read = async () => (await lea.visit(`/${String(must(content.blocks[at]).props.slug)}`)).text;
  const send = (values: Record<string, string>) => lea.visit(`/-/do/${form}`, values);
  return { ...portal, form, lea, read, send };
}

it('F2, F3: a form says what it requires and helps, and shows what conditions ask for', async () => {
  const { read, send, orders, stage } = await withForm();
  const page = await read();
  expect(page).toContain('As it stands on the bill');
  expect(page).toMatch(new RegExp(`name="${orders.primaryFieldId}" required`));
  expect(page).toContain(`class="input unmet" data-input="${stage}"`);
  // What it asks for by now is told while it is filled in, and nothing is written.
  const look = (name: string) => send({ look: '1', [orders.primaryFieldId]: name });
  const [rush, slow] = [(await look('Rush')).text, (await look('Slow')).text];
  expect([rush.includes('unmet'), slow.includes('unmet')]).toEqual([false, true]);
  expect(rush).toMatch(new RegExp(`name="${stage}" required`));
  expect((await read()).includes('Slow')).toBe(false);
});

it('F2, F3: the server takes no form without what it asks for, and nothing that it does not ask for', async () => {
  const { send, orders, stage, ids, basePublicId } = await withForm();
  const [name, many] = [orders.primaryFieldId, { basePublicId, tableId: orders.id }];
  const empty = await send({ [name]: ' ' });
  expect([empty.status, empty.text.includes('Fill this in')]).toEqual([400, true]);
  const half = await send({ [name]: 'Rush' });
  expect([half.status, half.text.split('Fill this in').length]).toEqual([400, 2]);
  expect((await send({ [name]: 'Rush', [stage]: 'Today' })).status).toBe(303);
  expect((await send({ [name]: 'Slow', [stage]: 'never asked for' })).status).toBe(303);
  const { records } = await rpc(ann, 'records.list', many);
  const made = records.filter(({ id }) => !Object.values(ids).includes(id));
  expect(made.map(({ data }) => [data[name], data[stage] ?? null])).toEqual([
    ['Rush', 'Today'],
    ['Slow', null],
  ]);
});
