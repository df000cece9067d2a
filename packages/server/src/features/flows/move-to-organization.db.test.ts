import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, share, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

interface Listed {
  readonly id: string;
  readonly ownerUserId: string;
  readonly workspaceId: string | null;
}

describe('moving a form to another organization', () => {
  let server: TestServer;
  let ann: TestPerson;
  let rob: TestPerson;
  let eve: TestPerson;
  let here: string;
  let there: string;
  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann Owner');
    eve = await server.signUp('Eve Elsewhere');
    const codeOf = async (person: TestPerson) =>
      ((await (await person.call('POST', '/v1/invitations', {})).json()) as { code: string }).code;
    rob = await server.signUp('Rob Member', { invitationCode: await codeOf(ann) });
    const home = await ann.call('GET', '/v1/me');
    here = ((await home.json()) as { organization: { id: string } }).organization.id;
    // Rob is of both; he works in the first.
    await rob.call('POST', `/v1/invitations/${await codeOf(eve)}/accept`);
    there = must((await organizations(rob)).find(({ id }) => id !== here)).id;
    await rob.call('POST', '/admin/organizations/switchOrganization', { organizationId: here });
    await ann.call('PATCH', `/v1/people/${rob.id}`, { MOVE_FLOWS_ACROSS_ORGS: true });
  });
  afterAll(() => server.close());

  const organizations = async (person: TestPerson) =>
    ((await (await person.call('GET', '/v1/organizations')).json()) as { organizations: { id: string }[] })
      .organizations;
  const form = async (person = rob) => (await rpc(person, 'forms.create', { name: 'Classes' })).flowId;
  const move = (person: TestPerson, flowPublicId: string, organizationId = there) =>
    person.call('POST', '/admin/flows/moveToOrganization', { flowPublicId, organizationId });
  const follow = (person: TestPerson, id: string, organizationId = there) =>
    person.call('POST', `/v1/admin/flow/${id}/moveSessionsToOrganization?mode=edit`, { organizationId });
  const list = async (person: TestPerson) =>
    ((await (await person.call('GET', '/admin/flows')).json()) as { flows: Listed[] }).flows;
  const refusal = async (response: Response) =>
    ((await response.json()) as { error: { message: string } }).error.message;

  it('brings it and its answers into the Home of who moves it, out of sight of the others', async () => {
    const id = await form(ann);
    await share(ann, id, rob, 'write');
    expect((await follow(rob, id)).status).toBe(409);
    expect((await move(rob, id)).status).toBe(200);
    expect((await follow(rob, id)).status).toBe(200);
    expect((await ann.call('PUT', `/admin/flows/rename/${id}`, { newName: 'x' })).status).toBe(404);
    expect((await list(ann)).map((flow) => flow.id)).not.toContain(id);
    expect((await list(rob)).map((flow) => flow.id)).not.toContain(id);
    await rob.call('POST', '/admin/organizations/switchOrganization', { organizationId: there });
    expect((await list(rob)).find((flow) => flow.id === id)).toMatchObject({
      ownerUserId: rob.id,
      workspaceId: null,
    });
    await rob.call('POST', '/admin/organizations/switchOrganization', { organizationId: here });
    expect((await rpc(rob, 'forms.get', { flowId: id })).role).toBe('owner');
    const audited = await (await eve.call('GET', '/v1/audit')).text();
    expect(audited).toContain('flow.came');
    expect(await (await ann.call('GET', '/v1/audit')).text()).toContain('flow.left');
  });

  it('is for forms, for whoever has the right, and into organizations of theirs', async () => {
    const base = await newBase(rob, 'Plans');
    expect(await refusal(await move(rob, base))).toBe('This feature is currently only available for forms');
    const id = await form();
    expect((await move(rob, id, 'org000000000000000000000')).status).toBe(404);
    expect((await move(ann, id)).status).toBe(404);
    expect((await move(rob, id, here)).status).toBe(409);
    await ann.call('PATCH', `/v1/people/${rob.id}`, { MOVE_FLOWS_ACROSS_ORGS: false });
    expect((await move(rob, id)).status).toBe(403);
    await ann.call('PATCH', `/v1/people/${rob.id}`, { MOVE_FLOWS_ACROSS_ORGS: true });
  });

  it('is refused with more than 10000 answers, and for what is locked or in the trash', async () => {
    const id = await form();
    const submissions = (count: number) =>
      sql`update weft.documents set submissions = ${count} where flow_id = ${id}`.execute(server.control);
    await submissions(10_001);
    expect(await refusal(await move(rob, id))).toBe(
      'Cannot move with more than 10000 submissions, contact support',
    );
    await submissions(10_000);
    await rob.call('PUT', `/admin/flows/lock/${id}`, { locked: true });
    expect((await move(rob, id)).status).toBe(403);
    await rob.call('PUT', `/admin/flows/lock/${id}`, { locked: false });
    await rob.call('POST', '/admin/flows/trash', { flowIds: [id], action: 'trash' });
    expect((await move(rob, id)).status).toBe(409);
    await rob.call('POST', '/admin/flows/trash', { flowIds: [id], action: 'restore' });
    expect((await move(rob, id)).status).toBe(200);
  });

  it('stays where it is where the other organization has no room for its files', async () => {
    const id = await form();
    const file = (fileId: string, organizationId: string, flowId: string | null, size: number) =>
      sql`insert into weft.files (id, organization_id, user_id, purpose, flow_id, name, size, mime_type, pending, kept_until)
        values (${fileId}, ${organizationId}, ${eve.id}, 'attachment', ${flowId}, 'a.csv', ${size}, 'text/csv', false,
          now() + interval '1 day')`.execute(server.control);
    await file('fil0000000000000000answer', here, id, 2_000_000);
    await file('fil0000000000000000theirs', there, null, 10 * 1024 ** 3 - 1_000_000);
    const refused = await move(rob, id);
    expect([refused.status, await refusal(refused)]).toEqual([413, expect.stringContaining('no room')]);
    expect((await list(rob)).map((flow) => flow.id)).toContain(id);
    await sql`update weft.files set size = 1 where id = 'fil0000000000000000theirs'`.execute(server.control);
    expect((await move(rob, id)).status).toBe(200);
  });

  it('ends one way, however it is trashed or moved again at the same moment', async () => {
    const id = await form();
    const answers = await Promise.all([
      move(rob, id),
      move(rob, id),
      rob.call('POST', '/admin/flows/trash', { flowIds: [id], action: 'trash' }),
    ]);
    expect(answers.every(({ status }) => [200, 403, 409].includes(status))).toBe(true);
    expect(answers.slice(0, 2).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const { rows } = await sql`select organization_id from weft.flows where id = ${id}`.execute(
      server.control,
    );
    expect(rows).toHaveLength(1);
  });
});
