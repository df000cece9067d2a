import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { FileRows } from './files.ts';
import { ImportRows } from './imports.ts';
import { peopledEngine } from './testing.ts';

const result = {
  tableId: 't',
  recordsImported: 2,
  rowsRejected: 0,
  valuesNotConverted: 1,
  reportUrl: null,
};

describeEngines('imports', (open) => {
  const engine = peopledEngine(open, 'DELETE FROM weft.imports; DELETE FROM weft.files');
  const by = (owner: string) => new ImportRows<{ readonly tableName: string }>(engine(), owner);
  const makeOld = (id: string) =>
    engine().query(`UPDATE weft.files SET kept_until = now() - interval '1 hour' WHERE id = $1`, [id]);

  const begin = async (id: string, owner = 'one') => {
    await engine().query(
      `INSERT INTO weft.files (id, organization_id, user_id, name, size, mime_type, purpose, kept_until)
       VALUES ($1, 'org', 'ann', $1 || '.csv', 5, 'text/csv', 'upload', now() + interval '1 day') ON CONFLICT DO NOTHING`,
      [`file-${id}`],
    );
    const begun = { organizationId: 'org', userId: 'ann', baseId: 'plans', tableId: 't', removesBase: true };
    const request = { tableName: id };
    return by(owner).begin({ id, ...begun, fileId: `file-${id}`, request });
  };
  const silent = (id: string, seconds: number) =>
    engine().query('UPDATE weft.imports SET seen_at = now() - make_interval(secs => $2) WHERE id = $1', [
      id,
      seconds,
    ]);

  it('begin an import once, and end it with its result', async () => {
    expect(await begin('imp')).toBe(true);
    expect(await begin('imp')).toBe(false);
    const running = { id: 'imp', baseId: 'plans', removesBase: true, request: { tableName: 'imp' } };
    expect(await by('one').find('imp')).toMatchObject({ ...running, ending: null, expected: null });
    expect(await by('two').expect('imp', result)).toBe(false);
    expect(await by('one').expect('imp', result)).toBe(true);
    expect(await by('one').find('imp')).toMatchObject({ ending: null, expected: result });
    await by('two').end('imp', { state: 'cancelled' });
    await by('one').end('imp', { state: 'finished', result });
    expect((await by('one').find('imp'))?.ending).toEqual({ state: 'finished', result });
    expect(await by('one').find('none')).toBeNull();
  });

  it('take over the imports of a server that is silent, and of oneself before a restart', async () => {
    for (const id of ['mine', 'running', 'silent']) await begin(id, id === 'silent' ? 'two' : 'one');
    await begin('alive', 'two');
    await silent('silent', 60);
    const left = async (own: readonly string[], starting: boolean) =>
      (await by('one').takeLeft(own, 30, starting)).map(({ id }) => id).toSorted();
    expect(await left(['running'], true)).toEqual(['mine', 'silent']);
    expect(await left(['running'], false)).toEqual([]);
    // It is the other server's no more.
    expect(await by('two').expect('silent', result)).toBe(false);
    expect([await by('two').isHeld('silent'), await by('one').isHeld('silent')]).toEqual([false, true]);
  });

  it('tell the server that runs an import who looks at it, and the others how far it is', async () => {
    await begin('imp');
    const beat = () => by('one').heartbeat([{ id: 'imp', imported: 5_000_000_000 }]);
    expect(await beat()).toEqual([{ id: 'imp', cancelAsked: false, watched: false }]);
    expect(await by('two').watch('imp', false)).toEqual({ ending: null, imported: 5_000_000_000 });
    expect(await beat()).toEqual([{ id: 'imp', cancelAsked: false, watched: true }]);
    await by('two').watch('imp', true);
    expect(await beat()).toEqual([{ id: 'imp', cancelAsked: true, watched: true }]);
    expect(await by('two').heartbeat([{ id: 'imp', imported: 1 }])).toEqual([]);
    expect(await by('two').watch('none', false)).toBeNull();
  });

  it('list interrupted imports to the organization, and give each to one who resumes it', async () => {
    await begin('imp');
    await by('one').end('imp', { state: 'interrupted' });
    await makeOld('file-imp');
    expect(await new FileRows(engine()).takeExpired(30)).toEqual([]);
    const standing = {
      organizationRole: 'admin',
      isOwner: true,
      inWorkspace: false,
      workspaceLevel: null,
      memberLevel: null,
      isHost: false,
    };
    const listed = { id: 'imp', fileName: 'file-imp.csv', userId: 'ann', userName: 'Ann', standing };
    expect(await by('one').interrupted('ann', 'org')).toMatchObject([
      { ...listed, request: { tableName: 'imp' } },
    ]);
    expect(await by('one').interrupted('cid', 'org')).toEqual([]);
    expect(await by('one').interrupted('ann', 'oth')).toEqual([]);
    const taken = await Promise.all(['one', 'two'].map((owner) => by(owner).take('imp', 'ann', 't2')));
    expect(taken.toSorted()).toEqual([false, true]);
    expect(await by('one').find('imp')).toMatchObject({ tableId: 't2', ending: null });
  });

  it('discard an interrupted import, which then is no more', async () => {
    await begin('imp');
    await by('one').end('imp', { state: 'interrupted' });
    expect(await by('one').take('imp', 'bob', null)).toBe(true);
    expect(await by('one').find('imp')).toMatchObject({ userId: 'bob', ending: { state: 'cancelled' } });
    await makeOld('file-imp');
    expect(await new FileRows(engine()).takeExpired(30)).toEqual(['file-imp']);
  });
});
