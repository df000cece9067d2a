import { can, type FlowRole, type FlowVerb } from '@weft/core';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newBase, rpc, share, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

let server: TestServer;
let ann: TestPerson;
let rob: TestPerson;
let eve: TestPerson;
let organizationId: string;
let workspaceId: string;

const json = async <T>(response: Response) => (await response.json()) as T;

beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
  const { code } = await json<{ code: string }>(await ann.call('POST', '/v1/invitations', {}));
  rob = await server.signUp('Rob Reader', { invitationCode: code });
  eve = await server.signUp('Eve Stranger');
  const team = await ann.call('POST', '/workspaces/', { name: 'Team' });
  workspaceId = (await json<{ newWorkspace: { id: string } }>(team)).newWorkspace.id;
  await ann.call('PUT', `/workspaces/${workspaceId}/members/${rob.id}`, { accessLevel: 'read' });
  organizationId = must(await server.parts.accounts.organizations.chosenBy(ann.id));
});
afterAll(() => server.close());

const list = async (person: TestPerson) =>
  json<{ flows: { name: string; accessLevel: FlowRole }[]; version: number }>(
    await person.call('GET', '/admin/flows'),
  );

/** The first events of a person's stream, after a number. */
async function events(person: TestPerson, sinceSeq: number, count: number) {
  const input = encodeURIComponent(JSON.stringify({ organizationId, sinceSeq }));
  const response = await person.call('GET', `/rpc/flows.changes?input=${input}`);
  expect(response.status).toBe(200);
  const seen: { change: string; actionId: string | null; flow: { name: string } | null }[] = [];
  let text = '';
  for await (const chunk of must(response.body).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const found = [...text.matchAll(/^data: (\{"seq".*)$/gm)].map(([, data]) => JSON.parse(String(data)));
    if (found.length < count) continue;
    seen.push(...found);
    break;
  }
  return seen;
}

it('tells a colleague of every change, in the words and with the id of whoever made it', async () => {
  const { version } = await list(rob);
  const live = events(rob, version, 4);
  const made = await ann.call('POST', '/admin/bases', { baseName: 'Plans', workspaceId });
  const { basePublicIdentifier: baseId } = await json<{ basePublicIdentifier: string }>(made);
  // Of what he may not see he learns nothing.
  await newBase(ann, 'Secret');
  await ann.call('PUT', `/admin/flows/rename/${baseId}`, { newName: 'Budget', actionId: 'mine' });
  for (const action of ['trash', 'restore'])
    await ann.call('POST', '/admin/flows/trash', { flowIds: [baseId], action });
  const told = await live;
  expect(told.map(({ change }) => change)).toEqual(['created', 'renamed', 'trashed', 'restored']);
  expect(told.map(({ actionId }) => actionId)).toEqual([null, 'mine', null, null]);
  expect(must(told[3]).flow).toMatchObject({ name: 'Budget', trashedAt: null });
  // Whoever was away gets the same, and the list says from where to go on.
  expect((await events(rob, version, 4)).map(({ change }) => change)).toEqual(
    told.map(({ change }) => change),
  );
  expect((await list(ann)).version).toBe(version + 5);
});

it('tells readers to read again when a workspace is shared, is no longer shared, or is renamed', async () => {
  const { version } = await list(rob);
  const live = events(rob, version, 3);
  await ann.call('PUT', `/workspaces/${workspaceId}/members/${rob.id}`, { accessLevel: null });
  await ann.call('PUT', `/workspaces/${workspaceId}/members/${rob.id}`, { accessLevel: 'read' });
  await ann.call('PUT', `/workspaces/${workspaceId}`, { name: 'Team 1' });
  expect((await live).map(({ change }) => change)).toEqual(['missed', 'missed', 'missed']);
});

it('tells who could not see a flow that is gone neither what it was nor whose', async () => {
  const { version } = await list(rob);
  const secret = await newBase(ann, 'Secret');
  await server.parts.flows.removeBase(secret, ann.id);
  expect(await events(rob, version, 1)).toEqual([{ seq: version + 2, change: 'missed' }]);
  expect((await events(ann, version, 2)).map(({ change }) => change)).toEqual(['created', 'deleted']);
});

it('writes down with whom a workspace and an item were shared, and what they may do', async () => {
  const baseId = await newBase(ann, 'Shared');
  await share(ann, baseId, rob, 'write');
  await ann.call('PUT', `/workspaces/${workspaceId}/members/${rob.id}`, { accessLevel: null });
  await ann.call('PUT', `/workspaces/${workspaceId}/members/${rob.id}`, { accessLevel: 'read' });
  interface Entry {
    readonly action: string;
    readonly details: { readonly person: string; readonly accessLevel: string };
  }
  const { entries } = await json<{ entries: Entry[] }>(await ann.call('GET', '/v1/audit'));
  expect(
    entries.slice(0, 3).map(({ action, details }) => [action, details.person, details.accessLevel]),
  ).toEqual([
    ['workspace.shared', 'Rob Reader', 'read'],
    ['workspace.shared', 'Rob Reader', 'none'],
    ['flow.shared', 'Rob Reader', 'write'],
  ]);
});

it('writes down when a form is closed and opened, and when an item becomes a template', async () => {
  const flowId = 'bas0formofaudit000000000';
  await rpc(ann, 'forms.create', { flowId, name: 'Guests' });
  const setDisabled = (disabled: boolean) =>
    ann.call('POST', `/admin/flows/changeFlowDisabled/${flowId}`, { disabled });
  for (const disabled of [true, true, false]) await setDisabled(disabled);
  for (const template of [true, false])
    await ann.call('PUT', `/admin/flows/template/${flowId}`, { template });
  const { entries } = await json<{ entries: { action: string; details: object }[] }>(
    await ann.call('GET', '/v1/audit'),
  );
  expect(entries.slice(0, 4).map(({ action }) => action)).toEqual([
    'flow.templateRemoved',
    'flow.templateMade',
    'flow.reopened',
    'flow.closed',
  ]);
  expect(must(entries[0]).details).toEqual({ flowId, type: 'form', name: 'Guests' });
});

it('says why none of several items can be moved to the trash', async () => {
  const flowIds = [await newBase(ann, 'One'), await newBase(ann, 'Two')];
  const refusalFor = async (person: TestPerson) =>
    (await person.call('POST', '/admin/flows/trash', { flowIds, action: 'trash' })).text();
  for (const id of flowIds) await share(ann, id, rob, 'read');
  expect(await refusalFor(rob)).toContain('You do not have write access to these items');
  for (const id of flowIds) await ann.call('PUT', `/admin/flows/lock/${id}`, { locked: true });
  expect(await refusalFor(ann)).toContain('This database is locked');
});

it('refuses by HTTP exactly what the table refuses, with its words', async () => {
  const baseId = await newBase(ann, 'Refused');
  await share(ann, baseId, rob, 'read');
  const base = { basePublicId: baseId };
  const calls: { readonly [V in FlowVerb]?: (person: TestPerson) => Promise<Response> } = {
    open: (person) =>
      person.call('GET', `/rpc/metadata.get?input=${encodeURIComponent(JSON.stringify(base))}`),
    edit: (person) => person.call('POST', '/rpc/metadata.create', { ...base, createDefaultRecords: false }),
    rename: (person) => person.call('PUT', `/admin/flows/rename/${baseId}`, { newName: 'Refused' }),
    restore: (person) => person.call('POST', '/admin/flows/trash', { flowIds: [baseId], action: 'restore' }),
    trash: (person) => person.call('POST', '/admin/flows/trash', { flowIds: [baseId], action: 'trash' }),
  };
  const people: readonly (readonly [TestPerson, FlowRole | null])[] = [
    [ann, 'admin'],
    [rob, 'read'],
    [eve, null],
  ];
  for (const trashed of [false, true])
    for (const [person, role] of people)
      for (const [verb, send] of Object.entries(calls)) {
        await server.parts.flows.flows.setTrashed([baseId], trashed, { userId: ann.id, actionId: null });
        server.parts.flows.flowAccess.forget();
        const response = await send(person);
        const allowed = can(role, verb as FlowVerb, { type: 'base', trashed });
        const body = await json<{ error?: { message: string } }>(response);
        expect([verb, role, trashed, response.ok, body.error?.message]).toEqual([
          verb,
          role,
          trashed,
          allowed.ok,
          allowed.ok ? undefined : allowed.error.message,
        ]);
      }
});
