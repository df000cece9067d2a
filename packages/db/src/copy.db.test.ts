import type { Action } from '@weft/history';
import { everyKindTable } from '@weft/history/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import { describeEngines, newId, openBases, openStore, type TestEngine, testNow } from './testing.ts';

const reader = { timeZone: 'UTC', now: testNow };
const rows = 100_000;

describeEngines('a table of 100,000 records', (open) => {
  let opened: TestEngine;
  let store: BaseStore;
  const table = everyKindTable(1);
  const tableId = table.id;
  const name = must(table.fields.find((field) => field.type === 'single_line_text')).id;
  const number = must(table.fields.find((field) => field.type === 'number')).id;
  const submit = (action: Omit<Action, 'id'>) =>
    store.submit('ann', { ...action, id: newId('act') } as Action);
  const window = async (of: string, start: number, count: number) => {
    const { records, total } = await store.window({ ...reader, tableId: of, start, count });
    return { ids: records.map((record) => record.id), records, total };
  };

  beforeAll(async () => {
    opened = await open();
    store = await openStore(await openBases(opened));
    const { baseId } = store;
    await submit({ type: 'CREATE_TABLE', input: { table, records: [] } });
    // Numbered from the last place to the first: their ids' order is not theirs.
    await opened.engine.query(
      `INSERT INTO ${baseId}.${tableId} (id, position, created_at, updated_at, raw, ${name}, ${number})
       SELECT 'rec' || lpad(n::text, 21, '0'), (${rows} - n + 1)::bigint * 1048576, $1::timestamptz, $1::timestamptz,
         CASE WHEN n % 2 = 0 THEN jsonb_build_object('${number}', 'about ' || n) END, 'Row ' || n, CASE WHEN n % 2 = 1 THEN n END
       FROM generate_series(1, ${rows}) AS n`,
      [testNow],
    );
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('is duplicated in order, with the texts that do not fit, and the copy is taken back', async () => {
    const newTableId = newId('tbl');
    const { entry } = await submit({
      type: 'DUPLICATE_TABLE',
      input: { tableId, newTableId, withRecords: true },
    });
    // The records do not travel through the log.
    expect(entry).toMatchObject({ changes: null, reload: [newTableId] });
    const { metadata } = await store.metadata();
    const copy = must(metadata.tables.find((one) => one.id === newTableId));
    const [copiedName, copiedNumber] = [name, number].map(
      (id) => copy.fields[table.fields.findIndex((field) => field.id === id)]?.id ?? '',
    );
    const { records, total } = await window(newTableId, 49_999, 2);
    expect(total).toBe(rows);
    expect(records.map(({ data, raw }) => [data[copiedName ?? ''], data[copiedNumber ?? ''], raw])).toEqual([
      ['Row 50001', 50_001, undefined],
      ['Row 50000', undefined, { [copiedNumber ?? '']: 'about 50000' }],
    ]);
    await store.undo('ann', 1);
    expect((await store.metadata()).metadata.tables).toHaveLength(1);
    await store.redo('ann', 1);
    expect((await window(newTableId, 0, 1)).total).toBe(rows);
    await store.undo('ann', 1);
  });

  it('makes room where records are moved to one place again and again', async () => {
    const before = (await window(tableId, 0, 200)).records;
    const anchor = must(before[100]).id;
    // Each goes right before the anchor: the room there is halved thirty times, and runs out after twenty.
    const moved = Array.from({ length: 30 }, (_, i) => `rec${String(i + 1).padStart(21, '0')}`);
    for (const id of moved)
      await submit({ type: 'REORDER_RECORDS', input: { tableId, recordIds: [id], beforeRecordId: anchor } });
    const after = await window(tableId, 100, 31);
    expect(after.ids).toEqual([...moved, anchor]);
    expect(after.total).toBe(rows);
    await submit({ type: 'REORDER_RECORDS', input: { tableId, recordIds: [anchor], beforeRecordId: null } });
    expect((await window(tableId, rows - 1, 1)).ids).toEqual([anchor]);
    await store.undo('ann', 31);
    expect((await window(tableId, 0, 200)).records).toEqual(before);
    expect((await window(tableId, rows - 31, 31)).ids).toEqual(
      Array.from({ length: 31 }, (_, i) => `rec${String(31 - i).padStart(21, '0')}`),
    );
  });

  it('takes 10,000 records elsewhere at once, and back', async () => {
    const { ids } = await window(tableId, 50_000, 10_000).then(async (first) => ({
      ids: [...first.ids.slice(0, 5_000), ...(await window(tableId, 55_000, 5_000)).ids],
    }));
    const [anchor = ''] = (await window(tableId, 10, 1)).ids;
    await submit({ type: 'REORDER_RECORDS', input: { tableId, recordIds: ids, beforeRecordId: anchor } });
    expect((await window(tableId, 10, 5)).ids).toEqual(ids.slice(0, 5));
    expect((await window(tableId, 10_009, 2)).ids).toEqual([ids.at(-1), anchor]);
    await store.undo('ann', 1);
    expect((await window(tableId, 50_000, 3)).ids).toEqual(ids.slice(0, 3));
    expect((await window(tableId, 10, 1)).ids).toEqual([anchor]);
  });

  it('has ids of its own where a record of another table has the same', async () => {
    const other = everyKindTable(2);
    await submit({
      type: 'CREATE_TABLE',
      input: { table: other, records: [{ id: `rec${'7'.padStart(21, '0')}`, cells: {} }] },
    });
    const edit = (inTable: string, fieldId: string, value: string) =>
      submit({
        type: 'UPDATE_RECORD_CELL',
        input: { tableId: inTable, recordId: `rec${'7'.padStart(21, '0')}`, cells: { [fieldId]: { value } } },
      });
    // At once: they share a transaction.
    await Promise.all([edit(tableId, name, 'Here'), edit(other.id, must(other.fields[0]).id, 'There')]);
    await store.undo('ann', 2);
    const [here] = await store.get(tableId, [`rec${'7'.padStart(21, '0')}`]);
    expect(here?.data[name]).toBe('Row 7');
  });
});
