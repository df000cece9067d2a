import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { addSecret, removeSecretsOf, SecretRows } from './secrets.ts';
import { peopledEngine } from './testing.ts';

describeEngines('sealed secrets', (open) => {
  const engine = peopledEngine(
    open,
    `DELETE FROM weft.secrets; DELETE FROM weft.secret_keys;
     INSERT INTO weft.secret_keys (id, sealed, created_at)
       VALUES ('old', 'k1', now() - interval '3 hours'), ('new', 'k2', now() - interval '2 hours')`,
  );
  const secret = { id: 's1', organizationId: 'org', owner: 'delivery d1', keyId: 'old', sealed: 'x' };

  it('are sealed anew with the newest key, unless they were replaced meanwhile', async () => {
    const rows = new SecretRows(engine());
    await addSecret(engine(), secret);
    await addSecret(engine(), { ...secret, id: 's2', keyId: 'new' });
    expect((await rows.keys()).map(({ id }) => id)).toEqual(['old', 'new']);
    expect(await rows.notSealedWith('new', '', 10)).toEqual([secret]);
    await rows.reseal({ ...secret, sealed: 'another' }, 'new', 'y');
    expect(await rows.find(['s1'])).toEqual([secret]);
    await rows.reseal(secret, 'new', 'y');
    expect(await rows.find(['s1'])).toEqual([{ ...secret, keyId: 'new', sealed: 'y' }]);
    expect(await rows.notSealedWith('new', '', 10)).toEqual([]);
  });

  it('keep their key; a key that seals nothing goes once a newer one has been there for an hour', async () => {
    const rows = new SecretRows(engine());
    await addSecret(engine(), secret);
    await rows.removeUnusedKeys();
    expect(await rows.keys()).toHaveLength(2);
    await removeSecretsOf(engine(), 'delivery d1');
    await rows.removeUnusedKeys();
    await rows.addKey({ id: 'newest', sealed: 'k3' });
    await rows.removeUnusedKeys();
    expect((await rows.keys()).map(({ id }) => id)).toEqual(['new', 'newest']);
  });

  it('go with their owner and with their organization', async () => {
    const rows = new SecretRows(engine());
    await addSecret(engine(), secret);
    await addSecret(engine(), { ...secret, id: 's2', owner: 'delivery d2' });
    await removeSecretsOf(engine(), 'delivery d1');
    expect((await rows.find(['s1', 's2'])).map(({ id }) => id)).toEqual(['s2']);
    await engine().exec(`DELETE FROM weft.organizations WHERE id = 'org'`);
    expect(await rows.find(['s2'])).toEqual([]);
  });
});
