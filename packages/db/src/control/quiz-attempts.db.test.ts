import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { QuizAttempts } from './quiz-attempts.ts';
import { peopledEngine } from './testing.ts';
import { UnfinishedAnswers } from './unfinished-answers.ts';

const day = 86_400_000;

describeEngines('attempts of a quiz', (open) => {
  const engine = peopledEngine(open);

  it('of which nothing was kept are forgotten after a month, where they do not count', async () => {
    const attempts = new QuizAttempts(engine());
    const left = async (settings: object, props: object) => {
      await engine().exec(`DELETE FROM weft.flows;
        INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, type, name, settings)
          VALUES ('quiz', 'quiz', 'org', 'ann', 'quiz', 'Quiz', '${JSON.stringify(settings)}');
        INSERT INTO weft.documents (flow_id, content) VALUES ('quiz', '{}');
        INSERT INTO weft.snapshots (id, flow_id, number, content, published_at, published_by)
          VALUES ('snp', 'quiz', 1, '${JSON.stringify({ props })}', now(), 'ann');
        UPDATE weft.flows SET published_snapshot_id = 'snp' WHERE id = 'quiz'`);
      for (const [id, days] of [
        ['kept', 40],
        ['old', 31],
        ['week', 8],
        ['new', 0],
      ] as const) {
        const attempt = { id, person: id, startedAt: new Date(Date.now() - days * day).toISOString() };
        await attempts.begin('quiz', attempt, { most: null, after: null });
      }
      await new UnfinishedAnswers(engine()).keep('quiz', {
        ...{ id: 'kept', snapshotId: 'snp', pageId: null, sent: [] },
      });
      await attempts.removeOld();
      const found = await Promise.all(
        ['kept', 'old', 'week', 'new'].map(async (id) =>
          (await attempts.find('quiz', id)) === null ? [] : [id],
        ),
      );
      return found.flat();
    };
    expect(await left({}, {})).toEqual(['kept', 'week', 'new']);
    expect(await left({}, { timeLimit: 1_440 * 2 })).toEqual(['kept', 'old', 'week', 'new']);
    expect(await left({}, { attempts: 1 })).toEqual(['kept', 'old', 'week', 'new']);
    expect(await left({ retentionDays: 7 }, { attempts: 1 })).toEqual(['kept', 'new']);
  });
});
