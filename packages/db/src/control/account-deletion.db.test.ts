import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import type { AccountDeletion } from './account-deletion.ts';
import { People } from './people.ts';
import { peopledEngine } from './testing.ts';

describeEngines('deleting an account', (open) => {
  const engine = peopledEngine(
    open,
    `INSERT INTO weft.auth_session ("id", "token", "userId", "expiresAt", "updatedAt")
       VALUES ('s1', 'secret-1', 'ann', now() + interval '1 day', now());
     INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, type, name)
       VALUES ('their', 'their', 'oth', 'bob', 'base', 'Theirs')`,
  );
  const remove = (userId: string, more: Partial<AccountDeletion> = {}) =>
    new People(engine()).deleteAccount({
      ...{ userId, heirs: {}, serverHeirEmail: null, reason: 'You left' },
      ...more,
    });

  it('is refused to the only admin of others, and changes nothing', async () => {
    expect(await new People(engine()).planDeletion('ann')).toMatchObject({
      organizations: [{ id: 'org', isAlone: false, isLastAdmin: true, flows: 1 }],
      handsServerOver: true,
      possibleHeirs: [{ id: 'bob' }],
    });
    expect(await remove('ann')).toEqual({ kind: 'last-admin', organizationName: 'Ours' });
    expect(await engine().query(`SELECT count(*) FROM weft.auth_session`)).toEqual([[1]]);
    expect(await remove('nobody')).toEqual({ kind: 'unknown' });
  });

  it('hands over what they own, and the server, to members who are named', async () => {
    await engine().exec(`UPDATE weft.members SET role = 'admin' WHERE user_id = 'bob'`);
    expect(await remove('ann', { heirs: { org: 'cid' } })).toMatchObject({ kind: 'unknown-heir' });
    expect(await remove('ann', { serverHeirEmail: 'eve@example.org' })).toEqual({
      kind: 'unknown-server-heir',
    });
    const heirs = { heirs: { org: 'bob' }, serverHeirEmail: 'CID@example.org' };
    expect(await remove('ann', heirs)).toMatchObject({ kind: 'deleted', sessionIds: ['s1'] });
    expect(await engine().query(`SELECT owner_user_id FROM weft.flows WHERE id = 'plans'`)).toEqual([
      ['bob'],
    ]);
    expect(await new People(engine()).firstEmail()).toBe('cid@example.org');
    expect(await engine().query('SELECT name FROM weft.former_people')).toEqual([['Ann']]);
  });

  it('closes an organization that only they were in: its items lie in the trash', async () => {
    expect(await remove('bob')).toMatchObject({ kind: 'deleted', organizationIds: ['org', 'oth'] });
    expect(await engine().query(`SELECT id FROM weft.flows WHERE trashed_at IS NOT NULL`)).toEqual([
      ['their'],
    ]);
    expect(await engine().query(`SELECT id FROM weft.organizations WHERE deleted_at IS NOT NULL`)).toEqual([
      ['oth'],
    ]);
  });
});
