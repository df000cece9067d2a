import { AiServer } from '@weft/integrations/testing';
import { type CallName, calls } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, subscribe, type TestPerson, type TestServer } from '../../testing.ts';
import { linkedTables } from '../bases/testing.ts';

type AppCall = Extract<CallName, `apps.${string}`>;

/** Whether a call tells, changes or shows to others what the database of an app holds, or is about the app alone. */
const about: { readonly [K in AppCall]: 'database' | 'app' } = {
  'apps.create': 'app',
  'apps.templates': 'app',
  'apps.get': 'app',
  'apps.edit': 'app',
  'apps.changes': 'app',
  'apps.present': 'app',
  'apps.versions': 'app',
  'apps.version': 'app',
  'apps.unpublish': 'app',
  'apps.turns': 'app',
  'apps.discardTurn': 'app',
  'apps.setSubdomain': 'app',
  'apps.setDomain': 'app',
  'apps.checkDomain': 'app',
  // It makes a database of their own.
  'apps.connectSource': 'app',
  'apps.tables': 'database',
  'apps.publish': 'database',
  'apps.show': 'database',
  'apps.chat': 'database',
  'apps.proposal': 'database',
  'apps.applyTurn': 'database',
  'apps.source': 'database',
  'apps.refreshSource': 'database',
  'apps.people': 'database',
  'apps.invite': 'database',
  'apps.block': 'database',
  'apps.unblock': 'database',
  'apps.signOutPerson': 'database',
};

const service = new AiServer();
let server: TestServer;
let [ann, bob]: TestPerson[] = [];
let baseId: string;
let flowId: string;
let turnId: string;
let snapshotId: string;
beforeAll(async () => {
  await service.listen();
  server = await startTestServer({ AI_BASE_URL: service.baseUrl, AI_API_KEY: AiServer.key });
  ann = await server.signUp('Ann');
  const made = await ann.call('POST', '/v1/invitations', { role: 'member' });
  bob = await server.signUp('Bob', { invitationCode: ((await made.json()) as { code: string }).code });
  baseId = await newBase(ann);
  await linkedTables(ann, { basePublicId: baseId });
  const from = { kind: 'base', baseId, who: 'everyone' } as const;
  ({ flowId } = await rpc(ann, 'apps.create', { name: 'Portal', from }));
  ({ publishedSnapshotId: snapshotId } = await rpc(ann, 'apps.publish', { flowId, version: 0 }));
  const { tables } = await rpc(ann, 'apps.tables', { flowId });
  const orders = must(tables.find(({ name }) => name === 'Orders'));
  await rpc(ann, 'records.create', {
    ...{ basePublicId: baseId, tableId: orders.id },
    records: [{ data: { [orders.primaryFieldId]: 'MARK-order' } }],
  });
  turnId = `trn0${flowId.slice(4)}`;
  service.answers.push(JSON.stringify({ say: 'Done', operations: [{ op: 'addPage', label: 'New' }] }));
  await drained(ann, turnId);
  // He may change the app, and not open its database.
  await ann.call('PUT', `/admin/flows/members/${flowId}/${bob.id}`, { accessLevel: 'write' });
});
afterAll(async () => {
  await server.close();
  await service[Symbol.asyncDispose]();
});

async function drained(person: TestPerson, id: string): Promise<void> {
  for await (const _ of subscribe(person, 'apps.chat', { flowId, turnId: id, text: 'A page' }));
}

it('every call of apps says whether it is about the database', () => {
  expect(Object.keys(calls).filter((name) => name.startsWith('apps.') && !(name in about))).toEqual([]);
});

it('who edits an app and may not open its database learns and shows nothing of it', async () => {
  const person = must(bob);
  const email = 'ada@example.org';
  const ofDatabase: { readonly [name: string]: () => Promise<unknown> } = {
    'apps.tables': () => rpc(person, 'apps.tables', { flowId }),
    'apps.publish': () => rpc(person, 'apps.publish', { flowId, version: 1 }),
    'apps.show': () => rpc(person, 'apps.show', { flowId, snapshotId }),
    'apps.chat': () => drained(person, `trn1${flowId.slice(4)}`),
    'apps.proposal': () => rpc(person, 'apps.proposal', { flowId, turnId }),
    'apps.applyTurn': () =>
      rpc(person, 'apps.applyTurn', { flowId, turnId, editId: `edt${flowId.slice(3)}` }),
    'apps.source': () => rpc(person, 'apps.source', { flowId, baseId }),
    'apps.refreshSource': () => rpc(person, 'apps.refreshSource', { flowId, baseId }),
    'apps.invite': () => rpc(person, 'apps.invite', { flowId, email }),
    'apps.block': () => rpc(person, 'apps.block', { flowId, email }),
    'apps.unblock': () => rpc(person, 'apps.unblock', { flowId, email }),
    'apps.signOutPerson': () => rpc(person, 'apps.signOutPerson', { flowId, email }),
    'apps.people': async () => {
      const { people, total } = await rpc(person, 'apps.people', { flowId });
      if (people.length + total === 0) throw new Error('Nobody is told');
    },
  };
  const names = Object.keys(about).filter((name) => about[name as AppCall] === 'database');
  expect(Object.keys(ofDatabase).toSorted()).toEqual(names.toSorted());
  for (const [name, ask] of Object.entries(ofDatabase)) {
    const refused = await ask().then(
      () => null,
      (error: unknown) => String((error as Error).message),
    );
    expect([name, refused]).toEqual([
      name,
      expect.stringMatching(
        /may not open the database|table of the people who sign in|Item not found|Nobody is told/,
      ),
    ]);
  }
  // The draft is his to look at, and holds no record.
  const page = await person.call('GET', `/v1/apps/${flowId}/preview/orders`);
  expect([page.status, (await page.text()).includes('MARK-order')]).toEqual([200, false]);
  expect(await (await must(ann).call('GET', `/v1/apps/${flowId}/preview/orders`)).text()).toContain(
    'MARK-order',
  );
  expect((await rpc(person, 'apps.get', { flowId })).name).toBe('Portal');
  expect((await rpc(ann as TestPerson, 'apps.turns', { flowId })).turns).toMatchObject([
    { state: 'proposed' },
  ]);
});
