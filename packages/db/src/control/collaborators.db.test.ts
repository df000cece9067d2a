import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { Collaborators } from './collaborators.ts';
import { FlowFeed } from './flow-feed.ts';
import { FlowMembers } from './flow-members.ts';
import { peopledEngine } from './testing.ts';

describeEngines('people let in to single items', (open) => {
  const engine = peopledEngine(
    open,
    `INSERT INTO weft.flow_members (flow_id, user_id, access_level) VALUES ('plans', 'bob', 'read'), ('plans', 'cid', 'write')`,
  );
  const plans = { id: 'plans', organizationId: 'org' };
  const ann = { userId: 'ann', actionId: null };

  it('are collaborators where they are of no organization of the item', async () => {
    const collaborators = new Collaborators(engine());
    expect(await collaborators.list('org')).toMatchObject([
      { userId: 'cid', flows: [{ id: 'plans', accessLevel: 'write' }] },
    ]);
    expect(await collaborators.isCollaborator('cid')).toBe(true);
    expect(await collaborators.isCollaborator('bob')).toBe(false);
    await engine().query(`UPDATE weft.flows SET trashed_at = now() WHERE id = 'plans'`);
    expect(await collaborators.isCollaborator('cid')).toBe(true);
    expect(await collaborators.remove('org', 'bob')).toBeNull();
    expect(await collaborators.remove('oth', 'cid')).toBeNull();
    expect(await collaborators.remove('org', 'cid')).toBe('Cid');
    expect(await collaborators.list('org')).toEqual([]);
  });

  it('are given more or less, and readers of home are told; strangers are not let in so', async () => {
    const members = new FlowMembers(engine(), new FlowFeed(engine()));
    expect(await members.set(plans, 'cid', 'read', ann)).toBe('Cid');
    expect(await members.set(plans, 'bob', null, ann)).toBe('Bob');
    expect(await members.set(plans, 'bob', null, ann)).toBeNull();
    expect(await members.set(plans, 'nobody', 'read', ann)).toBeNull();
    expect(await members.list('plans')).toMatchObject([{ userId: 'cid', accessLevel: 'read' }]);
    expect(await engine().query('SELECT change, flow_id FROM weft.flow_events')).toEqual([
      ['shared', 'plans'],
      ['shared', 'plans'],
    ]);
  });
});
