import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { markAnswersDeleted } from './deleted-answers.ts';
import { FormSessions, writeFormSession } from './form-sessions.ts';
import { peopledEngine } from './testing.ts';

describeEngines('answers to a form', (open) => {
  const engine = peopledEngine(open);
  const finished = (n: number) => ({
    ...{ id: `sub${n}`, state: 'finished' as const, snapshotId: 'snp', recordId: `rec${n}`, sent: null },
    ...{ reasons: [], person: null, startedAt: `2026-03-0${n}T00:00:00.000Z` },
    updatedAt: `2026-03-0${n}T00:00:00.000Z`,
  });

  it('are listed newest first, with those whose records were deleted or without them', async () => {
    await engine().transaction(async (tx) => {
      for (const n of [1, 2, 3]) writeFormSession(tx, 'plans', finished(n));
      await markAnswersDeleted(tx, 'plans', ['rec3'], true);
    });
    const sessions = new FormSessions(engine());
    const listed = async (withDeleted: boolean) =>
      (await sessions.list('plans', 'finished', 2, null, withDeleted)).map(({ id }) => id);
    expect([await listed(true), await listed(false)]).toEqual([
      ['sub3', 'sub2'],
      ['sub2', 'sub1'],
    ]);
  });
});
