import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { AiUsage } from './ai-usage.ts';
import { peopledEngine } from './testing.ts';
import { Usage } from './usage.ts';

describeEngines('what an organization keeps', (open) => {
  const engine = peopledEngine(
    open,
    `INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, type, name, trashed_at) VALUES
       ('forms', 'forms', 'org', 'ann', 'form', 'Guests', now()), ('their', 'their', 'oth', 'bob', 'base', 'Theirs', NULL);
     DELETE FROM weft.files;
     INSERT INTO weft.files (id, organization_id, user_id, name, size, mime_type, purpose, flow_id, pending) VALUES
       ('f1', 'org', 'bob', 'a.png', 100, 'image/png', 'attachment', 'plans', false),
       ('f2', 'org', 'bob', 'b.png', 20, 'image/png', 'attachment', 'plans', true),
       ('f3', 'org', 'bob', 'c.csv', 7, 'text/csv', 'upload', NULL, false)`,
  );

  it('is its files as they are, and records as they were counted last, the largest first', async () => {
    const usage = new Usage(engine());
    expect(await usage.of('org', 10)).toMatchObject({ records: 0, files: 2, bytes: 107, countedAt: null });
    await usage.keep('forms', { seq: 1, records: 5 });
    await usage.keep('forms', { seq: 4, records: 6 });
    await usage.keep('plans', { seq: 2, records: 3 });
    await usage.keep('gone', { seq: 2, records: 99 });
    const { records, flowCount, flows, countedAt } = await usage.of('org', 10);
    expect([records, flowCount, countedAt === null]).toEqual([9, 2, false]);
    expect(flows).toEqual([
      { id: 'forms', name: 'Guests', type: 'form', trashed: true, records: 6, files: 0, bytes: 0 },
      { id: 'plans', name: 'Plans', type: 'base', trashed: false, records: 3, files: 1, bytes: 100 },
    ]);
    expect((await usage.of('org', 1)).flows.map(({ id }) => id)).toEqual(['forms']);
    expect(await usage.bases()).toEqual([
      { id: 'forms', seq: 4 },
      { id: 'plans', seq: 2 },
      { id: 'their', seq: null },
    ]);
  });

  it('counts the language model by organization and month', async () => {
    const usage = new AiUsage(engine());
    const [november, december] = [Date.parse('2026-11-30T23:59:59Z'), Date.parse('2026-12-01T00:00:00Z')];
    const use = { purpose: 'schema', at: november, tokensIn: 10, tokensOut: 1 };
    await usage.add({ ...use, organizationId: 'org' });
    await usage.add({ ...use, organizationId: 'org', purpose: 'answers' });
    await usage.add({ ...use, organizationId: 'org', at: december });
    await usage.add({ ...use, organizationId: 'oth', tokensOut: 50 });
    await usage.add({ ...use, organizationId: 'gone' });
    expect(await usage.of('org', november)).toEqual({
      ...{ month: '2026-11', calls: 2, tokensIn: 20, tokensOut: 2 },
    });
    const all = await usage.byOrganization(november, 10);
    expect(all.map(({ organizationId, calls }) => [organizationId, calls])).toEqual([
      ['oth', 1],
      ['org', 2],
    ]);
  });
});
