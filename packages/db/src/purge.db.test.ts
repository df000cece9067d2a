import type { Table } from '@weft/core';
import type { Action } from '@weft/history';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bases } from './bases.ts';
import { describeEngines, newId, newTable, openBases, type TestEngine, testNow } from './testing.ts';

/** A table of texts; of more than 200 it lies in two parts. */
function tableOf(name: string, fields: number): Omit<Table, 'order'> {
  const own = Array.from({ length: fields }, (_, order) => ({
    id: newId('fld'),
    name: `Field ${order}`,
    type: 'single_line_text' as const,
    template: {},
    order,
  }));
  return newTable(name, own);
}

describeEngines('a deleted table', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  let elsewhere: Bases;
  const baseId = newId('bas');
  const other = tableOf('Other', 1);
  const store = () => bases.get(baseId);
  const submit = (userId: string, action: Omit<Action, 'id'>) =>
    store().submit(userId, { ...action, id: newId('act') } as Action);
  const create = (userId: string, table: Omit<Table, 'order'>) =>
    submit(userId, { type: 'CREATE_TABLE', input: { table, records: [{ id: newId('rec'), cells: {} }] } });
  const remove = (userId: string, { id }: { readonly id: string }) =>
    submit(userId, { type: 'DELETE_TABLE', input: { tableId: id } });
  /** So many steps; the first of two actions. */
  const work = async (userId: string, steps: number) => {
    const groupId = newId('grp');
    for (let action = 0; action <= steps; action++)
      await submit(userId, {
        type: 'UPDATE_TABLE',
        ...(action < 2 && { groupId }),
        input: { tableId: other.id, name: `Other ${userId} ${newId('act')}` },
      });
  };
  // A moment at a time: Citus computes none in an update.
  const pass = async (days: number) => {
    const rows = await opened.engine.query(
      `SELECT id, (deleted_at - make_interval(days => $1::integer))::text FROM ${baseId}._tables
       WHERE deleted_at IS NOT NULL`,
      [days],
    );
    for (const [id, deletedAt] of rows)
      await opened.engine.query(`UPDATE ${baseId}._tables SET deleted_at = $2::timestamptz WHERE id = $1`, [
        id,
        deletedAt,
      ]);
  };
  /** Physical parts of a table. */
  const parts = async ({ id }: { readonly id: string }) =>
    (
      await opened.engine.query(
        `SELECT tablename FROM pg_tables WHERE schemaname = $1 AND tablename LIKE $2`,
        [baseId, `${id}%`],
      )
    ).length;
  const names = async (of = bases) =>
    (await of.get(baseId).metadata()).metadata.tables.map((table) => table.name);

  beforeAll(async () => {
    opened = await open();
    [bases, elsewhere] = [await openBases(opened), await openBases(opened)];
    await bases.create(baseId, async () => {});
    await create('eve', other);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('stays while it may be restored, or brought back by a step within reach, and then goes for good', async () => {
    const wide = tableOf('Wide', 210);
    await create('ann', wide);
    await remove('ann', wide);
    await work('ann', 49);
    await pass(31);
    expect(await bases.purge(baseId)).toBe(0);
    expect(await parts(wide)).toBe(2);

    // The fiftieth step later: the deletion is out of ann's reach, and was long ago.
    await work('ann', 1);
    expect((await Promise.all([bases.purge(baseId), elsewhere.purge(baseId)])).toSorted()).toEqual([0, 1]);
    expect(await parts(wide)).toBe(0);
    await expect(submit('bob', { type: 'RESTORE_TABLE', input: { tableId: wide.id } })).rejects.toMatchObject(
      { kind: 'not-found' },
    );
    // Going back past it brings nothing back, and its ids are not given again.
    const { actions, conflicts } = await store().undo('ann', 60);
    expect(conflicts).toEqual([]);
    expect(actions).toHaveLength(52);
    expect([await names(), await names(elsewhere)]).toEqual([['Other'], ['Other']]);
    await expect(create('bob', { ...tableOf('New', 1), id: wide.id })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await expect(store().beginLoad({ ...tableOf('New', 1), id: wide.id })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  it('stays for 30 days, out of everybody’s reach or not', async () => {
    const short = tableOf('Short', 1);
    await create('cai', short);
    await remove('cai', short);
    await work('cai', 50);
    await pass(29);
    expect(await bases.purge(baseId)).toBe(0);
    await submit('dan', { type: 'RESTORE_TABLE', input: { tableId: short.id } });
    await remove('dan', short);
    await pass(31);
    // Dan can still undo it.
    expect(await bases.purge(baseId)).toBe(0);
    await store().undo('dan', 1);
    expect(await names()).toContain('Short');
    expect(
      (await store().list({ timeZone: 'UTC', now: testNow, tableId: short.id, limit: 9 })).records,
    ).toHaveLength(1);
  });

  it('that was made and taken back stays while it can be made again', async () => {
    const made = tableOf('Made', 1);
    await create('fay', made);
    await store().undo('fay', 1);
    await pass(31);
    expect(await bases.purge(baseId)).toBe(0);
    await work('fay', 1);
    expect(await bases.purge(baseId)).toBe(1);
    expect(await parts(made)).toBe(0);
  });

  it('of an import that has not ended is left to the import', async () => {
    const loading = tableOf('Loading', 1);
    const load = await store().beginLoad(loading);
    await pass(31);
    expect(await bases.purge(baseId)).toBe(0);
    await load.discard();
  });
});
