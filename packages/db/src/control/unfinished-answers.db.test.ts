import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { FormSessions } from './form-sessions.ts';
import { peopledEngine } from './testing.ts';
import { isLargeUnfinished, UnfinishedAnswers } from './unfinished-answers.ts';

describeEngines('answers that were begun', (open) => {
  const engine = peopledEngine(open);
  const answer = (id: string, bytes: number) => ({
    ...{ id, snapshotId: 'snp', pageId: null, sent: [['fld', 'a'.repeat(bytes)]] as const },
  });

  it('take room for so many bytes of one form where they are large, and small ones go on', async () => {
    const answers = new UnfinishedAnswers(engine(), 60_000);
    const keep = (id: string, bytes: number) => answers.keep('plans', answer(id, bytes));
    expect(await keep('sub1', 30_000)).toBe(true);
    // The same one kept again takes its room once.
    expect(await keep('sub1', 40_000)).toBe(true);
    expect(await keep('sub2', 30_000)).toBe(false);
    expect(await answers.find('plans', 'sub2')).toBeNull();
    expect(await keep('sub2', 10_000)).toBe(true);
    // What it has grown to has no room: it is as it was.
    expect(await keep('sub2', 30_000)).toBe(false);
    expect((await answers.find('plans', 'sub2'))?.sent[0]?.[1]).toHaveLength(10_000);
    expect(await keep('sub1', 17_000)).toBe(true);
    expect(await keep('sub2', 30_000)).toBe(true);
    expect([
      isLargeUnfinished(answer('a', 10_000).sent),
      isLargeUnfinished(answer('a', 17_000).sent),
    ]).toEqual([...[false, true]]);
  });

  it('give way where a form has as many as it keeps: first the oldest that nobody went on with', async () => {
    const answers = new UnfinishedAnswers(engine(), 60_000, 3);
    const keep = (id: string, mayBegin = true) => answers.keep('plans', answer(id, 10), mayBegin);
    for (const id of ['sub1', 'sub2', 'sub3']) expect(await keep(id)).toBe(true);
    await engine().query('SELECT pg_sleep(0.01)', []);
    expect(await keep('sub1')).toBe(true);
    expect(await keep('sub4')).toBe(true);
    expect(await keep('sub5')).toBe(true);
    const left = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'].map((id) => answers.find('plans', id));
    expect((await Promise.all(left)).map((one) => one?.id ?? null)).toEqual([
      ...['sub1', null, null, 'sub4', 'sub5'],
    ]);
    // Who may begin none goes on with one that is there.
    expect([await keep('sub6', false), await keep('sub5', false)]).toEqual([false, true]);
  });

  it('people who answered are told apart by a key that stays', async () => {
    const sessions = new FormSessions(engine());
    const key = await sessions.personKey('former');
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await sessions.personKey('former')).toBe(key);
    // As after a migration where people had answered: the key they were told apart by stays.
    await engine().query('DELETE FROM weft.form_person_key', []);
    expect(await sessions.personKey('former')).toBe('former');
    expect(await sessions.personKey('of another secret')).toBe('former');
  });
});
