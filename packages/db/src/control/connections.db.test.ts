import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import type { NewConnection } from './connection-rows.ts';
import { Connections, secretOwnerOfConnection } from './connections.ts';
import { addIntegration } from './integrations.ts';
import { removeMember } from './member-removal.ts';
import type { SealedSecret } from './secrets.ts';
import { peopledEngine } from './testing.ts';

describeEngines('connections to services', (open) => {
  const engine = peopledEngine(
    open,
    `DELETE FROM weft.services; DELETE FROM weft.secrets; DELETE FROM weft.secret_keys;
     INSERT INTO weft.secret_keys (id, sealed) VALUES ('key', 'k')`,
  );
  const made: NewConnection = {
    ...{
      id: 'svc1',
      organizationId: 'org',
      workspaceId: null,
      userId: 'ann',
      type: 'airtable',
      name: 'Guests',
    },
    ...{ source: '', config: {}, access: 'organization', provider: 'airtable', state: 'ok' },
    ...{ accountId: null, accountLabel: null },
  };
  const sealed = (id: string, of = made): SealedSecret => ({
    ...secretOwnerOfConnection(of),
    ...{ id, keyId: 'key', sealed: id },
  });
  const secrets = async () =>
    (await engine().query('SELECT id FROM weft.secrets ORDER BY id')).map(([id]) => String(id));

  it('get a number where their name is taken, also by two at once, and keep their own', async () => {
    const connections = new Connections(engine());
    const ids = ['svc1', 'svc2', 'svc3'];
    await Promise.all(ids.map((id) => connections.create({ ...made, id }, null)));
    const names = await Promise.all(ids.map(async (id) => (await connections.find(id))?.name));
    expect(names.toSorted()).toEqual(['Guests', 'Guests (2)', 'Guests (3)']);
    await connections.change({ id: 'svc1', organizationId: 'org' }, { name: 'Guests' });
    expect((await connections.find('svc1'))?.name).toBe(names[0]);
  });

  it('are put on a form once, also by two requests at once', async () => {
    await new Connections(engine()).create({ ...made, type: 'slack' }, null);
    await engine().query(`INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, type, name)
      VALUES ('form', 'form', 'org', 'ann', 'form', 'Form')`);
    const to = { flowId: 'form', serviceId: 'svc1', serviceType: 'slack', queryId: '0123456789' };
    const add = (id: string, channel: string) =>
      engine().transaction((tx) => addIntegration(tx, { ...to, id, config: { channel } }, []));
    const added = await Promise.all([add('one', 'general'), add('two', 'general'), add('three', 'random')]);
    expect([added[0] !== added[1], added[2]]).toEqual([true, true]);
  });

  it('go to the heir of whoever is removed, those of theirs alone signed out', async () => {
    const connections = new Connections(engine());
    await engine().query(`INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, type, name)
      VALUES ('form', 'form', 'org', 'ann', 'form', 'Form')`);
    const ofBob = { ...made, userId: 'bob' };
    await connections.create(ofBob, sealed('shared'));
    const own = { ...ofBob, id: 'svc2', access: 'owner', type: 'slack' } as const;
    await connections.create(own, sealed('own', own));
    await engine().transaction((tx) =>
      addIntegration(
        tx,
        {
          id: 'int',
          flowId: 'form',
          serviceId: 'svc2',
          serviceType: 'slack',
          queryId: '0123456789',
          config: {},
        },
        [],
      ),
    );
    const removal = { organizationId: 'org', userId: 'bob', by: 'ann', heirUserId: null };
    expect(await removeMember(engine(), removal)).toMatchObject({ kind: 'removed' });
    expect(await connections.find('svc1')).toMatchObject({ userId: 'ann', state: 'ok', secretId: 'shared' });
    expect(await connections.find('svc2')).toMatchObject({
      userId: 'ann',
      state: 'reconnect',
      secretId: null,
    });
    expect(await secrets()).toEqual(['shared']);
  });

  it('of one person that nothing is written with end with their membership: nobody else sees or removes them', async () => {
    const connections = new Connections(engine());
    const account = { ...made, userId: 'bob', access: 'owner', provider: 'google' } as const;
    for (const type of ['googlecalendar', 'outlookcalendar', 'airtable']) {
      const calendars = { ...account, id: type, name: type, type };
      await connections.create(calendars, sealed(type, calendars));
    }
    const elsewhere = { ...account, id: 'svc3', organizationId: 'oth', type: 'googlecalendar' };
    await connections.create(elsewhere, sealed('elsewhere', elsewhere));
    const ofAnn = { ...account, id: 'svc4', userId: 'ann', type: 'googlecalendar' };
    await connections.create(ofAnn, sealed('others', ofAnn));
    const removal = { organizationId: 'org', userId: 'bob', by: 'bob', heirUserId: null };
    expect(await removeMember(engine(), removal)).toMatchObject({ kind: 'removed' });
    expect(await connections.find('googlecalendar')).toBeNull();
    expect(await connections.find('outlookcalendar')).toBeNull();
    expect(await connections.find('airtable')).toBeNull();
    expect(await secrets()).toEqual(['elsewhere', 'others']);
  });

  it('are renewed by one process at a time, which stores the new token before anybody else reads on', async () => {
    const connections = new Connections(engine());
    await connections.create(made, sealed('old'));
    const begun = await Promise.all(
      Array.from({ length: 5 }, () => new Connections(engine()).beginRefresh('svc1', 'old')),
    );
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await connections.endRefresh(made, 'old', sealed('new'), null)).toBe(true);
    expect([(await connections.find('svc1'))?.secretId, await secrets()]).toEqual(['new', ['new']]);
    // Whoever comes late means a token that is there no more.
    expect(await connections.beginRefresh('svc1', 'old')).toBe(false);
    expect(await connections.beginRefresh('svc1', 'new')).toBe(true);
  });

  it('stay as somebody connected them again while their token was renewed', async () => {
    const connections = new Connections(engine());
    await connections.create(made, sealed('old'));
    await connections.beginRefresh('svc1', 'old');
    const letIn = { accountId: 'a', accountLabel: 'A', scopes: ['read'], expiresAt: null };
    await connections.letIn(made, sealed('again'), letIn);
    expect(await connections.endRefresh(made, 'old', sealed('late'), null)).toBe(false);
    expect(await connections.find('svc1')).toMatchObject({
      secretId: 'again',
      state: 'ok',
      scopes: ['read'],
    });
    expect(await secrets()).toEqual(['again']);
  });

  it('tell once that they broke, and take their secrets with them', async () => {
    const connections = new Connections(engine());
    await connections.create(made, sealed('old'));
    expect([
      await connections.note('svc1', 'reconnect', 'Refused'),
      await connections.note('svc1', 'reconnect', 'Refused'),
    ]).toEqual([true, false]);
    await connections.remove('svc1');
    expect([await connections.find('svc1'), await secrets()]).toEqual([null, []]);
  });

  it('are for their owner, the organization, or the people of a workspace and admins', async () => {
    const connections = new Connections(engine());
    await connections.create({ ...made, access: 'owner' }, null);
    await connections.create({ ...made, id: 'svc2', access: 'organization' }, null);
    await connections.create({ ...made, id: 'svc3', access: 'workspace', workspaceId: 'nowhere' }, null);
    const of = async (userId: string, isAdmin: boolean, organizationId = 'org') =>
      (await connections.usableBy({ organizationId, userId, isAdmin })).map(({ id }) => id).toSorted();
    expect(await of('ann', false)).toEqual(['svc1', 'svc2', 'svc3']);
    expect(await of('bob', false)).toEqual(['svc2']);
    expect(await of('bob', true)).toEqual(['svc2', 'svc3']);
    expect(await of('bob', true, 'elsewhere')).toEqual([]);
  });
});
