import { randomBytes } from 'node:crypto';
import { everyKindTable, idOf } from '@weft/history/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import type { Bases } from './bases.ts';
import {
  basesOf,
  describeEngines,
  newId,
  openBases,
  openStore,
  type TestEngine,
  testNow,
} from './testing.ts';

const table = everyKindTable(1);
const field = must(table.fields[0]).id;
const parts = 9;
const perPart = 200;

describeEngines('a group too large for one transaction', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  let store: BaseStore;

  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
    store = await openStore(bases);
    await store.submit('ann', { id: newId('act'), type: 'CREATE_TABLE', input: { table, records: [] } });
    // Texts that do not compress: three transactions' worth.
    for (let part = 0; part < parts; part++)
      await store.submit('ann', {
        id: newId('act'),
        type: 'CREATE_RECORD',
        groupId: idOf('grp', 1),
        input: {
          tableId: table.id,
          records: Array.from({ length: perPart }, (_, i) => ({
            id: idOf('rec', part * perPart + i),
            cells: { [field]: { value: randomBytes(1_500).toString('base64') } },
          })),
        },
      });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const count = async () =>
    (await store.list({ timeZone: 'UTC', now: testNow, tableId: table.id, limit: 1, includeTotal: true }))
      .total;
  const seq = async () => (await store.metadata()).version;

  it('U2: is taken back and done again as one step, in several transactions', async () => {
    expect(await count()).toBe(parts * perPart);
    const before = await seq();
    const [undo, redo] = [newId('act'), newId('act')];
    const undone = await store.undo('ann', 1, undo);
    expect(undone.actions).toHaveLength(parts);
    expect(undone.conflicts).toEqual([]);
    expect(await count()).toBe(0);
    expect((await seq()) - before).toBeGreaterThan(1);

    // Its answer was lost, and it is sent again, to another process.
    const elsewhere = basesOf(opened.engine).get(store.baseId);
    expect(await elsewhere.undo('ann', 1, undo)).toEqual(undone);
    await expect(elsewhere.undo('ben', 1, undo)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(elsewhere.redo('ann', 1, undo)).rejects.toMatchObject({ kind: 'conflict' });
    const redone = await store.redo('ann', 1, redo);
    expect(await elsewhere.redo('ann', 1, redo)).toEqual(redone);
    expect(redone.actions.map(({ id }) => id)).toEqual(undone.actions.map(({ id }) => id).toReversed());
    expect(await count()).toBe(parts * perPart);
    expect((await store.redo('ann', 1)).actions).toEqual([]);
  });

  it('U2: takes back no second step where a call for one of a single transaction is sent again', async () => {
    const record = { id: newId('rec'), cells: {} };
    for (const records of [[{ id: newId('rec'), cells: {} }], [record]])
      await store.submit('cid', {
        ...{ id: newId('act'), type: 'CREATE_RECORD' },
        input: { tableId: table.id, records },
      });
    const before = must(await count());
    const actionId = newId('act');
    const undone = await store.undo('cid', 1, actionId);
    expect(undone.changes).toMatchObject([{ kind: 'record', recordId: record.id }]);
    expect(await basesOf(opened.engine).get(store.baseId).undo('cid', 1, actionId)).toEqual(undone);
    expect(await count()).toBe(before - 1);
    await store.undo('cid', 1);
  });

  it('U2: lets others write between its parts', async () => {
    const order: string[] = [];
    const undoing = store.undo('ann', 1).then(() => order.push('undone'));
    const writing = store
      .submit('ben', {
        id: newId('act'),
        type: 'CREATE_RECORD',
        input: { tableId: table.id, records: [{ id: newId('rec'), cells: {} }] },
      })
      .then(() => order.push('written'));
    await Promise.all([undoing, writing]);
    expect(order).toEqual(['written', 'undone']);
    expect(await count()).toBe(1);
  });

  it('can no longer be done again once something new is done', async () => {
    await store.submit('ann', {
      id: newId('act'),
      type: 'UPDATE_TABLE',
      input: { tableId: table.id, name: 'Renamed' },
    });
    expect((await store.redo('ann', 1)).actions).toEqual([]);
    expect(await count()).toBe(1);
  });

  it('U2: is taken back in several transactions where its records are many and small', async () => {
    const records = 4_500;
    const from = parts * perPart;
    for (let at = 0; at < records; at += 500)
      await store.submit('cem', {
        id: newId('act'),
        type: 'CREATE_RECORD',
        groupId: idOf('grp', 2),
        input: {
          tableId: table.id,
          records: Array.from({ length: 500 }, (_, i) => ({ id: idOf('rec', from + at + i), cells: {} })),
        },
      });
    const there = await count();
    const before = await seq();
    expect((await store.undo('cem', 1)).conflicts).toEqual([]);
    expect(await count()).toBe((there ?? 0) - records);
    expect((await seq()) - before).toBe(2);
  });

  it('U2: brings back what somebody deleted, in several transactions, and nothing else of that step', async () => {
    const groupId = idOf('grp', 3);
    const from = parts * perPart + 10_000;
    const ids = Array.from({ length: 4_500 }, (_, i) => idOf('rec', from + i));
    const inBatches = async (submit: (some: readonly string[]) => Promise<unknown>) => {
      for (let at = 0; at < ids.length; at += 500) await submit(ids.slice(at, at + 500));
    };
    const kept = newId('rec');
    const write = (value: string, group: object) =>
      store.submit('dana', {
        ...{ id: newId('act'), type: 'UPDATE_RECORD_CELL', ...group },
        input: { tableId: table.id, recordId: kept, cells: { [field]: { value } } },
      });
    await store.submit('dana', {
      ...{ id: newId('act'), type: 'CREATE_RECORD' },
      input: { tableId: table.id, records: [{ id: kept, cells: {} }] },
    });
    await inBatches((some) =>
      store.submit('dana', {
        ...{ id: newId('act'), type: 'CREATE_RECORD' },
        input: { tableId: table.id, records: some.map((id) => ({ id, cells: {} })) },
      }),
    );
    const there = must(await count());
    await write('written in the same step', { groupId });
    let deletion = '';
    await inBatches((some) => {
      deletion = newId('act');
      return store.submit('dana', {
        ...{ id: deletion, type: 'BULK_DELETE_RECORDS', groupId },
        input: { tableId: table.id, recordIds: [...some] },
      });
    });
    expect(await count()).toBe(there - ids.length);

    await store.undoStep('eva', deletion);
    expect(await count()).toBe(there);
    const [record] = await store.get(table.id, [kept]);
    expect(record?.data[field]).toBe('written in the same step');
  });
});
