import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { describeEngines, newId, type TestEngine } from '../testing.ts';
import { FlowFeed, keptFlowEvents } from './flow-feed.ts';
import { addFlow, Flows, removeFlow } from './flows.ts';

describeEngines('the flows of an organization', (open) => {
  let opened: TestEngine;
  let engine: Engine;
  let feed: FlowFeed;
  let flows: Flows;
  const stops: AbortController[] = [];

  beforeAll(async () => {
    opened = await open();
    engine = opened.engine;
    await engine.exec(`
      INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
        VALUES ('ann', 'Ann', 'ann@example.org', true, now()), ('bob', 'Bob', 'bob@example.org', true, now())`);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(async () => {
    for (const stop of stops.splice(0)) stop.abort();
    await engine.exec(`DELETE FROM weft.organizations;
      INSERT INTO weft.organizations (id, name) VALUES ('org', 'Ours'), ('oth', 'Theirs');
      INSERT INTO weft.members (organization_id, user_id, role) VALUES
        ('org', 'ann', 'admin'), ('org', 'bob', 'member'), ('oth', 'ann', 'admin')`);
    feed = new FlowFeed(engine);
    flows = new Flows(engine, feed);
  });

  const by = (actionId: string | null = null) => ({ userId: 'ann', actionId });
  async function add(name: string, organizationId = 'org', workspaceId: string | null = null) {
    const id = newId('bas');
    const flow = { id, type: 'base', organizationId, ownerUserId: 'ann', workspaceId, name } as const;
    await engine.transaction((tx) => addFlow(tx, { ...flow, actionId: null }));
    await feed.changed([organizationId]);
    return id;
  }
  const find = async (id: string, userId = 'ann') => must(await flows.find(id, userId));
  const listed = async (trashed = false) => {
    const query = { organizationId: 'org', userId: 'ann', types: null, workspaceId: null, search: null };
    return flows.list({ ...query, trashed, after: null, limit: 50 });
  };
  /** Reads the feed as a page does that knows all up to `since`. */
  function reading(since: number, of = feed) {
    const stop = new AbortController();
    stops.push(stop);
    const events = of.changes('org', since, stop.signal);
    return {
      next: async (count: number) => {
        const seen = [];
        for (let i = 0; i < count; i++) seen.push(must((await events.next()).value));
        return seen.map((event) => [
          event.seq,
          event.change,
          ...(event.change === 'missed' ? [] : [event.flow?.name ?? null, event.actionId]),
        ]);
      },
      stop: () => stop.abort(),
      ended: async () => (await events.next()).done,
    };
  }

  it('knows the time zone that the owner of a flow has chosen', async () => {
    const id = await add('Plans');
    const none = await flows.ownerTimeZone(id);
    await engine.exec(
      `UPDATE weft.auth_user SET "settings" = '{"timezone":"Asia/Tokyo"}' WHERE "id" = 'ann'`,
    );
    const chosen = await flows.ownerTimeZone(id);
    await engine.exec(`UPDATE weft.auth_user SET "settings" = '{}' WHERE "id" = 'ann'`);
    expect([none, chosen, await flows.ownerTimeZone('gone')]).toEqual([null, 'Asia/Tokyo', null]);
  });

  it('tells readers of what is created, renamed, trashed, restored and deleted, in order', async () => {
    const { version } = await listed();
    const page = reading(version);
    const first = page.next(1);
    const id = await add('Plans');
    expect(await first).toEqual([[1, 'created', 'Plans', null]]);
    const rest = page.next(4);
    await flows.edit((await find(id)).flow, { name: 'Budget' }, by('act1'));
    await flows.setTrashed([id], true, by('act2'));
    await flows.setTrashed([id], false, by('act3'));
    const gone = await engine.transaction((tx) => removeFlow(tx, id, by()));
    await feed.changed([must(gone)]);
    expect((await rest).map(([seq, change, , actionId]) => [seq, change, actionId])).toEqual([
      [2, 'renamed', 'act1'],
      [3, 'trashed', 'act2'],
      [4, 'restored', 'act3'],
      [5, 'deleted', null],
    ]);
  });

  it('gives whoever was away what they missed, and then goes on live', async () => {
    const id = await add('Plans');
    const { version } = await listed();
    await flows.edit((await find(id)).flow, { name: 'Budget' }, by());
    await add('Another');
    const page = reading(version);
    expect(await page.next(2)).toEqual([
      [2, 'renamed', 'Budget', null],
      [3, 'created', 'Another', null],
    ]);
    const live = page.next(1);
    await flows.setTrashed([id], true, by());
    expect(await live).toEqual([[4, 'trashed', 'Budget', null]]);
    page.stop();
    expect(await page.ended()).toBe(true);
  });

  it('tells whoever missed more than is kept to read the list again, and keeps no more than that', async () => {
    const id = await add('Plans');
    await engine.query(
      `UPDATE weft.flow_feeds SET seq = ${keptFlowEvents + 5} WHERE organization_id = 'org'`,
    );
    await flows.edit((await find(id)).flow, { name: 'Budget' }, by());
    const page = reading(1);
    expect(await page.next(1)).toEqual([[keptFlowEvents + 6, 'missed']]);
    expect(await engine.query('SELECT seq FROM weft.flow_events')).toEqual([[keptFlowEvents + 6]]);
  });

  it('tells readers of another server when it looks', async () => {
    const other = new FlowFeed(engine);
    const page = reading(0, other);
    const seen = page.next(2);
    await add('Plans');
    await other.look();
    await add('Budget');
    await other.look();
    expect((await seen).map(([, , name]) => name)).toEqual(['Plans', 'Budget']);
  });

  it('numbers changes made at once without gaps, and those of another organization apart', async () => {
    const ids = await Promise.all(['A', 'B', 'C', 'D'].map((name) => add(name)));
    await add('Theirs', 'oth');
    const found = await Promise.all(ids.map((id) => find(id)));
    await Promise.all(found.map(({ flow }) => flows.edit(flow, { name: `${flow.name}!` }, by())));
    const seen = await reading(0).next(8);
    expect(seen.map(([seq]) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await feed.head('oth')).toBe(1);
  });

  it('says nothing where nothing changed: what is in the trash is not moved there again', async () => {
    const id = await add('Plans');
    await flows.setTrashed([id], true, by());
    const { flow } = await find(id);
    await flows.setTrashed([id], true, by());
    expect((await find(id)).flow.trashedAt).toBe(flow.trashedAt);
    expect(await feed.head('org')).toBe(2);
    expect((await listed(true)).flows.map(({ flow: { name } }) => name)).toEqual(['Plans']);
  });

  it('lies in no workspace of an organization that it does not belong to', async () => {
    await engine.exec(
      `INSERT INTO weft.workspaces (id, organization_id, slug, name) VALUES ('wsp', 'org', 'team', 'Team')`,
    );
    const [ours, left] = [await add('Ours'), await add('Left')];
    await flows.changeOrganization((await find(left)).flow, 'oth', by());
    expect(await flows.move('org', [ours, left], 'wsp', by())).toEqual([ours]);
    expect((await find(ours)).flow.workspaceId).toBe('wsp');
    expect((await find(left)).flow).toMatchObject({ organizationId: 'oth', workspaceId: null });
  });

  it('says which flows a move found in their organization', async () => {
    const [ours, left] = [await add('Ours'), await add('Left', 'oth')];
    expect(await flows.move('org', [left, ours, 'gone'], null, by())).toEqual([ours]);
    // Asked for again, it lies there.
    expect(await flows.move('org', [ours], null, by())).toEqual([ours]);
  });

  it('lists what one starred here and what others share, and nothing of one’s other organizations', async () => {
    const [ours, shared] = [await add('Ours'), await add('Shared', 'oth')];
    await engine.query(
      `INSERT INTO weft.flow_members (flow_id, user_id, access_level) SELECT id, 'bob', 'read' FROM unnest($1::text[]) AS id`,
      [[ours, shared]],
    );
    await add('Shared too', 'oth');
    for (const userId of ['ann', 'bob'])
      for (const id of [ours, shared]) await flows.setStarred(id, userId, true);
    const starredBy = async (userId: string, organizationId: string) => {
      const all = { types: null, trashed: false, workspaceId: null, search: null, after: null, limit: 50 };
      const page = await flows.list({ ...all, userId, organizationId, starred: true, order: 'name' });
      return page.flows.map(({ flow }) => flow.name);
    };
    expect(await starredBy('bob', 'org')).toEqual(['Ours', 'Shared']);
    expect(await starredBy('ann', 'org')).toEqual(['Ours']);
    expect(await starredBy('ann', 'oth')).toEqual(['Shared']);
  });

  it('names the first four people a flow is shared with, and counts them all', async () => {
    const id = await add('Plans');
    expect((await find(id)).flow.sharedWith).toEqual({ count: 0, people: [] });
    await engine.query(
      `INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
       SELECT name, name, name || '@example.org', true, now() FROM unnest($1::text[]) AS name ON CONFLICT DO NOTHING`,
      [['Eve', 'Cleo', 'dan', 'Fay', 'Ben']],
    );
    await engine.query(
      `INSERT INTO weft.flow_members (flow_id, user_id, access_level)
       SELECT $1, "id", 'read' FROM weft.auth_user WHERE "id" NOT IN ('ann', 'bob')`,
      [id],
    );
    const { count, people } = (await find(id)).flow.sharedWith;
    expect(count).toBe(5);
    expect(people.map(({ name }) => name)).toEqual(['Ben', 'Cleo', 'dan', 'Eve']);
  });
});
