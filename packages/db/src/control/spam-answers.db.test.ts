import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { evictSpam, maxSpam } from './spam-answers.ts';
import { peopledEngine } from './testing.ts';

describeEngines('spam', (open) => {
  const engine = peopledEngine(open);
  const certainty = { sure: ['trapped'], unverified: 'Not verified: ' };

  it('goes where there is more than is kept: what is surely spam first, and what nobody could verify last', async () => {
    const add = (prefix: string, reasons: readonly string[], from: number, to: number, minutesAgo: number) =>
      engine().query(
        `INSERT INTO weft.form_sessions (flow_id, id, state, snapshot_id, sent, reasons, started_at, updated_at)
         SELECT 'plans', $1 || i, 'spam', 'snp', '[]'::jsonb, $2::jsonb, now(), now() - make_interval(mins => $5)
         FROM generate_series($3::int, $4::int) i`,
        [prefix, JSON.stringify(reasons), from, to, minutesAgo],
      );
    await add('unverified', ['Not verified: it could not be reached'], 1, 1, 60);
    await add('hasty', ['It holds a link', 'It was filled in faster than anybody can'], 1, 1, 50);
    await add('both', ['Not verified: it could not be reached', 'trapped'], 1, 1, 0);
    await add('junk', ['trapped'], 1, maxSpam, 10);
    await evictSpam(engine(), 'plans', certainty);
    const left = await engine().query(
      `SELECT id FROM weft.form_sessions WHERE flow_id = 'plans' AND id NOT LIKE 'junk%' ORDER BY id`,
      [],
    );
    expect(left).toEqual([['both1'], ['hasty1'], ['unverified1']]);
    const [row] = await engine().query(
      `SELECT count(*)::int FROM weft.form_sessions WHERE state = 'spam'`,
      [],
    );
    expect(row).toEqual([maxSpam]);
    await add('later', ['It holds 4 links'], 1, maxSpam, 1);
    await evictSpam(engine(), 'plans', certainty);
    const kept = await engine().query(
      `SELECT id FROM weft.form_sessions WHERE flow_id = 'plans' AND id NOT LIKE 'later%'`,
      [],
    );
    expect(kept).toEqual([['unverified1']]);
  });
});
