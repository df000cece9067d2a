import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { describeEngines, newId, type TestEngine } from '../testing.ts';
import { type AccountRows, accountRows } from './account-rows.ts';

describeEngines('people and their organizations', (open) => {
  let opened: TestEngine;
  let engine: Engine;
  let rows: AccountRows<'read' | 'admin'>;

  beforeAll(async () => {
    opened = await open();
    engine = opened.engine;
    rows = accountRows(engine, newId);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(() =>
    engine.exec(`DELETE FROM weft.organizations; DELETE FROM weft.auth_user;
      DELETE FROM weft.sign_in_failures; DELETE FROM weft.ended_sessions;
      INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "createdAt", "updatedAt") VALUES
        ('ann', 'Ann', 'ann@example.org', true, '2026-01-01', now()),
        ('bob', 'Bob', 'bob@example.org', true, '2026-01-02', now());
      INSERT INTO weft.organizations (id, name) VALUES ('org', 'Ours'), ('oth', 'Theirs');
      INSERT INTO weft.members (organization_id, user_id, role, joined_at, chosen_at) VALUES
        ('org', 'ann', 'admin', now(), now()), ('org', 'bob', 'member', now(), now()),
        ('oth', 'bob', 'admin', now(), '2026-01-01');
      INSERT INTO weft.auth_session ("id", "token", "userId", "expiresAt", "updatedAt") VALUES
        ('s1', 'secret-1', 'ann', now() + interval '1 day', now()),
        ('s2', 'secret-2', 'ann', now() + interval '1 day', now()),
        ('s3', 'secret-3', 'ann', now() - interval '1 day', now())`),
  );

  it('find somebody by their address, however it is written, and by a session until it expires', async () => {
    expect(await rows.people.findByEmail('ANN@example.org')).toBe('ann');
    expect(await rows.people.findByEmail('eve@example.org')).toBeNull();
    const organization = { id: 'org', name: 'Ours', role: 'admin' };
    expect(await rows.sessionRows.find('secret-1')).toMatchObject({
      userId: 'ann',
      sessionId: 's1',
      isFirst: true,
      organization,
    });
    expect(await rows.sessionRows.find('secret-3')).toBeNull();
  });

  it('work in the organization chosen last, and in none they are not a member of', async () => {
    expect(await rows.organizations.chosenBy('bob')).toBe('org');
    expect(await rows.organizations.choose('bob', 'oth')).toBe(true);
    expect(await rows.organizations.chosenBy('bob')).toBe('oth');
    expect(await rows.organizations.choose('ann', 'oth')).toBe(false);
  });

  it('have one first organization, however many browsers ask for it at once', async () => {
    await engine.exec(`DELETE FROM weft.members WHERE user_id = 'ann'`);
    const made = await Promise.all([1, 2, 3].map(() => rows.organizations.makeFirst('ann', 'Ann')));
    expect(new Set(made).size).toBe(1);
    expect(await rows.organizations.ofPerson('ann')).toMatchObject([
      { id: made[0], name: "Ann's organization", role: 'admin' },
    ]);
  });

  it('end their other sessions, and a browser is told why its own was ended', async () => {
    expect(await rows.sessionRows.endAll('ann', 's1')).toEqual(expect.arrayContaining(['s2']));
    expect((await rows.sessionRows.ofPerson('ann')).map(({ sessionId }) => sessionId)).toEqual(['s1']);
    await rows.sessionRows.endBecause('ann', 'You were removed');
    expect(await rows.sessionRows.whyEnded('secret-1')).toBe('You were removed');
    expect(await rows.sessionRows.whyEnded('secret-2')).toBeNull();
  });

  it('make tokens up to a number, which end with the membership', async () => {
    const asked = { userId: 'bob', organizationId: 'org', name: 'Export', expiresInDays: 1 };
    const made = await rows.tokens.make({ ...asked, scopes: ['read', 'admin'] }, 1);
    const token = made?.token ?? '';
    expect(await rows.tokens.make({ ...asked, scopes: ['read'] }, 1)).toBeNull();
    expect(await rows.tokens.find(token)).toMatchObject({ userId: 'bob', scopes: ['read', 'admin'] });
    const removal = { organizationId: 'org', userId: 'bob', by: 'ann', heirUserId: null };
    expect(await rows.organizations.removeMember(removal)).toMatchObject({
      kind: 'removed',
      workedHere: true,
      tokenIds: [made?.made.id],
    });
    expect(await rows.tokens.find(token)).toBeNull();
  });

  it('leave what they own to a member who is named, and to nobody else', async () => {
    await engine.exec(`INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
        VALUES ('cid', 'Cid', 'cid@example.org', true, now());
      INSERT INTO weft.members (organization_id, user_id, role) VALUES ('org', 'cid', 'member');
      INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, type, name)
        VALUES ('f', 'f', 'org', 'bob', 'base', 'Plans')`);
    const remove = (heirUserId: string) =>
      rows.organizations.removeMember({ organizationId: 'org', userId: 'bob', by: 'ann', heirUserId });
    expect(await remove('bob')).toEqual({ kind: 'unknown-heir' });
    expect(await remove('eve')).toEqual({ kind: 'unknown-heir' });
    expect(await remove('cid')).toMatchObject({ kind: 'removed' });
    expect(await engine.query('SELECT owner_user_id FROM weft.flows')).toEqual([['cid']]);
  });

  it('remove each other at once, and one of two admins stays', async () => {
    await engine.exec(`UPDATE weft.members SET role = 'admin' WHERE organization_id = 'org'`);
    const removed = await Promise.all([
      rows.organizations.removeMember({ organizationId: 'org', userId: 'bob', by: 'ann', heirUserId: null }),
      rows.organizations.removeMember({ organizationId: 'org', userId: 'ann', by: 'bob', heirUserId: null }),
    ]);
    expect(removed.map(({ kind }) => kind).toSorted()).toEqual(['forbidden', 'removed']);
    expect(await rows.organizations.members('org')).toHaveLength(1);
  });

  it('join by an invitation of one address once, by a link for everybody each', async () => {
    await engine.exec(`INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
      VALUES ('cid', 'Cid', 'cid@example.org', true, now()), ('dan', 'Dan', 'dan@example.org', true, now())`);
    const { invitations } = rows;
    const one = await invitations.make('org', 'ann', 'cid@example.org', { role: 'member' });
    const all = await invitations.make('org', 'ann', null, { role: 'member' });
    const joined = await Promise.all(['cid', 'dan'].map((id) => invitations.accept(one?.code ?? '', id)));
    expect(joined.filter((invitation) => invitation !== null)).toHaveLength(1);
    for (const id of ['cid', 'dan'])
      expect(await invitations.accept(all?.code ?? '', id)).toMatchObject({ organizationId: 'org' });
    expect((await invitations.list('org', null)).map(({ id }) => id)).toEqual([all?.id]);
    expect(await invitations.list('org', 'bob')).toEqual([]);
    expect(await invitations.revoke(all?.id ?? '', 'oth', null)).toBeNull();
    expect(await invitations.revoke(all?.id ?? '', 'org', null)).toEqual({ email: null, role: 'member' });
    expect(await invitations.open(all?.code ?? '')).toBeNull();
  });

  it('wait longer and longer after wrong passwords, until the right one', async () => {
    const key = { kind: 'account', key: 'account:ann' } as const;
    for (let i = 0; i < 5; i++) expect(await rows.signInFailures.begin(key)).toBeNull();
    expect(await rows.signInFailures.begin(key)).toBeNull();
    expect(await rows.signInFailures.begin(key)).toBeGreaterThan(0);
    await rows.signInFailures.clear(key);
    expect(await rows.signInFailures.begin(key)).toBeNull();
  });
});
