import { type AccessLevel, type FlowRole, flowRole } from '@weft/core';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { describeEngines, newId, type TestEngine } from '../testing.ts';
import { FlowFeed } from './flow-feed.ts';
import { FlowMembers } from './flow-members.ts';
import { addFlow, Flows } from './flows.ts';
import { removeMember } from './member-removal.ts';
import { Workspaces } from './workspaces.ts';

const people = ['ann', 'bob', 'cid', 'dot'] as const;
const levels: readonly (AccessLevel | null)[] = [null, 'read', 'write'];

describeEngines('workspaces', (open) => {
  let opened: TestEngine;
  let engine: Engine;
  let flows: Flows;
  let members: FlowMembers;
  let workspaces: Workspaces;

  beforeAll(async () => {
    opened = await open();
    engine = opened.engine;
    for (const id of [...people, 'eve'])
      await engine.query(
        `INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
         VALUES ($1, initcap($1), $1 || '@example.org', true, now())`,
        [id],
      );
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(async () => {
    await engine.exec(`DELETE FROM weft.organizations;
      INSERT INTO weft.organizations (id, name) VALUES ('org', 'Ours'), ('oth', 'Theirs');
      INSERT INTO weft.members (organization_id, user_id, role) VALUES
        ('org', 'ann', 'admin'), ('org', 'bob', 'member'), ('org', 'cid', 'member'), ('org', 'dot', 'admin'),
        ('oth', 'eve', 'admin')`);
    const feed = new FlowFeed(engine);
    flows = new Flows(engine, feed);
    members = new FlowMembers(engine, feed);
    workspaces = new Workspaces(engine, feed);
  });

  const by = { userId: 'ann', actionId: null };
  const make = async (name: string, userId = 'ann') => {
    const id = newId('wsp');
    const maker = { organizationId: 'org', userId };
    const slug = must(await workspaces.create(id, { name, icon: null, color: null }, maker));
    return { id, slug };
  };
  const add = async (ownerUserId: string, workspaceId: string | null, name = 'Plans') => {
    const id = newId('bas');
    const flow = { id, type: 'base', organizationId: 'org', ownerUserId, workspaceId, name } as const;
    await engine.transaction((tx) => addFlow(tx, { ...flow, actionId: null }));
    return id;
  };
  const role = async (id: string, person: string): Promise<FlowRole | null> =>
    flowRole(must(await flows.find(id, person)).standing);
  const seen = async (person: string, more: object = {}) => {
    const query = { organizationId: 'org', types: null, trashed: false, workspaceId: null, search: null };
    const page = await flows.list({ ...query, userId: person, after: null, limit: 50, ...more });
    return page.flows.map(({ flow }) => flow.id);
  };
  const counts = async (person: string) => {
    const places = await workspaces.places('org', person, ['base']);
    return {
      ...Object.fromEntries(places.workspaces.map(({ slug, itemCount }) => [slug, itemCount])),
      all: places.itemCount,
      trash: places.trashCount,
    };
  };

  const letIn = (id: string, person: string, level: AccessLevel | null) =>
    workspaces.setMember({ id, organizationId: 'org' }, person, level, by);

  it('lists and counts for everybody exactly what their role lets them open', async () => {
    const { id: workspaceId, slug } = await make('Team');
    await letIn(workspaceId, 'bob', 'read');
    const ids: string[] = [];
    for (const owner of ['ann', 'bob', 'cid'])
      for (const place of [null, workspaceId])
        for (const level of levels) {
          const id = await add(owner, place);
          if (level !== null) await members.set({ id: id, organizationId: 'org' }, 'cid', level, by);
          ids.push(id);
        }
    for (const person of [...people, 'eve']) {
      const roles = await Promise.all(ids.map(async (id) => [id, await role(id, person)] as const));
      const open = roles.flatMap(([id, may]) => (may === null ? [] : [id]));
      expect([person, (await seen(person)).toSorted()]).toEqual([person, open.toSorted()]);
      expect((await workspaces.places('org', person, ['base'])).itemCount).toBe(open.length);
    }
    expect(Object.keys(await counts('bob'))).toContain(slug);
    expect(Object.keys(await counts('cid'))).not.toContain(slug);
    expect(await counts('eve')).toEqual({ all: 0, trash: 0 });
  });

  it('lets everybody do what they might before, once a workspace is deleted', async () => {
    const { id: workspaceId } = await make('Team');
    await letIn(workspaceId, 'ann', null);
    await letIn(workspaceId, 'dot', 'read');
    const before = new Map<string, readonly (FlowRole | null)[]>();
    const rolesOf = (id: string) => Promise.all(people.map((person) => role(id, person)));
    for (const level of levels) {
      await letIn(workspaceId, 'bob', level ?? 'read');
      if (level === null) await letIn(workspaceId, 'bob', null);
      for (const owner of ['bob', 'cid', 'dot'])
        for (const own of levels) {
          const id = await add(owner, workspaceId);
          if (own !== null) await members.set({ id: id, organizationId: 'org' }, 'cid', own, by);
          before.set(id, []);
        }
      for (const id of before.keys()) before.set(id, await rolesOf(id));
    }
    await flows.setTrashed([must([...before.keys()][0])], true, by);
    for (const id of before.keys()) before.set(id, await rolesOf(id));
    await workspaces.remove(workspaceId, by);
    for (const [id, roles] of before) expect(await rolesOf(id)).toEqual(roles);
    expect(await workspaces.find(workspaceId, 'org', 'ann')).toBeNull();
  });

  it('counts right after every move: the source down, the target up, the trash by itself', async () => {
    const { id: from, slug: one } = await make('One');
    const { id: to, slug: two } = await make('Two');
    const [a, b] = [await add('ann', from), await add('ann', from)];
    expect(await counts('ann')).toEqual({ [one]: 2, [two]: 0, all: 2, trash: 0 });
    await flows.move('org', [a], to, by);
    expect(await counts('ann')).toEqual({ [one]: 1, [two]: 1, all: 2, trash: 0 });
    await flows.move('org', [b], null, by);
    expect(await counts('ann')).toEqual({ [one]: 0, [two]: 1, all: 2, trash: 0 });
    await flows.setTrashed([a], true, by);
    expect(await counts('ann')).toEqual({ [one]: 0, [two]: 0, all: 1, trash: 1 });
    // Out of the trash into another workspace than it came from.
    await flows.move('org', [a], from, by);
    expect(await counts('ann')).toEqual({ [one]: 1, [two]: 0, all: 2, trash: 0 });
  });

  it('keeps what somebody moves to Home in their sight', async () => {
    const { id: workspaceId } = await make('Team');
    await letIn(workspaceId, 'bob', 'write');
    const id = await add('cid', workspaceId);
    await flows.move('org', [id], null, { userId: 'bob', actionId: null });
    expect([await role(id, 'bob'), await role(id, 'cid')]).toEqual(['write', 'owner']);
  });

  it('refuses a move into a workspace that is gone, and changes nothing', async () => {
    const { id: workspaceId } = await make('Team');
    const id = await add('ann', workspaceId);
    await workspaces.remove(workspaceId, by);
    await expect(flows.move('org', [id], workspaceId, by)).rejects.toThrow('Workspace not found');
    expect(await role(id, 'ann')).toBe('admin');
  });

  it('gives workspaces made at once addresses of their own', async () => {
    const made = await Promise.all(['Team', 'Team', 'Team', 'Trash'].map((name) => make(name)));
    expect(made.map(({ slug }) => slug).toSorted()).toEqual(['team', 'team-2', 'team-3', 'trash-2']);
    expect(await workspaces.find('team-2', 'org', 'ann')).toMatchObject({ name: 'Team', level: 'write' });
    expect(await workspaces.find('team-2', 'org', 'bob')).toBeNull();
    expect(await workspaces.find('team-2', 'oth', 'eve')).toBeNull();
  });

  it('lets in only people of the organization', async () => {
    const { id } = await make('Team');
    expect(await letIn(id, 'eve', 'write')).toBeNull();
    expect(await letIn(id, 'cid', null)).toBeNull();
    expect(
      await members.set({ id: await add('ann', null), organizationId: 'org' }, 'eve', 'read', by),
    ).toBeNull();
  });

  it('lists the starred and the opened ones, and in another order page by page', async () => {
    const [a, b, c] = [
      await add('ann', null, 'beta'),
      await add('ann', null, 'Alpha'),
      await add('ann', null, 'gamma'),
    ];
    await flows.setStarred(b, 'ann', true);
    await flows.setStarred(c, 'bob', true);
    expect(await seen('ann', { starred: true })).toEqual([b]);
    await flows.opened(a, 'ann');
    await engine.exec(
      `UPDATE weft.flow_people SET last_opened_at = now() - interval '1 hour' WHERE flow_id = '${a}'`,
    );
    await flows.opened(c, 'ann');
    expect(await seen('ann', { order: 'opened' })).toEqual([c, a]);
    const first = await flows.list({
      ...{ organizationId: 'org', userId: 'ann', types: null, trashed: false, workspaceId: null },
      ...{ search: null, order: 'name', after: null, limit: 2 },
    });
    expect(first.flows.map(({ flow }) => flow.id)).toEqual([b, a]);
    const { place, flow } = must(first.flows[1]);
    expect(await seen('ann', { order: 'name', after: { place, id: flow.id } })).toEqual([c]);
  });

  it('let nobody keep what is given to them while they are being removed', async () => {
    const { id: workspaceId } = await make('Team');
    const given = await add('ann', null);
    const moved = await add('ann', workspaceId);
    const giveAll = () =>
      Promise.all([
        members.set({ id: given, organizationId: 'org' }, 'bob', 'write', by),
        workspaces.setMember({ id: workspaceId, organizationId: 'org' }, 'bob', 'read', by),
        flows.move('org', [moved], null, { userId: 'bob', actionId: null }),
      ]);
    const remove = () =>
      removeMember(engine, { organizationId: 'org', userId: 'bob', by: 'ann', heirUserId: null });
    if (engine.kind === 'postgres') {
      let removed: Promise<unknown> = Promise.resolve();
      // While somebody holds the membership the removal has begun, and cannot end.
      await engine.transaction(async (tx) => {
        await tx.query(`SELECT 1 FROM weft.members WHERE user_id = 'bob' FOR KEY SHARE`);
        removed = remove();
        await expect.poll(waitsForLock).toBe(true);
        await giveAll();
      });
      await removed;
    } else await Promise.all([remove(), giveAll()]);
    const left = await engine.query(
      `SELECT user_id FROM weft.flow_members WHERE user_id = 'bob' UNION ALL
       SELECT user_id FROM weft.workspace_members WHERE user_id = 'bob'`,
    );
    expect(left).toEqual([]);
  });

  it('take nothing new once they are gone', async () => {
    const { id } = await make('Gone');
    await workspaces.remove(id, by);
    await expect(add('ann', id)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await workspaces.setMember({ id, organizationId: 'org' }, 'bob', 'read', by)).toBeNull();
  });

  const waitsForLock = async (): Promise<boolean> =>
    (
      await engine.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).length > 0;
});
