import { addSecret, SecretRows } from '@weft/db';
import { newId, openMigrated } from '@weft/db/testing';
import { must } from '@weft/std';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { masterKey, open, seal } from './seal.ts';
import { Secrets } from './secrets.ts';

const secret = 'the secret of a server, at least 32 characters';

describe('a sealed text', () => {
  const key = masterKey(secret);

  it('opens with its key and context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        const sealed = seal(key, text, context);
        expect(open(key, sealed, context)).toBe(Buffer.from(text).toString());
      }),
    );
  });

  it('opens with nothing else, and says nothing of its text', () => {
    const sealed = seal(key, 'sk_live_123', 'a');
    expect(sealed).not.toContain('sk_live');
    expect(seal(key, 'sk_live_123', 'a')).not.toBe(sealed);
    expect(open(key, sealed, 'b')).toBeNull();
    expect(open(masterKey(`${secret}!`), sealed, 'a')).toBeNull();
    for (const [at, char] of [...sealed].entries()) {
      const changed = `${sealed.slice(0, at)}${char === 'A' ? 'Q' : 'A'}${sealed.slice(at + 1)}`;
      // The last character holds bits that no byte is made of.
      if (at < sealed.length - 1) expect(open(key, changed, 'a')).toBeNull();
    }
    for (const broken of ['', 'v1.', 'v1.AAAA', 'v2.AAAA', sealed.slice(0, -8)])
      expect(open(key, broken, 'a')).toBeNull();
  });
});

describe('secrets', () => {
  let engine: Awaited<ReturnType<typeof openMigrated>>;
  let rows: SecretRows;
  let now = Date.now();
  const server = (withSecret = secret) => new Secrets({ rows, secret: withSecret, newId, now: () => now });
  const mine = { organizationId: null, owner: 'connection 1' };

  beforeAll(async () => {
    engine = await openMigrated();
    rows = new SecretRows(engine);
  });
  afterAll(() => engine.close());

  const put = async (secrets: Secrets, text: string) => {
    const sealed = await secrets.seal(text, mine);
    await addSecret(engine, sealed);
    return sealed.id;
  };
  const read = async (secrets: Secrets, id: string, owner = mine) =>
    (await secrets.read([{ ...owner, id }])).get(id);

  it('open in the name of their owner alone', async () => {
    const id = await put(server(), 'token');
    expect(await read(server(), id)).toBe('token');
    expect(await read(server(), id, { ...mine, owner: 'connection 2' })).toBeUndefined();
    // A row that is given another owner in the database does not open in its name either.
    await engine.query(`UPDATE weft.secrets SET owner = 'connection 2' WHERE id = $1`, [id]);
    expect(await read(server(), id, { ...mine, owner: 'connection 2' })).toBeUndefined();
  });

  it('are not opened by a backup and another SECRET', async () => {
    const id = await put(server(), 'token');
    expect(await read(server(`${secret}!`), id)).toBeUndefined();
    // And that server can keep secrets of its own.
    const other = server(`${secret}!`);
    expect(await read(other, await put(other, 'new'))).toBe('new');
  });

  it('are sealed anew while other servers read and write, and the old key goes later', async () => {
    await engine.exec('DELETE FROM weft.secrets; DELETE FROM weft.secret_keys');
    const [one, two] = [server(), server()];
    const ids = await Promise.all(Array.from({ length: 300 }, (_, at) => put(one, `text ${at}`)));
    const before = must((await rows.find(ids.slice(0, 1)))[0]);
    expect(await two.rotate()).toEqual({ sealed: 300, lost: 0 });
    const after = must((await rows.find(ids.slice(0, 1)))[0]);
    expect([after.keyId === before.keyId, after.sealed === before.sealed]).toEqual([false, false]);
    expect(await read(one, must(ids[299]))).toBe('text 299');
    // A server that has not heard of the new key seals with the one it knows, which stays as long as it is used.
    const late = await put(one, 'late');
    await engine.query(`UPDATE weft.secret_keys SET created_at = created_at - interval '2 hours'`);
    await rows.removeUnusedKeys();
    expect(await read(server(), late)).toBe('late');
    now += 10 * 60_000;
    expect(await one.rotate()).toEqual({ sealed: 301, lost: 0 });
    expect(await read(two, late)).toBe('late');
    await engine.query(`UPDATE weft.secret_keys SET created_at = created_at - interval '2 hours'`);
    await rows.removeUnusedKeys();
    expect(await rows.keys()).toHaveLength(1);
    expect(await read(server(), must(ids[0]))).toBe('text 0');
  });
});
