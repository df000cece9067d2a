import { can, type FlowFacts, type FlowRole, type FlowStanding, flowRole } from '@weft/core';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { ask, publishApp, publishForm, type World } from './access-world.ts';
import type { TestPerson } from './testing.ts';

/** A flow of each kind in one place, as the rows of calls name them. */
type Things = Pick<
  World,
  'base' | 'table' | 'fieldId' | 'viewId' | 'recordId' | 'form' | 'snapshotId' | 'app' | 'appSnapshotId'
>;

interface Place {
  readonly name: string;
  readonly things: Things;
  readonly world: World;
  /** What each person is to what lies here, before who owns it. */
  readonly standings: { readonly [person: string]: FlowStanding };
}

/** Everybody the table of `can` tells apart, and where flows lie. */
export interface Matrix {
  readonly people: { readonly [name: string]: TestPerson };
  readonly places: readonly Place[];
  /** Brings the flows back to what they were: a call that was let through may have changed them. */
  readonly reset: () => Promise<void>;
}

const facts: FlowFacts = { type: 'base', trashed: false };
export const absentFlow = 'bas000000000000000000000';

/** What a person may do, and the answer the table gives them. */
export const verdictOf = (
  standing: FlowStanding,
  verb: Parameters<typeof can>[1],
  type: FlowFacts['type'],
) => {
  const role: FlowRole | null = flowRole(standing);
  return { role, allowed: can(role, verb, { ...facts, type }) };
};

const json = async (response: Response) => (await response.json()) as { readonly [key: string]: unknown };

async function makeThings(owner: TestPerson, workspaceId: string, suffix: string): Promise<Things> {
  const made = await json(await owner.call('POST', '/admin/bases', { baseName: 'Plans', workspaceId }));
  const base = { basePublicId: String(made.basePublicIdentifier) };
  await owner.call('POST', '/rpc/metadata.create', { ...base, createDefaultRecords: true });
  const { data } = await ask(owner.call, 'metadata.get', base);
  const { metadata } = data as {
    metadata: { tables: { id: string; primaryFieldId: string; views: { id: string }[] }[] };
  };
  const first = must(metadata.tables[0]);
  const table = { ...base, tableId: first.id };
  const { records } = (await ask(owner.call, 'records.list', table)).data as { records: { id: string }[] };
  const form = { flowId: `bas0formofthematrix0000${suffix}` };
  const snapshotId = `snp0formofthematrix0000${suffix}`;
  await publishForm(owner, { ...form, name: 'Guests', workspaceId }, snapshotId);
  const app = { flowId: `bas0appofthematrix00000${suffix}` };
  const appSnapshotId = `snp0appofthematrix00000${suffix}`;
  const ofApp = { ...app, name: 'Portal', workspaceId, baseId: base.basePublicId };
  await publishApp(owner, ofApp, appSnapshotId);
  const ids = {
    fieldId: first.primaryFieldId,
    viewId: must(first.views[0]).id,
    recordId: must(records[0]).id,
  };
  return { base, table, ...ids, form, snapshotId, app, appSnapshotId };
}

