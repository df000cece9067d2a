import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { RunningWork } from './running-work.ts';
import { peopledEngine } from './testing.ts';

describeEngines('long operations of all servers', (open) => {
  const engine = peopledEngine(open, 'DELETE FROM weft.running_work');
  const begin = (id: string, userId = 'ann', organizationId = 'org', kind = 'export') =>
    new RunningWork(engine()).begin({ id, kind, userId, organizationId }, { person: 2, organization: 3 });

  it('are so many at once of a person and an organization', async () => {
    expect([await begin('a'), await begin('b'), await begin('c')]).toEqual([null, null, 'person']);
    expect(await begin('d', 'ann', 'oth')).toBe('person');
    expect(await begin('e', 'ann', 'org', 'base')).toBe(null);
    expect([await begin('f', 'bob'), await begin('g', 'bob')]).toEqual([null, 'organization']);
    await new RunningWork(engine()).end('a');
    expect(await begin('h')).toBe(null);
  });

  it('count no longer when their server was killed', async () => {
    await begin('a');
    await begin('b');
    await engine().exec(`UPDATE weft.running_work SET begun_at = now() - interval '61 minutes'`);
    expect([await begin('c'), await begin('d'), await begin('e')]).toEqual([null, null, 'person']);
  });
});
