import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { describeEngines, newId } from '../testing.ts';
import { peopledEngine } from './testing.ts';
import { Tokens } from './tokens.ts';

describeEngines('tokens of programs', (open) => {
  const engine = peopledEngine(open);
  const tokens = () => new Tokens<'read' | 'admin'>(engine(), newId);
  const make = async (userId: string, name = 'Export') =>
    must(
      await tokens().make({ userId, organizationId: 'org', name, scopes: ['read'], expiresInDays: 1 }, 10),
    );

  it('stand for their person in their organization, whichever was chosen, and are kept as a hash', async () => {
    const { token } = await make('bob');
    expect(token).toMatch(/^weft_[\w-]{43}$/);
    expect(await tokens().find(token)).toMatchObject({ userId: 'bob', organization: { id: 'org' } });
    expect(await tokens().find(`${token}x`)).toBeNull();
    const [row] = await engine().query('SELECT t::text FROM weft.tokens t');
    expect(String(row?.[0])).not.toContain(token.slice(5));
  });

  it('end by themselves, and stay listed until they are revoked by whose they are', async () => {
    const { token, made } = await make('bob');
    const other = await make('bob', 'Nightly');
    await engine().query(`UPDATE weft.tokens SET expires_at = now() WHERE id = $1`, [made.id]);
    expect(await tokens().find(token)).toBeNull();
    expect((await tokens().ofPerson('bob')).map(({ name }) => name).toSorted()).toEqual([
      'Export',
      'Nightly',
    ]);
    expect(await tokens().revoke(made.id, 'ann')).toBeNull();
    expect(await tokens().revoke(made.id, 'bob')).toMatchObject({ name: 'Export' });
    expect((await tokens().revokeAll('bob')).map(({ id }) => id)).toEqual([other.made.id]);
    expect(await tokens().find(other.token)).toBeNull();
  });
});
