import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
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
});
