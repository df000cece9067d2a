import { AiServer } from '@weft/integrations/testing';
import type { CallOutput } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, subscribe, type TestPerson, type TestServer } from '../../testing.ts';
import { linkedTables } from '../bases/testing.ts';

const service = new AiServer();
let server: TestServer;
let ann: TestPerson;
let baseId: string;
beforeAll(async () => {
  await service.listen();
  server = await startTestServer({ AI_BASE_URL: service.baseUrl, AI_API_KEY: AiServer.key });
  ann = await server.signUp('Ann');
  baseId = await newBase(ann);
  await linkedTables(ann, { basePublicId: baseId });
});
beforeEach(() => {
  service.requests.length = 0;
  service.answers.length = 0;
});
afterAll(async () => {
  await server.close();
  await service[Symbol.asyncDispose]();
});

let made = 0;
const id = (kind: string) => `${kind}0chat${String(++made).padStart(16, '0')}`;
const newApp = async () =>
  (await rpc(ann, 'apps.create', { name: 'Portal', from: { kind: 'base', baseId, who: 'everyone' } })).flowId;
const draft = (flowId: string) => rpc(ann, 'apps.get', { flowId });
const tables = async (flowId: string) => (await rpc(ann, 'apps.tables', { flowId })).tables;

type Proposed = Extract<CallOutput<'apps.chat'>, { kind: 'proposed' }>;

async function ask(flowId: string, turnId = id('trn'), text = 'Add a chart'): Promise<Proposed> {
  for await (const event of subscribe(ann, 'apps.chat', { flowId, turnId, text }))
    if (event.kind === 'proposed') return event;
  throw new Error('The stream ended without a proposal');
}
const answers = (operations: readonly object[], say = 'Done.') =>
  service.answers.push(JSON.stringify({ say, operations }));

const chartPage = [
  { op: 'addPage', ref: 'numbers', label: 'Numbers' },
  {
    op: 'addBlock',
    in: 'numbers',
    type: 'chart',
    set: { table: 'Orders', title: 'Orders by name', groupField: 'Name', shape: 'bar' },
  },
  { op: 'addBlock', in: 'Orders', type: 'text', set: { text: 'Hello' } },
];

