import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { migrate } from '../migrate.ts';
import { describeEngines, type TestEngine } from '../testing.ts';
import { type FilePurpose, FileRows, giveCopies } from './files.ts';

describeEngines('files', (open) => {
  let opened: TestEngine;
  let engine: Engine;
  let files: FileRows;

  beforeAll(async () => {
    opened = await open();
    engine = opened.engine;
    await migrate(engine);
    files = new FileRows(engine);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(() =>
    engine.exec(`DELETE FROM weft.files; DELETE FROM weft.flows;
      DELETE FROM weft.organizations; DELETE FROM weft.auth_user;
      INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "createdAt", "updatedAt") VALUES
        ('ann', 'Ann', 'ann@example.org', true, now(), now()), ('bob', 'Bob', 'bob@example.org', true, now(), now());
      INSERT INTO weft.organizations (id, name) VALUES ('org', 'Ours'), ('oth', 'Theirs');
      INSERT INTO weft.members (organization_id, user_id, role, joined_at) VALUES
        ('org', 'ann', 'admin', now()), ('oth', 'ann', 'member', now()), ('oth', 'bob', 'admin', now());
      INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, type, name) VALUES
        ('bas', 'bas', 'org', 'ann', 'base', 'Plans'), ('cop', 'cop', 'org', 'ann', 'base', 'Plans (Copy)')`),
  );

  const claim = (id: string, bytes: number, purpose: FilePurpose = 'upload', admit = (_: unknown) => {}) =>
    files.claim(
      {
        id,
        organizationId: 'org',
        userId: 'ann',
        purpose,
        name: `${id}.csv`,
        ...(purpose === 'attachment' && { flowId: 'bas' }),
      },
      bytes,
      10,
      admit,
    );
  const keep = (id: string, days = 1, thumbnails = false) =>
    engine.transaction((tx) =>
      files.keep(tx, id, { size: 5, mimeType: 'image/png', hash: 'abc', thumbnails }, days),
    );
  const store = async (id: string, purpose: FilePurpose, days = 1) => {
    await claim(id, 5, purpose);
    await keep(id, days);
  };
  const makeOld = (...ids: string[]) =>
    engine.query(`UPDATE weft.files SET kept_until = now() - interval '1 hour' WHERE id = ANY ($1)`, [ids]);

  it('count a file on its way with what it may come to, and one whose time is over no more', async () => {
    const seen: unknown[] = [];
    await store('a', 'upload');
    await claim('b', 100);
    await claim('c', 1_000, 'upload', (use) => seen.push(use));
    await claim('c', 2_000, 'upload', (use) => seen.push(use));
    await makeOld('b');
    await claim('c', 3_000, 'upload', (use) => seen.push(use));
    const unclaimed = { bytes: 0, files: 0 };
    const all = { bytes: 105, files: 2 };
    const left = { bytes: 5, files: 1 };
    expect(seen).toEqual([
      { organization: all, person: all, unclaimed, pending: 100 },
      { organization: all, person: all, unclaimed, pending: 100 },
      { organization: left, person: left, unclaimed, pending: 0 },
    ]);
  });

  it('keep nothing of a file that is refused, and let two claims not pass into room for one', async () => {
    const admit = (use: unknown) => {
      if ((use as { person: { files: number } }).person.files > 0) throw new Error('full');
    };
    const made = await Promise.allSettled(['a', 'b', 'c'].map((id) => claim(id, 1, 'upload', admit)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await engine.query('SELECT count(*) FROM weft.files')).toEqual([[1]]);
  });

  it('are found once they are whole, with what they were found to be', async () => {
    await claim('a', 9_000_000_000, 'attachment');
    expect(await files.get('a')).toBeNull();
    expect(await keep('a', 30, true)).toBe(true);
    expect(await keep('gone')).toBe(false);
    const found = { id: 'a', flowId: 'bas', name: 'a.csv', size: 5, mimeType: 'image/png', hash: 'abc' };
    expect(await files.get('a')).toMatchObject({ ...found, downloaded: false, thumbnails: 'waiting' });
    expect((await files.get('a'))?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    await files.noteThumbnails('a', 'made');
    expect(await files.attachmentsOf('bas', ['a', 'x'])).toMatchObject([{ thumbnails: 'made' }]);
    expect(await files.attachmentsOf('cop', ['a'])).toEqual([]);
    expect(await files.unknown(['a', 'x'])).toEqual(['x']);
  });

  it('are found by the members of their organization, and by a token in its own alone', async () => {
    await store('a', 'upload');
    await store('b', 'attachment');
    expect((await files.findOfMember('a', 'ann', null))?.id).toBe('a');
    expect((await files.findOfMember('a', 'ann', 'org'))?.id).toBe('a');
    expect(await files.findOfMember('a', 'ann', 'oth')).toBeNull();
    expect(await files.findOfMember('a', 'bob', null)).toBeNull();
    expect(await files.findOfMember('b', 'ann', null)).toBeNull();
  });

  it('are forgotten when their time is over, attachments only where no cell holds them', async () => {
    for (const id of ['up', 'fresh']) await store(id, 'upload');
    for (const id of ['held', 'left']) await store(id, 'attachment');
    await claim('stuck', 1, 'attachment');
    await makeOld('up', 'held', 'left', 'stuck');
    expect([...(await files.takeExpired(30))].toSorted()).toEqual(['stuck', 'up']);
    expect(await files.flowsWithAttachments()).toEqual(['bas']);
    expect(await files.takeUnreferenced('bas', ['held'], 30)).toEqual(['left']);
    expect(await files.takeUnreferenced('bas', [], 30)).toEqual([]);
    await files.release('held');
    expect(await files.flowsWithAttachments()).toEqual([]);
  });

  it('are copied with what their originals are, for the flow that is made', async () => {
    await claim('a', 9, 'attachment');
    await keep('a', 30, true);
    await claim('b', 5, 'attachment');
    await engine.transaction((tx) => giveCopies(tx, new Map([['a', 'b']]), 'cop', 30));
    expect(await files.get('b')).toMatchObject({
      flowId: 'cop',
      size: 5,
      hash: 'abc',
      thumbnails: 'waiting',
    });
  });
});
