import type { Action } from '@weft/history';
import { everyKindTable, idOf } from '@weft/history/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bases } from './bases.ts';
import { describeEngines, newId, openBases, openStore, type TestEngine, testNow } from './testing.ts';

const reader = { timeZone: 'UTC', now: testNow };

describeEngines('the writer of a base', (open) => {
  let opened: TestEngine;
  let bases: Bases;

  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const created = (
    records: Action['input'] extends never ? never : readonly { id: string; cells: object }[] = [],
  ): Action =>
    ({ id: newId('act'), type: 'CREATE_TABLE', input: { table: everyKindTable(1), records } }) as Action;

  it('W3: takes an action sent twice, or twice at once, as one', async () => {
    const store = await openStore(bases);
    await store.submit('ann', created());
    const tableId = everyKindTable(1).id;
    const action: Action = {
      id: newId('act'),
      type: 'CREATE_RECORD',
      input: { tableId, records: [{ id: idOf('rec', 1), cells: {} }] },
    };
    const [first, second] = await Promise.all([store.submit('ann', action), store.submit('ann', action)]);
    const third = await store.submit('ann', action);
    expect([first.repeated, second.repeated, third.repeated]).toEqual([false, true, true]);
    expect((await store.list({ ...reader, tableId, limit: 10 })).records).toHaveLength(1);
  });

  it('N2: gives every reader every entry in order, also those who come late', async () => {
    const store = await openStore(bases);
    await store.submit('ann', created());
    const tableId = everyKindTable(1).id;
    const stop = new AbortController();
    const read = async (since: number, count: number) => {
      const seqs: number[] = [];
      for await (const entry of store.changes(since, stop.signal)) {
        seqs.push(entry.seq);
        if (seqs.length === count) break;
      }
      return seqs;
    };
    const early = read(0, 21);
    for (let i = 0; i < 20; i++) {
      await store.submit('ann', {
        id: newId('act'),
        type: 'CREATE_RECORD',
        input: { tableId, records: [{ id: newId('rec'), cells: {} }] },
      });
    }
    const all = Array.from({ length: 21 }, (_, i) => i + 1);
    expect(await early).toEqual(all);
    expect(await read(0, 21)).toEqual(all);
    expect(await read(15, 6)).toEqual(all.slice(15));
    stop.abort();
  });

  it('W4, G2: answers a refused action and keeps the ones that came with it', async () => {
    const store = await openStore(bases);
    await store.submit('ann', created());
    const tableId = everyKindTable(1).id;
    const good: Action = {
      id: newId('act'),
      type: 'CREATE_RECORD',
      input: { tableId, records: [{ id: newId('rec'), cells: {} }] },
    };
    const bad: Action = {
      id: newId('act'),
      type: 'DELETE_RECORD',
      input: { tableId, recordId: idOf('rec', 99) },
    };
    const [one, two] = await Promise.allSettled([store.submit('ann', bad), store.submit('ann', good)]);
    expect(one).toMatchObject({ status: 'rejected', reason: { kind: 'not-found' } });
    expect(two.status).toBe('fulfilled');
  });

  it('restores what is deleted at the same moment', async () => {
    const store = await openStore(bases);
    const recordId = idOf('rec', 1);
    await store.submit('ann', created([{ id: recordId, cells: {} }]));
    const { id: tableId, fields } = everyKindTable(1);
    const fieldId = must(fields[3]).id;
    const at = (action: Omit<Action, 'id'>) => store.submit('ann', { ...action, id: newId('act') } as Action);
    await Promise.all([
      at({ type: 'DELETE_RECORD', input: { tableId, recordId } }),
      at({ type: 'RESTORE_RECORDS', input: { tableId, recordIds: [recordId] } }),
      at({ type: 'DELETE_FIELD', input: { tableId, fieldId } }),
      at({ type: 'RESTORE_FIELD', input: { tableId, fieldId } }),
    ]);
    expect(await store.get(tableId, [recordId])).toHaveLength(1);
    const { metadata } = await store.metadata();
    expect(metadata.tables[0]?.fields.some((field) => field.id === fieldId)).toBe(true);
  });

  it('takes an edit that comes together with the restoration of its table', async () => {
    const store = await openStore(bases);
    const table = everyKindTable(1);
    const [tableId, recordId, fieldId] = [table.id, newId('rec'), must(table.primaryFieldId)];
    await store.submit('ann', created([{ id: recordId, cells: { [fieldId]: { value: 'before' } } }]));
    await store.submit('ann', { id: newId('act'), type: 'DELETE_TABLE', input: { tableId } });
    const update = { tableId, recordId, cells: { [fieldId]: { value: 'after' } } };
    const create = { table: everyKindTable(2), records: [] };
    // The first begins a transaction; the others come in meanwhile and go into the next.
    await Promise.all([
      store.submit('ann', { id: newId('act'), type: 'CREATE_TABLE', input: create } as Action),
      store.submit('ann', { id: newId('act'), type: 'RESTORE_TABLE', input: { tableId } }),
      store.submit('ann', { id: newId('act'), type: 'UPDATE_RECORD_CELL', input: update } as Action),
    ]);
    const value = async () =>
      must((await store.list({ ...reader, tableId, limit: 10 })).records[0]).data[fieldId];
    expect(await value()).toBe('after');
    await store.undo('ann', 1);
    expect(await value()).toBe('before');
  });

  it('gives the id of a deleted record to no other, and the record back under it', async () => {
    const store = await openStore(bases);
    const recordId = idOf('rec', 1);
    const { id: tableId, primaryFieldId } = everyKindTable(1);
    const named = (value: string) => ({ id: recordId, cells: { [primaryFieldId]: { value } } });
    await store.submit('ann', created([named('first')]));
    const at = (action: Omit<Action, 'id'>) => store.submit('ann', { ...action, id: newId('act') } as Action);
    const create = (): Promise<unknown> =>
      at({ type: 'CREATE_RECORD', input: { tableId, records: [named('second')] } });
    const refused = { kind: 'conflict', details: [{ path: 'records.0.id' }] };
    // Also before the deletion is written.
    const deletion = at({ type: 'DELETE_RECORD', input: { tableId, recordId } });
    await expect(create()).rejects.toMatchObject(refused);
    await deletion;
    await expect(create()).rejects.toMatchObject({ ...refused, message: expect.stringContaining('deleted') });
    const paste = { tableId, records: [], created: [named('third')] };
    await expect(at({ type: 'BULK_PASTE_CELLS', input: paste })).rejects.toMatchObject({ kind: 'conflict' });
    await at({ type: 'RESTORE_RECORDS', input: { tableId, recordIds: [recordId] } });
    expect((await store.get(tableId, [recordId]))[0]?.data[primaryFieldId]).toBe('first');
    await store.undo('ann', 2);
    expect(await store.get(tableId, [recordId])).toHaveLength(1);
  });

  it('gives the id of a column to nothing else, wherever it is or was', async () => {
    const store = await openStore(bases);
    await store.submit('ann', created());
    const other = everyKindTable(2);
    const make: Action = { id: newId('act'), type: 'CREATE_TABLE', input: { table: other, records: [] } };
    await store.submit('ann', make);
    const table = everyKindTable(1);
    const [, taken, deleted] = table.fields;
    await store.submit('ann', {
      id: newId('act'),
      type: 'DELETE_FIELD',
      input: { tableId: table.id, fieldId: must(deleted).id },
    });
    for (const [tableId, field] of [
      [other.id, must(taken)],
      [table.id, must(deleted)],
      [other.id, must(deleted)],
    ] as const) {
      const again: Action = {
        id: newId('act'),
        type: 'CREATE_FIELD',
        input: { tableId, field: { ...field, name: 'Again' } },
      };
      await expect(store.submit('ann', again)).rejects.toMatchObject({ kind: 'conflict' });
    }
  });

  it('U3: names who stands in the way of taking a step back', async () => {
    const store = await openStore(bases);
    const table = everyKindTable(1);
    const [name] = table.fields.map((field) => field.id);
    const recordId = idOf('rec', 1);
    await store.submit('ann', created([{ id: recordId, cells: {} }]));
    const edit = (text: string): Action => ({
      id: newId('act'),
      type: 'UPDATE_RECORD_CELL',
      input: { tableId: table.id, recordId, cells: { [must(name)]: { value: text } } },
    });
    await store.submit('ann', edit('Linen'));
    await store.submit('ben', edit('Wool'));
    const step = await store.undo('ann', 1);
    expect(step.conflicts).toMatchObject([
      { recordId, fieldId: name, by: 'ben', reason: 'The cell has been changed since' },
    ]);
    expect((await store.get(table.id, [recordId]))[0]?.data).toEqual({ [must(name)]: 'Wool' });
  });

  it('finds any row by its number while rows come and go', async () => {
    const store = await openStore(bases);
    await store.submit('ann', created());
    const tableId = everyKindTable(1).id;
    const ids = Array.from({ length: 2_500 }, (_, i) => idOf('rec', i + 1));
    const add = (some: readonly string[]) =>
      store.submit('ann', {
        id: newId('act'),
        type: 'CREATE_RECORD',
        input: { tableId, records: some.map((id) => ({ id, cells: {} })) },
      });
    await add(ids.slice(0, 1_500));
    const window = (start: number, count: number) => store.window({ ...reader, tableId, start, count });
    expect((await window(1_490, 100)).records.map((record) => record.id)).toEqual(ids.slice(1_490, 1_500));
    await add(ids.slice(1_500));
    const gone = ids.slice(100, 120);
    await store.submit('ann', {
      id: newId('act'),
      type: 'BULK_DELETE_RECORDS',
      input: { tableId, recordIds: gone },
    });
    const rest = ids.filter((id) => !gone.includes(id));
    for (const start of [0, 95, 999, 1_203, 2_400]) {
      const { records, total } = await window(start, 50);
      expect(records.map((record) => record.id)).toEqual(rest.slice(start, start + 50));
      expect(total).toBe(rest.length);
    }
  });
});
