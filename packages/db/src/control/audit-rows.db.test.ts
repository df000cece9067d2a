import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngines, type TestEngine } from '../testing.ts';
import { AuditRows } from './audit-rows.ts';

describeEngines('the audit log of an organization', (open) => {
  let opened: TestEngine;
  let rows: AuditRows;
  beforeAll(async () => {
    opened = await open();
    await opened.engine.exec(`
      INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "createdAt", "updatedAt") VALUES
        ('ann', 'Ann', 'ann@example.org', true, '2026-01-01', now());
      INSERT INTO weft.organizations (id, name) VALUES ('org', 'Ours'), ('oth', 'Theirs')`);
    rows = new AuditRows(opened.engine);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('is read newest first, a page at a time, with the names of who did it', async () => {
    const common = { organizationId: 'org', action: 'flow.renamed', ip: '10.0.0.1' };
    const details = { from: 'Käse "1"', to: '' };
    await rows.add({ ...common, id: 'aud1', userId: 'ann', details });
    await rows.add({ ...common, id: 'aud2', userId: null, details: {}, ip: null });
    await rows.add({ ...common, id: 'aud3', userId: 'ann', details: {}, organizationId: 'oth' });
    const newest = await rows.list('org', null, 1);
    expect(newest).toEqual([
      {
        id: 'aud2',
        action: 'flow.renamed',
        details: {},
        userId: null,
        userName: null,
        ip: null,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
    expect(await rows.list('org', 'aud2', 10)).toMatchObject([
      { id: 'aud1', userId: 'ann', userName: 'Ann', details, ip: '10.0.0.1' },
    ]);
    expect(await rows.list('org', 'aud1', 10)).toEqual([]);
  });
});