/** Makes the people and the places: a workspace most of them are in, one they are not in, and another organization. */
export async function makeMatrix(world: World): Promise<Matrix> {
  const { server, owner: admin, stranger } = world;
  const { code } = await json(await admin.call('POST', '/v1/invitations', {}));
  const member = (name: string) => server.signUp(name, { invitationCode: String(code) });
  const people = {
    admin,
    owner: await member('Olga Owner'),
    writer: await member('Walt Writer'),
    reader: await member('Rita Reader'),
    'flow writer': await member('Fred Writer'),
    'flow reader': await member('Faye Reader'),
    host: await member('Hana Host'),
    outsider: await member('Oscar Outsider'),
    'outside writer': await server.signUp('Odile Outside'),
    'outside reader': await server.signUp('Otto Outside'),
    stranger,
  };
  const workspace = async (by: TestPerson, name: string) => {
    const { newWorkspace } = await json(await by.call('POST', '/workspaces/', { name }));
    return (newWorkspace as { readonly id: string }).id;
  };
  const own = await workspace(admin, 'Own');
  const levels = { owner: 'write', writer: 'write', reader: 'read' } as const;
  for (const [name, accessLevel] of Object.entries(levels))
    await admin.call('PUT', `/workspaces/${own}/members/${people[name as keyof typeof levels].id}`, {
      accessLevel,
    });
  const here = await makeThings(people.owner, own, '1');
  const other = await makeThings(admin, await workspace(admin, 'Other'), '2');
  const elsewhere = await makeThings(stranger, await workspace(stranger, 'Elsewhere'), '3');
  const members = [
    [people['flow writer'].id, 'write'],
    [people['flow reader'].id, 'read'],
    [people['outside writer'].id, 'write'],
    [people['outside reader'].id, 'read'],
  ] as const;
  const all = [here, other, elsewhere].flatMap(({ base, form, app }) => [
    base.basePublicId,
    form.flowId,
    app.flowId,
  ]);
  const places = await Promise.all(
    all.map(async (id) => {
      const found = await server.parts.flows.flows.find(id, admin.id);
      return [id, found?.flow.workspaceId] as const;
    }),
  );
  const reset = async () => {
    await sql`update weft.flows set trashed_at = null, locked = false, cloneable_template_id = null,
      settings = '{}' where id = any(${all}::text[])`.execute(server.control);
    for (const [id, workspaceId] of places)
      await sql`update weft.flows set workspace_id = ${workspaceId} where id = ${id}`.execute(server.control);
    await sql`delete from weft.flow_members where flow_id = any(${all}::text[])`.execute(server.control);
    for (const { base, form, app } of [here])
      for (const id of [base.basePublicId, form.flowId, app.flowId])
        for (const [userId, level] of members)
          await sql`insert into weft.flow_members (flow_id, user_id, access_level)
            values (${id}, ${userId}, ${level})`.execute(server.control);
    // Whatever it is that they are booked with.
    await sql`insert into weft.flow_hosts (flow_id, user_id, place)
      select id, ${people.host.id}, 0 from unnest(${[here.base.basePublicId, here.form.flowId, here.app.flowId]}::text[]) as id
      on conflict do nothing`.execute(server.control);
    server.parts.flows.flowAccess.forget();
  };
  await reset();
  const standing = (more: Partial<FlowStanding> = {}): FlowStanding => ({
    organizationRole: 'member',
    isOwner: false,
    inWorkspace: true,
    workspaceLevel: null,
    memberLevel: null,
    isHost: false,
    ...more,
  });
  const outside = (memberLevel: FlowStanding['memberLevel']) =>
    standing({ organizationRole: null, memberLevel });
  const nobody = outside(null);
  const none = Object.fromEntries(Object.keys(people).map((name) => [name, nobody]));
  const strangers = Object.fromEntries(Object.keys(people).map((name) => [name, standing()]));
  const placed = (name: string, things: Things, standings: Place['standings']): Place => {
    // A file that is not there: who may import is told so, and nothing is.
    const csvFileUrl = new URL('/files/fil000000000000000000000/a.csv', server.url).href;
    return { name, things, standings, world: { ...world, ...things, csvFileUrl } };
  };
  return {
    people,
    reset,
    places: [
      placed('their workspace', here, {
        admin: standing({ organizationRole: 'admin', workspaceLevel: 'write' }),
        owner: standing({ isOwner: true, workspaceLevel: 'write' }),
        writer: standing({ workspaceLevel: 'write' }),
        reader: standing({ workspaceLevel: 'read' }),
        'flow writer': standing({ memberLevel: 'write' }),
        'flow reader': standing({ memberLevel: 'read' }),
        host: standing({ isHost: true }),
        outsider: standing(),
        'outside writer': outside('write'),
        'outside reader': outside('read'),
        stranger: nobody,
      }),
      placed('another workspace', other, {
        ...strangers,
        admin: standing({ organizationRole: 'admin', isOwner: true, workspaceLevel: 'write' }),
        'outside writer': nobody,
        'outside reader': nobody,
        stranger: nobody,
      }),
      placed('another organization', elsewhere, {
        ...none,
        stranger: standing({ organizationRole: 'admin', isOwner: true, workspaceLevel: 'write' }),
      }),
    ],
  };
}
