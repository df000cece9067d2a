import { getRandomValues } from 'node:crypto';
import type { Action, ActionInputs, ActionType } from '@weft/history';
import { everyKindTable } from '@weft/history/testing';
import { idMaker, must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Bases } from './bases.ts';
import { describeEngines, type TestEngine } from './testing.ts';

const newId = idMaker(Date.now, (bytes) => getRandomValues(bytes));

describeEngines('several actions in one transaction', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  beforeAll(async () => {
    opened = await open();
    bases = new Bases(opened.engine, {
      now: () => new Date().toISOString(),
      newActionId: () => newId('act'),
    });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const action = <T extends ActionType>(type: T, input: ActionInputs[T]) =>
    ({ id: newId('act'), type, input }) as unknown as Action;

  async function openBase() {
    const id = newId('bas');
    await bases.create(id, async () => {});
    const store = bases.get(id);
    const table = everyKindTable(1);
    const recordId = newId('rec');
    await store.submit('ann', action('CREATE_TABLE', { table, records: [{ id: recordId, cells: {} }] }));
    const tableId = table.id;
    const fieldId = must(table.fields[0]).id;
    const write = (value: string, of = recordId) =>
      action('UPDATE_RECORD_CELL', { tableId, recordId: of, cells: { [fieldId]: { value } } });
    const read = async () => (await store.get(tableId, [recordId]))[0]?.data[fieldId] ?? null;
    const decided = async () => ({ version: (await store.metadata()).version, tableIds: [tableId] });
    return { store, tableId, recordId, fieldId, write, read, decided };
  }

  it('G5: is all of them, in order, told once to whoever writes along', async () => {
    const { store, tableId, fieldId, write, decided } = await openBase();
    const made = newId('rec');
    const created = action('CREATE_RECORD', { tableId, records: [{ id: made, cells: {} }] });
    const told: number[] = [];
    const alongside = async (_: unknown, changes: readonly unknown[]) => void told.push(changes.length);
    const both = [created, write('Both', made)];
    expect(await store.submitAll('ann', both, { decided: await decided(), alongside })).toBe(true);
    expect((await store.get(tableId, [made]))[0]?.data[fieldId]).toBe('Both');
    expect(told).toEqual([2]);
  });

  it('G5: is none of them where one is refused, or what is written along fails', async () => {
    const { store, write, read, decided } = await openBase();
    const before = (await store.metadata()).version;
    const refused = [write('Half'), write('Gone', newId('rec'))];
    await expect(store.submitAll('ann', refused, { decided: await decided() })).rejects.toThrow();
    const alongside = () => Promise.reject(new Error('No room'));
    const failed = store.submitAll('ann', [write('Half')], { decided: await decided(), alongside });
    await expect(failed).rejects.toThrow('No room');
    expect([await read(), (await store.metadata()).version]).toEqual([null, before]);
  });

  it('G5: is none of them where the table was written after it was read, and others do not matter', async () => {
    const { store, write, read, decided } = await openBase();
    const known = await decided();
    await store.submit('bob', action('CREATE_TABLE', { table: everyKindTable(2), records: [] }));
    expect(await store.submitAll('ann', [write('First')], { decided: known })).toBe(true);
    await store.submit('bob', write('Theirs'));
    const stale = { ...known, version: known.version + 2 };
    expect(await store.submitAll('ann', [write('Mine')], { decided: stale })).toBe(false);
    expect(await read()).toBe('Theirs');
    expect(await store.submitAll('ann', [write('Mine')], { decided: await decided() })).toBe(true);
    expect(await read()).toBe('Mine');
  });
});
