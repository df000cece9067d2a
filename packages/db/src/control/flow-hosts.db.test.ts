import { flowRole } from '@weft/core';
import type { Content } from '@weft/documents';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { describeEngines, newId, type TestEngine } from '../testing.ts';
import { addDocument, addSnapshot, showSnapshot } from './documents.ts';
import { FlowFeed } from './flow-feed.ts';
import { addFlow, Flows } from './flows.ts';
import { Workspaces } from './workspaces.ts';

const page = (eventType: string, ...hosts: readonly string[]): Content => ({
  ...{ kind: 'form', schema: 0, blocks: {} },
  props: { title: 'Visit', eventType, hosts: hosts.map((userId) => ({ userId })) },
});

describeEngines('the hosts of what is published', (open) => {
  let opened: TestEngine;
  let engine: Engine;
  let flows: Flows;
  let feed: FlowFeed;
  let flowId: string;
  let number = 0;

  beforeAll(async () => {
    opened = await open();
    engine = opened.engine;
    await engine.exec(`INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
      SELECT name, initcap(name), name || '@example.org', true, now()
      FROM unnest(ARRAY['ann', 'bob', 'cid', 'eve']) AS name`);
    feed = new FlowFeed(engine);
    flows = new Flows(engine, feed);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(async () => {
    await engine.exec(`DELETE FROM weft.organizations;
      INSERT INTO weft.organizations (id, name) VALUES ('org', 'Ours'), ('oth', 'Theirs');
      INSERT INTO weft.members (organization_id, user_id, role) VALUES
        ('org', 'ann', 'admin'), ('org', 'bob', 'member'), ('org', 'cid', 'member'), ('oth', 'eve', 'admin');
      INSERT INTO weft.workspaces (id, organization_id, slug, name, created_by)
        VALUES ('wsp', 'org', 'wsp', 'Closed', 'ann')`);
    flowId = newId('bas');
    const flow = { organizationId: 'org', ownerUserId: 'ann', workspaceId: 'wsp', actionId: null };
    await engine.transaction(async (tx) => {
      await addFlow(tx, { ...flow, id: flowId, type: 'scheduling', name: 'Visit' });
      await addDocument(tx, flowId, page('individual', 'bob'));
    });
  });

  const publish = async (content: Content) => {
    number += 1;
    const id = newId('snp');
    const snapshot = { id, number, content, publishedAt: '2026-03-01T10:00:00.000Z', publishedBy: 'ann' };
    await engine.transaction((tx) => addSnapshot(tx, flowId, snapshot));
    return id;
  };
  const role = async (person: string) => flowRole(must(await flows.find(flowId, person)).standing);
  const seenBy = async (userId: string) => {
    const query = { organizationId: 'org', types: null, trashed: false, workspaceId: null, search: null };
    const listed = await flows.list({ ...query, userId, after: null, limit: 50 });
    const counted = await new Workspaces(engine, feed).places('org', userId, ['scheduling']);
    expect(counted.itemCount).toBe(listed.flows.length);
    return listed.flows.map(({ flow }) => flow.id);
  };

  it('read it wherever it lies, and a draft gives nobody anything', async () => {
    expect([await role('bob'), await seenBy('bob')]).toEqual([null, []]);
    await publish(page('collective', 'bob', 'cid'));
    for (const person of ['bob', 'cid'])
      expect([await role(person), await seenBy(person)]).toEqual(['read', [flowId]]);
    await publish(page('collective', 'cid', 'ann'));
    expect([await role('bob'), await seenBy('bob')]).toEqual([null, []]);
    expect([await role('cid'), await role('ann')]).toEqual(['read', 'admin']);
  });

  it('are of one that is booked alone the first who is a member', async () => {
    await publish(page('individual', 'bob', 'cid'));
    expect([await role('bob'), await role('cid')]).toEqual(['read', null]);
    await engine.query(`DELETE FROM weft.members WHERE user_id = 'bob'`);
    expect([await role('bob'), await role('cid')]).toEqual([null, 'read']);
    expect(await seenBy('cid')).toEqual([flowId]);
  });

  it('are nobody of another organization, and nobody unknown', async () => {
    await publish(page('round_robin', 'eve', 'nobody', 'bob'));
    expect([await role('eve'), await role('bob')]).toEqual([null, 'read']);
  });

  it('go on reading once the page is taken back, for its bookings stand', async () => {
    const first = await publish(page('individual', 'bob'));
    await engine.transaction((tx) => showSnapshot(tx, flowId, null, 'ann'));
    expect(await role('bob')).toBe('read');
    await publish(page('individual', 'cid'));
    expect(await role('bob')).toBeNull();
    await engine.transaction((tx) => showSnapshot(tx, flowId, first, 'ann'));
    expect([await role('bob'), await role('cid')]).toEqual(['read', null]);
  });

  it('are told of it where they have become others, and only then', async () => {
    const since = await feed.head('org');
    await publish(page('individual', 'bob'));
    await publish(page('individual', 'bob'));
    await publish(page('individual', 'cid'));
    const rows = await engine.query('SELECT change FROM weft.flow_events WHERE seq > $1', [since]);
    expect(rows).toEqual([['shared'], ['shared']]);
  });
});
