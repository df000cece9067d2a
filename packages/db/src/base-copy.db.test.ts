import type { Action } from '@weft/history';
import { everyKindTable } from '@weft/history/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import type { Bases } from './bases.ts';
import { describeEngines, newId, openBases, openStore, type TestEngine, testNow } from './testing.ts';

const reader = { timeZone: 'UTC', now: testNow };

describeEngines('a copy of a base', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  let source: BaseStore;
  const table = everyKindTable(1);
  const deleted = everyKindTable(2);
  const name = must(table.fields.find((field) => field.type === 'single_line_text')).id;
  const submit = (store: BaseStore, action: Omit<Action, 'id'>) =>
    store.submit('ann', { ...action, id: newId('act') } as Action);
  const names = async (store: BaseStore) => {
    const { records } = await store.list({ ...reader, tableId: table.id, limit: 50 });
    return records.map(({ id, data }) => [id, data[name]]);
  };
  const indexes = async (baseId: string) =>
    (
      await opened.engine.query(
        `SELECT tablename::text, indexname::text FROM pg_indexes WHERE schemaname = $1 AND tablename NOT LIKE '\\_%'
         ORDER BY 1, 2`,
        [baseId],
      )
    ).filter(([of]) => String(of).startsWith(table.id));

  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
    source = await openStore(bases);
    const record = (text: string) => ({ id: newId('rec'), cells: { [name]: { value: text } } });
    await submit(source, {
      type: 'CREATE_TABLE',
      input: { table, records: [record('Linen'), record('Wool')] },
    });
    await submit(source, { type: 'CREATE_TABLE', input: { table: deleted, records: [] } });
    await submit(source, { type: 'DELETE_TABLE', input: { tableId: deleted.id } });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('has its tables, records, keys and indexes, without what was deleted', async () => {
    const copyId = newId('bas');
    await bases.copy(source.baseId, copyId, new Map(), async () => {});
    const copy = bases.get(copyId);
    expect((await copy.metadata()).metadata).toEqual((await source.metadata()).metadata);
    expect(await names(copy)).toEqual(await names(source));
    expect(await indexes(copyId)).toEqual(await indexes(source.baseId));
    await expect(
      submit(copy, { type: 'RESTORE_TABLE', input: { tableId: deleted.id } }),
    ).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('is edited, undone and followed like any other, and leaves the original alone', async () => {
    const copyId = newId('bas');
    await bases.copy(source.baseId, copyId, new Map(), async () => {});
    const copy = bases.get(copyId);
    const { version } = await copy.metadata();
    expect((await copy.history({ limit: 10 })).entries).toEqual([]);
    const silk = { id: newId('rec'), cells: { [name]: { value: 'Silk' } } };
    await submit(copy, { type: 'CREATE_RECORD', input: { tableId: table.id, records: [silk] } });
    expect([(await names(copy)).length, (await names(source)).length]).toEqual([3, 2]);
    const stop = new AbortController();
    const first = await copy.changes(version, stop.signal)[Symbol.asyncIterator]().next();
    stop.abort();
    expect(must(first.value)).toMatchObject({ seq: version + 1, type: 'CREATE_RECORD' });
    await copy.undo('ann', 1);
    expect(await names(copy)).toEqual(await names(source));
  });

  it('keeps a table that its empty log does not name when an import into it is cleaned up', async () => {
    const copyId = newId('bas');
    await bases.copy(source.baseId, copyId, new Map(), async () => {});
    const copy = bases.get(copyId);
    await copy.discardLoad(table.id);
    expect(await names(copy)).toEqual(await names(source));
    const hidden = everyKindTable(3);
    await copy.beginLoad(hidden);
    await copy.discardLoad(hidden.id);
    expect(await indexes(copyId)).toEqual(await indexes(source.baseId));
    await copy.beginLoad(hidden);
  });

  it('is not made at all where what goes with it fails', async () => {
    const copyId = newId('bas');
    const failing = bases.copy(source.baseId, copyId, new Map(), () => Promise.reject(new Error('No')));
    await expect(failing).rejects.toThrow('No');
    expect(await opened.engine.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [copyId])).toEqual([]);
    await submit(source, { type: 'UPDATE_TABLE', input: { tableId: table.id, name: 'Renamed' } });
  });
});
