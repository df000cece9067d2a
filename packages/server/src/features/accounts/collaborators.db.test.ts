import { afterAll, beforeAll, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

let server: TestServer;
let ann: TestPerson;
let basePublicId: string;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann');
  basePublicId = await newBase(ann, 'Shared plans');
  await rpc(ann, 'metadata.create', { basePublicId });
});
afterAll(() => server.close());

const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;
const invite = (by: TestPerson, email: string, accessLevel: 'read' | 'write', flowId = basePublicId) =>
  by.call('POST', '/v1/invitations', { email, flowId, accessLevel });
const codeOf = async (response: Response) => (await json<{ code: string }>(response)).code;
const roleOf = async (person: TestPerson) => (await rpc(person, 'metadata.get', { basePublicId })).role;
const sharedWith = async (person: TestPerson) =>
  json<{ flows: { id: string; seenAs: string }[] }>(await person.call('GET', '/admin/flows?shared=true'));

it('lets somebody outside in to one flow, and to nothing else of the organization', async () => {
  const other = await newBase(ann, 'Ann’s own');
  const response = await invite(ann, 'gus@outside.example', 'write');
  const code = await codeOf(response);
  expect(await json(await ann.call('GET', `/v1/invitations/${code}`))).toMatchObject({
    email: 'gus@outside.example',
    flow: { id: basePublicId, name: 'Shared plans', type: 'base', accessLevel: 'write' },
  });
  const gus = await server.signUp('Gus', { invitationCode: code });
  const me = await json<{ organization: { name: string }; isCollaborator: boolean }>(
    await gus.call('GET', '/v1/me'),
  );
  expect(me).toMatchObject({ organization: { name: "Gus's organization" }, isCollaborator: true });
  expect(await roleOf(gus)).toBe('write');
  expect((await sharedWith(gus)).flows).toMatchObject([{ id: basePublicId, seenAs: 'collaborator' }]);
  expect((await json<{ flows: [] }>(await gus.call('GET', '/admin/flows'))).flows).toEqual([]);
  // He sees none of the places of its organization, and his own are none for it.
  const team = await json<{ newWorkspace: { id: string } }>(
    await gus.call('POST', '/workspaces/', { name: 'Mine' }),
  );
  for (const workspaceId of [null, team.newWorkspace.id])
    expect(
      (await gus.call('POST', '/admin/flows/move', { flowIds: [basePublicId], workspaceId })).status,
    ).toBe(409);
  await expect(rpc(gus, 'metadata.get', { basePublicId: other })).rejects.toMatchObject({
    kind: 'not-found',
  });
  const { people } = await json<{ people: { name: string }[] }>(await gus.call('GET', '/v1/people'));
  expect(people.map(({ name }) => name)).toEqual(['Gus']);
  // A token acts in the organization it was made in.
  const made = await gus.call('POST', '/v1/tokens', { name: 'T', scopes: ['admin'], expiresInDays: 1 });
  const { token } = await json<{ token: string }>(made);
  const byToken = await fetch(new URL(`/admin/flows/members/${basePublicId}`, server.url), {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(byToken.status).toBe(404);
});

it('is accepted once, by somebody who has an account too, who goes on working where they are', async () => {
  const hal = await server.signUp('Hal');
  const code = await codeOf(await invite(ann, 'hal@outside.example', 'read'));
  const accepted = await hal.call('POST', `/v1/invitations/${code}/accept`);
  expect(await json(accepted)).toMatchObject({ flow: { id: basePublicId } });
  expect(await json(await hal.call('GET', '/v1/me'))).toMatchObject({
    organization: { name: "Hal's organization" },
  });
  expect(await roleOf(hal)).toBe('read');
  // Sent again, it answers the same; somebody else comes too late.
  expect((await hal.call('POST', `/v1/invitations/${code}/accept`)).status).toBe(200);
  const ivy = await server.signUp('Ivy');
  expect((await ivy.call('POST', `/v1/invitations/${code}/accept`)).status).toBe(404);
  // Whoever shares the flow changes it.
  const change = { accessLevel: 'write' };
  expect((await ann.call('PUT', `/admin/flows/members/${basePublicId}/${hal.id}`, change)).status).toBe(200);
  expect(await roleOf(hal)).toBe('write');
  expect((await ann.call('PUT', `/admin/flows/members/${basePublicId}/${ivy.id}`, change)).status).toBe(404);
});

it('is made by whoever may share the flow, for an address that is no member’s', async () => {
  const { code } = await json<{ code: string }>(await ann.call('POST', '/v1/invitations', {}));
  const bob = await server.signUp('Bob', { invitationCode: code });
  expect((await invite(bob, 'kim@outside.example', 'read')).status).toBe(404);
  await ann.call('PUT', `/admin/flows/members/${basePublicId}/${bob.id}`, { accessLevel: 'write' });
  expect((await invite(bob, 'kim@outside.example', 'read')).status).toBe(403);
  expect((await invite(ann, bob.email, 'read')).status).toBe(409);
  expect((await ann.call('POST', '/v1/invitations', { flowId: basePublicId })).status).toBe(400);
  expect((await bob.call('GET', '/v1/collaborators')).status).toBe(403);
});

it('is listed for admins, and ends when they remove them', async () => {
  const jo = await server.signUp('Jo', {
    invitationCode: await codeOf(await invite(ann, 'jo@outside.example', 'write')),
  });
  const listed = async () =>
    (await json<{ collaborators: { userId: string }[] }>(await ann.call('GET', '/v1/collaborators')))
      .collaborators;
  expect(await listed()).toContainEqual(
    expect.objectContaining({
      userId: jo.id,
      name: 'Jo',
      flows: [{ id: basePublicId, name: 'Shared plans', type: 'base', accessLevel: 'write' }],
    }),
  );
  expect((await jo.call('DELETE', `/v1/collaborators/${jo.id}`)).status).toBe(404);
  expect((await ann.call('DELETE', `/v1/collaborators/${jo.id}`)).status).toBe(200);
  await expect(roleOf(jo)).rejects.toMatchObject({ kind: 'not-found' });
  expect((await listed()).map(({ userId }) => userId)).not.toContain(jo.id);
  expect((await sharedWith(jo)).flows).toEqual([]);
  expect((await ann.call('DELETE', `/v1/collaborators/${ann.id}`)).status).toBe(404);
});

it('ends with the move of its form to another organization, which has not given it', async () => {
  const flowId = 'bas0formthatmoves0000000';
  await rpc(ann, 'forms.create', { flowId, name: 'Guests' });
  const code = await codeOf(await invite(ann, 'lou@outside.example', 'write', flowId));
  const { organization } = await json<{ organization: { id: string } }>(await ann.call('GET', '/v1/me'));
  const made = await ann.call('POST', '/v1/organizations', { name: 'Another' });
  const { organizationId } = await json<{ organizationId: string }>(made);
  await ann.call('POST', '/admin/organizations/switchOrganization', { organizationId: organization.id });
  const move = { organizationId, flowPublicId: flowId };
  expect((await ann.call('POST', '/admin/flows/moveToOrganization', move)).status).toBe(200);
  const lou = await server.signUp('Lou');
  expect((await lou.call('POST', `/v1/invitations/${code}/accept`)).status).toBe(404);
});

it('takes nothing from members and collaborators who follow a link that gives less', async () => {
  const code = await codeOf(await invite(ann, 'kim@outside.example', 'read'));
  const accept = (person: TestPerson) => person.call('POST', `/v1/invitations/${code}/accept`);
  // Its owner tries the link that they are about to send.
  const tried = await accept(ann);
  expect(tried.status).toBe(409);
  expect(await tried.text()).toContain('somebody outside');
  expect(await roleOf(ann)).toBe('admin');
  const lou = await server.signUp('Lou', {
    invitationCode: await codeOf(await invite(ann, 'lou@outside.example', 'write')),
  });
  expect((await accept(lou)).status).toBe(200);
  expect(await roleOf(lou)).toBe('write');
  // Neither has used it up.
  expect((await accept(await server.signUp('Kim'))).status).toBe(200);
});

it('shows whoever comes from outside the names of the others, and not their addresses', async () => {
  const max = await server.signUp('Max', {
    invitationCode: await codeOf(await invite(ann, 'max@outside.example', 'read')),
  });
  const membersFor = async (person: TestPerson) => {
    const response = await person.call('GET', `/admin/flows/members/${basePublicId}`);
    const { members } = await json<{ members: { name: string; email: string | null }[] }>(response);
    return members.find(({ name }) => name === 'Max');
  };
  expect(await membersFor(max)).toMatchObject({ email: null });
  expect(await membersFor(ann)).toMatchObject({ email: max.email });
});
