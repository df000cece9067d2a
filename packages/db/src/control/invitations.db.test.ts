import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { describeEngines, newId } from '../testing.ts';
import { Invitations } from './invitations.ts';
import { peopledEngine } from './testing.ts';

describeEngines('invitations', (open) => {
  const engine = peopledEngine(open);
  const invitations = () => new Invitations(engine(), newId);
  const make = async (email: string | null, role: 'admin' | 'member' = 'member') =>
    must(await invitations().make('org', 'ann', email, { role }));
  const expire = (days: number) =>
    engine().query('UPDATE weft.invitations SET expires_at = now() - make_interval(days => $1)', [days]);

  it('are made by members alone, and know who is a member or invited already', async () => {
    expect(await invitations().make('org', 'cid', null, { role: 'member' })).toBeNull();
    await make('Dan@example.org');
    const asked = ['ann@example.org', 'dan@example.org', 'eve@example.org'];
    expect(await invitations().known('org', asked)).toEqual({
      members: new Set(['ann@example.org']),
      invited: new Set(['dan@example.org']),
    });
  });

  it('are taken once by whoever signs up, and open again where that was refused', async () => {
    const { code } = await make(null, 'admin');
    const taken = must(await invitations().take(code));
    expect(await invitations().take(code)).toBeNull();
    await invitations().giveBack(taken);
    const again = must(await invitations().take(code));
    await invitations().join(again, 'cid');
    expect(
      await engine().query(`SELECT role FROM weft.members WHERE organization_id = 'org' AND user_id = 'cid'`),
    ).toEqual([['admin']]);
  });

  it('let somebody outside in to one item, and into nothing else', async () => {
    const to = { flowId: 'plans', accessLevel: 'read' } as const;
    const { code } = must(await invitations().make('org', 'ann', 'cid@example.org', to));
    expect(await invitations().accept(code, 'cid')).toMatchObject({
      flow: { id: 'plans', accessLevel: 'read' },
    });
    expect(await engine().query(`SELECT flow_id, access_level FROM weft.flow_members`)).toEqual([
      ['plans', 'read'],
    ]);
    expect(await engine().query(`SELECT 1 FROM weft.members WHERE user_id = 'cid'`)).toEqual([]);
  });

  it('are over after a week unless they are renewed, and forgotten after a month', async () => {
    const { id, code } = await make(null);
    await expire(1);
    expect(await invitations().open(code)).toBeNull();
    expect(await invitations().list('org', null)).toMatchObject([{ id, expired: true }]);
    expect(await invitations().renew(id, 'oth', null)).toBeNull();
    expect(await invitations().renew(id, 'org', null)).toMatchObject({ code });
    expect(await invitations().open(code)).toMatchObject({ organizationName: 'Ours' });
    await expire(31);
    await invitations().removeOld();
    expect(await invitations().list('org', null)).toEqual([]);
  });
});
