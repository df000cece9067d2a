import { sampleField } from '@weft/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from './engine/engine.ts';
import { migrate } from './migrate.ts';
import { migrationNames } from './migration-files.ts';
import { schemaOf } from './schema/names.ts';
import { describeEngines, newId, newTable, openBases, openStore, type TestEngine } from './testing.ts';

/** A database as the version before this migration left it. */
const before = (engine: TestEngine['engine'], name: string) =>
  migrate(
    engine,
    migrationNames().filter((one) => one < name),
  );

describeEngines('a database of an earlier version', (open) => {
  let opened: TestEngine;
  beforeAll(async () => {
    opened = await open('empty');
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('has its people work in the organization they joined last', async () => {
    const { engine } = opened;
    await before(engine, '0010');
    await engine.exec(`
      INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
        VALUES ('ann', 'Ann', 'ann@example.org', true, now()), ('bob', 'Bob', 'bob@example.org', true, now());
      INSERT INTO weft.organizations (id, name) VALUES ('old', 'Old'), ('new', 'New');
      INSERT INTO weft.members (organization_id, user_id, role, joined_at) VALUES
        ('old', 'ann', 'admin', '2025-01-01T00:00:00Z'), ('new', 'ann', 'member', '2025-06-01T00:00:00Z'),
        ('new', 'bob', 'admin', '2025-03-01T00:00:00Z')`);
    await migrate(engine);
    const chosen = `SELECT user_id, organization_id, role, chosen_at = joined_at FROM weft.members
      ORDER BY user_id, chosen_at DESC`;
    expect(await engine.query(chosen)).toEqual([
      ['ann', 'new', 'member', true],
      ['ann', 'old', 'admin', true],
      ['bob', 'new', 'admin', true],
    ]);
    // Whoever joins from now on has chosen, and works there.
    await engine.exec(
      `INSERT INTO weft.members (organization_id, user_id, role) VALUES ('old', 'bob', 'member')`,
    );
    expect((await engine.query(chosen)).slice(2).map(([, organization]) => organization)).toEqual([
      'old',
      'new',
    ]);
    // Started again, nothing is done twice.
    await migrate(engine);
    expect(await engine.query(chosen)).toHaveLength(4);
  });

  it('knows which records were deleted before ids of deleted ones were kept', async () => {
    const { engine } = opened;
    await migrate(engine);
    await engine.exec(`DELETE FROM public.weft_migrations WHERE name LIKE '%deleted_records%'`);
    const schema = newId('bas');
    const change = (recordId: string, after: object | null) =>
      JSON.stringify([{ kind: 'record', tableId: 'tbl', recordId, before: after && null, after }]);
    await engine.exec(`CREATE SCHEMA ${schema};
      CREATE TABLE ${schema}._log (changes jsonb NOT NULL);
      INSERT INTO ${schema}._log VALUES ('${change('rec1', null)}'), ('${change('rec1', null)}'), ('${change('rec2', {})}')`);
    await migrate(engine);
    expect(await engine.query(`SELECT * FROM ${schema}._deleted_records`)).toEqual([['tbl', 'rec1']]);
    await engine.exec(`DROP SCHEMA ${schema} CASCADE`);
  });

  it('is changed table by table, and goes on where it was killed', async () => {
    const { engine } = opened;
    await engine.exec('DROP SCHEMA IF EXISTS weft CASCADE; DROP TABLE IF EXISTS public.weft_migrations');
    const store = await openStore(await openBases(opened));
    const schema = schemaOf(store.baseId);
    const tables = Array.from({ length: 3 }, (_, i) =>
      newTable(`Table ${i}`, [sampleField('single_line_text', {}, { id: newId('fld'), name: 'Name' })]),
    );
    for (const table of tables) {
      await store.submit('ann', { id: newId('act'), type: 'CREATE_TABLE', input: { table, records: [] } });
      await engine.exec(`ALTER TABLE ${schema}.${table.id} DROP COLUMN created_by, DROP COLUMN updated_by`);
    }
    await engine.exec(`DELETE FROM public.weft_migrations WHERE name LIKE '%people_of_records%'`);
    let transactions = 0;
    const killed = new Proxy(engine, {
      get: (target, key: keyof Engine) => {
        const value = target[key];
        if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        // The first finds what is to be done, the second changes a table.
        return (work: Parameters<Engine['transaction']>[0]) =>
          ++transactions > 2 ? Promise.reject(new Error('killed')) : target.transaction(work);
      },
    });
    const changed = async () =>
      engine.query(
        `SELECT attrelid::regclass FROM pg_attribute
         WHERE attname = 'created_by' AND attrelid = ANY($1::regclass[])`,
        [tables.map(({ id }) => `${schema}.${id}`)],
      );
    await expect(migrate(killed)).rejects.toThrow('killed');
    expect(await changed()).toHaveLength(1);
    await migrate(engine);
    expect(await changed()).toHaveLength(3);
    const names = await engine.query('SELECT name FROM public.weft_migrations ORDER BY name');
    expect(names.map(([name]) => name)).toEqual(migrationNames());
    await engine.exec(`DROP SCHEMA ${schema} CASCADE`);
  });

  it('has its databases in a workspace where all present members write, under their public ids, and its audit log speak of flows', async () => {
    const { engine } = opened;
    await engine.exec('DROP SCHEMA IF EXISTS weft CASCADE; DROP TABLE IF EXISTS public.weft_migrations');
    await before(engine, '0030');
    await engine.exec(`
      INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
        VALUES ('ann', 'Ann', 'ann@example.org', true, now()), ('bob', 'Bob', 'bob@example.org', true, now());
      INSERT INTO weft.organizations (id, name) VALUES ('org', 'Ours'), ('oth', 'Empty');
      INSERT INTO weft.members (organization_id, user_id, role) VALUES ('org', 'ann', 'admin'), ('org', 'bob', 'member');
      INSERT INTO weft.flows (id, organization_id, owner_user_id, workspace_id, type, name) VALUES
        ('bas1', 'org', 'ann', NULL, 'base', 'Plans'), ('bas2', 'org', 'ann', 'gone', 'base', 'Budget');
      INSERT INTO weft.audit_log (id, organization_id, action, details) VALUES
        ('aud1', 'org', 'base.renamed', '{"baseId":"bas1","name":"Plans","before":"Old"}'), ('aud2', 'org', 'sign-in', '{}')`);
    await migrate(engine);
    expect(
      await engine.query('SELECT id, public_identifier, workspace_id FROM weft.flows ORDER BY id'),
    ).toEqual([
      ['bas1', 'bas1', 'wsp'],
      ['bas2', 'bas2', 'wsp'],
    ]);
    expect(await engine.query('SELECT id, slug, name FROM weft.workspaces')).toEqual([
      ['wsp', 'general', 'General'],
    ]);
    expect(
      await engine.query('SELECT user_id, access_level FROM weft.workspace_members ORDER BY user_id'),
    ).toEqual([
      ['ann', 'write'],
      ['bob', 'write'],
    ]);
    expect(await engine.query('SELECT action, details FROM weft.audit_log ORDER BY id')).toEqual([
      ['flow.renamed', { flowId: 'bas1', type: 'base', name: 'Plans', before: 'Old' }],
      ['sign-in', {}],
    ]);
  });
});