describe('changes of an app by chat', () => {
  it('tell what is said while it is being said', async () => {
    const flowId = await newApp();
    const say = 'I add a page with a chart of the orders by their names, and a text on the first page.';
    answers(chartPage, say);
    const told: string[] = [];
    const heard = Promise.withResolvers<void>();
    let parts = 0;
    // The model goes on once the beginning was heard.
    service.beforePart = () => (++parts === 3 ? heard.promise : Promise.resolve());
    for await (const event of subscribe(ann, 'apps.chat', { flowId, turnId: id('trn'), text: 'A chart' })) {
      if (event.kind === 'proposed') {
        expect(event.turn.said).toBe(say);
        continue;
      }
      if (event.said === undefined) continue;
      expect(say.startsWith(event.said)).toBe(true);
      told.push(event.said);
      heard.resolve();
    }
    service.beforePart = async () => {};
    expect(told.length).toBeGreaterThan(0);
    expect(must(told[0]).length).toBeLessThan(say.length);
  });

  it('O2: are proposed in words, change nothing before they are applied, and are one step', async () => {
    const flowId = await newApp();
    const before = await draft(flowId);
    answers(chartPage, 'I add a page with a chart.');
    const { turn, edits } = await ask(flowId);
    expect(turn).toMatchObject({ state: 'proposed', said: 'I add a page with a chart.', askedBy: 'Ann' });
    expect(turn.changes).toEqual(['Added the page ‘Numbers’', 'Added a text']);
    expect(edits.length).toBeGreaterThan(0);
    expect((await draft(flowId)).content).toEqual(before.content);
    const applied = { flowId, turnId: turn.id, editId: id('edt') };
    const { version } = await rpc(ann, 'apps.applyTurn', applied);
    expect(version).toBe(before.version + 1);
    // Its answer was lost, and it is sent again.
    expect(await rpc(ann, 'apps.applyTurn', applied)).toEqual({ version });
    const { content } = await draft(flowId);
    expect(Object.values(content.blocks).filter(({ props }) => props.type === 'chart')).toHaveLength(1);
    expect((await rpc(ann, 'apps.turns', { flowId })).turns).toMatchObject([{ state: 'applied' }]);
    await expect(
      rpc(ann, 'apps.applyTurn', { flowId, turnId: turn.id, editId: id('edt') }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    expect((await draft(flowId)).version).toBe(version);
    // What was asked goes on where it was left.
    answers([]);
    await ask(flowId, undefined, 'And now?');
    expect(must(service.requests[1]).messages.at(-1)?.content).toContain('I add a page with a chart.');
  });

  it('are applied once by two who apply them at the same time', async () => {
    const flowId = await newApp();
    answers(chartPage);
    const { turn } = await ask(flowId);
    const applied = await Promise.allSettled(
      [1, 2].map(() => rpc(ann, 'apps.applyTurn', { flowId, turnId: turn.id, editId: id('edt') })),
    );
    expect(applied.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { content } = await draft(flowId);
    expect(Object.values(content.blocks).filter(({ props }) => props.type === 'chart')).toHaveLength(1);
  });

  it('O5: add a table once, whoever applies them, and however often', async () => {
    const flowId = await newApp();
    answers([{ op: 'addTable', name: 'Returns', fields: [{ name: 'Return' }] }, ...chartPage]);
    const { turn } = await ask(flowId);
    const apply = () => rpc(ann, 'apps.applyTurn', { flowId, turnId: turn.id, editId: id('edt') });
    await Promise.allSettled([apply(), apply(), apply()]);
    expect((await tables(flowId)).filter(({ name }) => name.startsWith('Returns'))).toHaveLength(1);
    expect((await rpc(ann, 'apps.turns', { flowId })).turns).toMatchObject([{ state: 'applied' }]);
    expect(Object.values((await draft(flowId)).content.blocks)).toContainEqual(
      expect.objectContaining({ props: expect.objectContaining({ label: 'Numbers' }) }),
    );
  });

  it('tell a rule by what it allows, and what would keep the app from being published', async () => {
    const flowId = await newApp();
    answers([{ op: 'addRule', table: 'Orders', who: 'signedIn', can: ['read', 'update'] }]);
    const { turn, problems } = await ask(flowId);
    expect(turn.changes).toEqual(['Added the rule ‘Orders: Signed-in people can see and change all orders’']);
    expect(problems).toEqual([
      'People sign in to this app: choose the table that holds them',
      expect.any(String),
    ]);
  });

  it('add tables and fields to the database, which people see in words first', async () => {
    const flowId = await newApp();
    answers([
      {
        op: 'addTable',
        name: 'Deliveries',
        fields: [
          { name: 'Delivery' },
          { name: 'State', type: 'single_select', options: ['Sent', 'There'] },
          { name: 'Order', type: 'linked_record', linkedTable: 'Orders' },
        ],
      },
      { op: 'addField', table: 'Orders', field: { name: 'Note', type: 'long_text' } },
      { op: 'addRule', table: 'Deliveries', who: 'everyone', can: ['read'] },
      { op: 'addPage', ref: 'd', label: 'Deliveries' },
      {
        op: 'addBlock',
        in: 'd',
        type: 'kanban',
        set: { table: 'Deliveries', fields: ['Delivery', 'Order'], groupField: 'State' },
      },
    ]);
    const { turn } = await ask(flowId);
    expect(turn.changes.slice(0, 3)).toEqual([
      'Added the table ‘Deliveries’ to the database',
      'Added the field ‘Order’ to the table ‘Deliveries’',
      'Added the field ‘Note’ to the table ‘Orders’',
    ]);
    expect((await tables(flowId)).map(({ name }) => name)).not.toContain('Deliveries');
    await rpc(ann, 'apps.applyTurn', { flowId, turnId: turn.id, editId: id('edt') });
    const now = await tables(flowId);
    const deliveries = must(now.find(({ name }) => name === 'Deliveries'));
    expect(deliveries.fields.map(({ name }) => name)).toEqual(['Delivery', 'State', 'Order']);
    expect(now.find(({ name }) => name === 'Orders')?.fields.map(({ name }) => name)).toContain('Note');
    await rpc(ann, 'apps.publish', { flowId, version: 1 });
  });

  it.each<readonly [string, readonly object[]]>([
    [
      'a field that is not there',
      [{ op: 'addBlock', in: 'Orders', type: 'list', set: { table: 'Orders', fields: ['Salary'] } }],
    ],
    [
      'a table of somewhere else',
      [{ op: 'addBlock', in: 'Orders', type: 'list', set: { table: 'weft.auth_user', fields: ['email'] } }],
    ],
    [
      'another database',
      [{ op: 'setApp', set: { source: { type: 'base', baseId: 'bas000000000000000000000' } } }],
    ],
    ['what is no operation', [{ op: 'deleteTable', table: 'Orders' }]],
    ['a script', [{ op: 'addBlock', in: 'Orders', type: 'script', set: { text: '<script>' } }]],
    ['a prototype', [{ op: 'setApp', set: { constructor: 1 } }]],
    [
      'a setting that a block has not',
      [{ op: 'addBlock', in: 'Orders', type: 'text', set: { html: '<b>' } }],
    ],
    ['a value of no setting', [{ op: 'addRule', table: 'Orders', who: 'admins', can: ['read'] }]],
    ['a part that fits and one that does not', [...chartPage, { op: 'removePage', page: 'Nowhere' }]],
    ['too many operations', Array.from({ length: 101 }, () => must(chartPage[2]))],
  ])('O1: nothing is applied of a proposal with %s', async (_what, operations) => {
    const flowId = await newApp();
    const before = await draft(flowId);
    answers(operations);
    answers(operations);
    await expect(ask(flowId)).rejects.toThrow('no answer that fits');
    expect((await draft(flowId)).content).toEqual(before.content);
    expect((await rpc(ann, 'apps.turns', { flowId })).turns).toEqual([]);
    // Once it may mend what does not pass, and is told what that is.
    expect(service.requests).toHaveLength(2);
    expect(must(must(service.requests[1]).messages.at(-1)).content).toContain('operations');
  });

  it.each(['{"say": "Half an ans', 'I cannot do that.', '{}'])(
    'O1: nothing is applied of an answer that is partial, or none: %s',
    async (text) => {
      const flowId = await newApp();
      service.answers.push(text, text);
      await expect(ask(flowId)).rejects.toThrow('no answer that fits');
    },
  );

  it('take a hundred operations as one step', async () => {
    const flowId = await newApp();
    answers(
      Array.from({ length: 100 }, (_, at) => ({
        ...{ op: 'addBlock', in: 'Orders', type: 'text', set: { text: `Line ${at}` } },
      })),
    );
    const { turn } = await ask(flowId);
    const { version } = await rpc(ann, 'apps.applyTurn', { flowId, turnId: turn.id, editId: id('edt') });
    expect(version).toBe(1);
    const { content } = await draft(flowId);
    expect(Object.values(content.blocks).filter(({ props }) => props.type === 'text')).toHaveLength(100);
  });

  it('O1: a proposal that the app has grown away from is refused as a whole', async () => {
    const flowId = await newApp();
    answers([
      { op: 'changePage', page: 'Orders', set: { label: 'All orders' } },
      { op: 'changePage', page: 'Customers', set: { label: 'All customers' } },
    ]);
    const { turn } = await ask(flowId);
    const { content, version } = await draft(flowId);
    const [page, block] = must(
      Object.entries(content.blocks).find(([, { props }]) => props.label === 'Customers'),
    );
    await rpc(ann, 'apps.edit', {
      ...{ flowId, editId: id('edt'), version },
      edits: [{ kind: 'prop', id: page, key: 'label', before: must(block.props.label), after: 'People' }],
    });
    await rpc(ann, 'apps.edit', {
      ...{ flowId, editId: id('edt'), version: version + 1 },
      edits: [{ kind: 'prop', id: page, key: 'slug', before: must(block.props.slug), after: 'people' }],
    });
    await expect(
      rpc(ann, 'apps.applyTurn', { flowId, turnId: turn.id, editId: id('edt') }),
    ).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('no page ‘Customers’') });
    expect(
      Object.values((await draft(flowId)).content.blocks).some(({ props }) => props.label === 'All orders'),
    ).toBe(false);
    await rpc(ann, 'apps.discardTurn', { flowId, turnId: turn.id });
    expect((await rpc(ann, 'apps.turns', { flowId })).turns).toMatchObject([{ state: 'discarded' }]);
  });

  it('are cancelled by leaving, and keep nothing', async () => {
    const flowId = await newApp();
    service.answers.push('hang');
    const events = subscribe(ann, 'apps.chat', { flowId, turnId: id('trn'), text: 'Wait' });
    expect((await events.next()).value).toEqual({ kind: 'working', seconds: 1 });
    await events.return(undefined);
    expect((await rpc(ann, 'apps.turns', { flowId })).turns).toEqual([]);
  });

  it('say what cannot be done, and propose nothing', async () => {
    const flowId = await newApp();
    answers([], 'I cannot send text messages.');
    expect((await ask(flowId)).turn).toMatchObject({
      state: 'refused',
      said: 'I cannot send text messages.',
      changes: [],
    });
  });
});
