import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { SessionRows } from './sessions.ts';
import { peopledEngine } from './testing.ts';

describeEngines('sessions', (open) => {
  const engine = peopledEngine(
    open,
    `INSERT INTO weft.auth_session ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt", "lastUsedAt", "userAgent") VALUES
       ('s1', 'secret-1', 'ann', now() + interval '1 day', now() - interval '9 days', now(), now() - interval '8 days', 'Firefox'),
       ('s2', 'secret-2', 'ann', now() + interval '1 day', now(), now(), now() - interval '2 minutes', ''),
       ('s3', 'secret-3', 'bob', now() + interval '1 day', now(), now(), NULL, NULL)`,
  );

  it('are listed last used first, under an id that signs nobody in', async () => {
    const rows = new SessionRows(engine());
    const listed = await rows.ofPerson('ann');
    expect(listed.map(({ sessionId, userAgent }) => [sessionId, userAgent])).toEqual([
      ['s2', null],
      ['s1', 'Firefox'],
    ]);
    for (const { id } of listed) expect(await rows.find(id)).toBeNull();
  });

  it('note their use at most once a minute', async () => {
    const rows = new SessionRows(engine());
    const used = async () =>
      (await rows.ofPerson('ann')).find(({ sessionId }) => sessionId === 's2')?.lastUsedAt;
    const before = await used();
    await rows.find('secret-2');
    const noted = await used();
    expect(noted).not.toBe(before);
    await rows.find('secret-2');
    expect(await used()).toBe(noted);
  });

  it('end when they were idle for longer than their organization allows', async () => {
    const rows = new SessionRows(engine());
    expect(await rows.find('secret-1')).toMatchObject({ sessionId: 's1', organization: { id: 'org' } });
    await engine().exec(`UPDATE weft.organizations SET settings = '{"sessionDays": 7}' WHERE id = 'org';
      UPDATE weft.auth_session SET "lastUsedAt" = now() - interval '8 days' WHERE "id" = 's1'`);
    expect(await rows.find('secret-1')).toBeNull();
    expect((await rows.ofPerson('ann')).map(({ sessionId }) => sessionId)).toEqual(['s2']);
  });

  it('that were ended are told why for a month', async () => {
    const rows = new SessionRows(engine());
    await rows.endBecause('bob', 'You were removed');
    await rows.removeOld();
    expect(await rows.whyEnded('secret-3')).toBe('You were removed');
    await engine().exec(`UPDATE weft.ended_sessions SET ended_at = now() - interval '31 days'`);
    await rows.removeOld();
    expect(await rows.whyEnded('secret-3')).toBeNull();
  });
});
