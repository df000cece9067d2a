import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { RunningWork } from './running-work.ts';
import { Servers } from './servers.ts';
import { peopledEngine } from './testing.ts';

describeEngines('long operations of all servers', (open) => {
  const engine = peopledEngine(open, 'DELETE FROM weft.running_work; DELETE FROM weft.servers');
  const isThere = (id: string) => new Servers(engine()).seen({ id, name: id, role: 'web' });
  const at = (server: string) => new RunningWork(engine(), server);
  const begin = (id: string, userId = 'ann', organizationId = 'org', kind = 'export', server = 'one') =>
    at(server).begin({ id, kind, userId, organizationId }, { person: 2, organization: 3 });

  it('are so many at once of a person and an organization', async () => {
    for (const server of ['one', 'two']) await isThere(server);
    expect([await begin('a'), await begin('b', 'ann', 'org', 'export', 'two'), await begin('c')]).toEqual([
      null,
      null,
      'person',
    ]);
    expect(await begin('d', 'ann', 'oth')).toBe('person');
    expect(await begin('e', 'ann', 'org', 'base')).toBe(null);
    expect([await begin('f', 'bob'), await begin('g', 'bob')]).toEqual([null, 'organization']);
    await at('one').end('a');
    expect(await begin('h')).toBe(null);
  });

  it('are no more where many begin at one moment', async () => {
    for (const server of ['one', 'two']) await isThere(server);
    const begun = (prefix: string, userOf: (n: number) => string, organizationId: string) =>
      Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          begin(prefix + n, userOf(n), organizationId, 'export', n % 2 === 0 ? 'one' : 'two'),
        ),
      );
    const [ofPerson, ofColleagues] = await Promise.all([
      begun('p', () => 'ann', 'org'),
      begun('c', (n) => `colleague ${n}`, 'oth'),
    ]);
    const count = (all: readonly unknown[]) => all.filter((reached) => reached === null).length;
    expect([count(ofPerson), count(ofColleagues)]).toEqual([2, 3]);
  });

  it('count no longer when their server was killed', async () => {
    for (const server of ['one', 'killed']) await isThere(server);
    for (const id of ['a', 'b']) await begin(id, 'ann', 'org', 'export', 'killed');
    expect(await begin('c')).toBe('person');
    await engine().exec(
      `UPDATE weft.servers SET seen_at = now() - interval '31 seconds' WHERE id = 'killed'`,
    );
    expect([await begin('c'), await begin('d'), await begin('e')]).toEqual([null, null, 'person']);
    // Another one hears that it is gone, and what it left behind goes with the next that ends.
    await isThere('one');
    await at('one').end('c');
    expect(await engine().query('SELECT id FROM weft.running_work')).toEqual([['d']]);
  });
});
