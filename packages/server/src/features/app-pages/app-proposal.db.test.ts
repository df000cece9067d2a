import { AiServer } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, startTestServer, subscribe, type TestPerson, type TestServer } from '../../testing.ts';
import { portalOf } from './testing.ts';

const service = new AiServer();
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  await service.listen();
  server = await startTestServer({
    ...{ AI_BASE_URL: service.baseUrl, AI_API_KEY: AiServer.key },
    SMTP_URL: 'smtp://127.0.0.1:9?from=studio@linen.example',
  });
  ann = await server.signUp('Ann');
});
afterAll(async () => {
  await server.close();
  await service[Symbol.asyncDispose]();
});

let made = 0;
async function propose(flowId: string, operations: readonly object[]): Promise<string> {
  const turnId = `trn0look${String(++made).padStart(16, '0')}`;
  service.answers.push(JSON.stringify({ say: 'Done.', operations }));
  for await (const event of subscribe(ann, 'apps.chat', { flowId, turnId, text: 'Change it' }))
    if (event.kind === 'proposed') return turnId;
  throw new Error('The stream ended without a proposal');
}

const pageOf = async (who: TestPerson, flowId: string, path: string) => {
  const answer = await who.call('GET', `/v1/apps/${flowId}/preview/${path}`);
  return { status: answer.status, text: await answer.text() };
};

it('O4: a proposal is seen with the records that are there, as one of its people sees them', async () => {
  const { flowId, ids } = await portalOf(ann);
  const before = await rpc(ann, 'apps.get', { flowId });
  const condition = (operator: string) => ({ conjunction: 'and', items: [{ field: 'Rush', operator }] });
  const list = (title: string, filter?: object) => ({
    ...{ op: 'addBlock', in: 'fresh', type: 'table' },
    set: {
      table: 'Orders',
      title,
      fields: ['Order', 'Rush'],
      sort: ['Rush', 'Order'],
      ...(filter && { filter }),
    },
  });
  const turnId = await propose(flowId, [
    { op: 'addField', table: 'Orders', field: { name: 'Rush', type: 'single_line_text' } },
    { op: 'addTable', name: 'Deliveries', fields: [{ name: 'Delivery' }] },
    { op: 'addRule', table: 'Deliveries', who: 'signedIn', can: ['read'] },
    { op: 'addPage', ref: 'fresh', label: 'Fresh', visibleTo: 'signedIn' },
    list('All'),
    list('Slow ones', condition('is_empty')),
    list('Urgent ones', condition('is_not_empty')),
    { op: 'addBlock', in: 'fresh', type: 'table', set: { table: 'Deliveries', fields: ['Delivery'] } },
    {
      ...{ op: 'addBlock', in: 'fresh', type: 'chart' },
      set: { table: 'Orders', title: 'By rush', groupField: 'Rush', shape: 'bar' },
    },
  ]);
  const proposal = await rpc(ann, 'apps.proposal', { flowId, turnId });
  expect(proposal.problems).toEqual([]);
  expect(proposal.tables.map(({ name }) => name)).toContain('Deliveries');
  const { status, text } = await pageOf(ann, flowId, `fresh?as=${ids.lea}&canvas=1&proposal=${turnId}`);
  expect(status).toBe(200);
  const blocks = text.split('data-block-id=').slice(1);
  const shown = blocks.map((block) => ['Aprons', 'Curtains'].map((order) => block.includes(order)));
  // Her own orders, and those alone; a field that is not there yet is empty in all of them.
  expect(shown).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [false, false],
    [false, false],
  ]);
  expect(blocks[3]).toContain('Nothing here yet');
  // Blocks have the ids of the document that the editor compares with its own.
  const named = blocks.map((block) => /^"([^"]+)"/.exec(block)?.[1] ?? '');
  expect(named.every((id) => id in proposal.content.blocks)).toBe(true);
  expect(await pageOf(ann, flowId, `fresh?as=${ids.lea}`)).toMatchObject({ status: 404 });

  expect(await rpc(ann, 'apps.get', { flowId })).toEqual(before);
  const { tables } = await rpc(ann, 'apps.tables', { flowId });
  expect(tables.map(({ name }) => name)).not.toContain('Deliveries');
  const eve = await server.signUp('Eve');
  expect((await pageOf(eve, flowId, `fresh?proposal=${turnId}`)).status).toBe(404);
  await expect(rpc(eve, 'apps.proposal', { flowId, turnId })).rejects.toMatchObject({ kind: 'not-found' });
  await rpc(ann, 'apps.discardTurn', { flowId, turnId });
  expect((await pageOf(ann, flowId, `fresh?proposal=${turnId}`)).status).toBe(404);
  await expect(rpc(ann, 'apps.proposal', { flowId, turnId })).rejects.toMatchObject({ kind: 'conflict' });
});

it('O4: of people who are not there yet it is seen as somebody who has nothing', async () => {
  const { flowId } = await rpc(ann, 'apps.create', { name: 'Club', from: { kind: 'blank' } });
  const turnId = await propose(flowId, [
    {
      ...{ op: 'addTable', name: 'Members' },
      fields: [{ name: 'Name' }, { name: 'Email', type: 'email' }],
    },
    { op: 'setUsers', table: 'Members', email: 'Email', name: 'Name' },
    { op: 'setApp', set: { access: 'signedIn' } },
    {
      ...{ op: 'addRule', table: 'Members', who: 'signedIn', can: ['read'] },
      rows: { kind: 'own', field: 'Email' },
    },
    { op: 'addBlock', in: 'Home', type: 'list', set: { table: 'Members', fields: ['Name', 'Email'] } },
  ]);
  const { status, text } = await pageOf(ann, flowId, `home?as=visitor&canvas=1&proposal=${turnId}`);
  expect(status).toBe(200);
  expect(text).toContain('what somebody would see first');
  expect(text).toContain('Nothing here yet');
});

it('says which proposal does not fit the app any more', async () => {
  const { flowId, content } = await portalOf(ann);
  const turnId = await propose(flowId, [{ op: 'changePage', page: 'Orders', set: { label: 'All orders' } }]);
  const [page, block] = must(
    Object.entries(content.blocks).find(([, { props }]) => props.label === 'Orders' && props.type === 'page'),
  );
  const { version } = await rpc(ann, 'apps.get', { flowId });
  await rpc(ann, 'apps.edit', {
    ...{ flowId, editId: 'edt0look0000000000000001', version },
    edits: [
      { kind: 'prop', id: page, key: 'label', before: must(block.props.label), after: 'Work' },
      { kind: 'prop', id: page, key: 'slug', before: must(block.props.slug), after: 'work' },
    ],
  });
  await expect(rpc(ann, 'apps.proposal', { flowId, turnId })).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('no page ‘Orders’'),
  });
});
