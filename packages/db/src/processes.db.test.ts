import { getRandomValues } from 'node:crypto';
import type { Action, ActionInputs, ActionType } from '@weft/history';
import { everyKindTable } from '@weft/history/testing';
import { idMaker, must } from '@weft/std';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import { Bases } from './bases.ts';
import { describeEngines, type TestEngine } from './testing.ts';
import type { LogEntry } from './writer/log-entry.ts';

const newId = idMaker(Date.now, (bytes) => getRandomValues(bytes));
const reader = { timeZone: 'UTC', now: '2026-11-21T09:00:00.000Z' };

describeEngines('two processes on one database', (open) => {
  let opened: TestEngine;
  let one: Bases;
  let two: Bases;
  beforeAll(async () => {
    opened = await open();
    const world = { now: () => new Date().toISOString(), newActionId: () => newId('act') };
    one = new Bases(opened.engine, world);
    two = new Bases(opened.engine, world);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const act = <T extends ActionType>(store: BaseStore, type: T, input: ActionInputs[T]) =>
    store.submit('ann', { id: newId('act'), type, input } as unknown as Action);

  async function sharedTable(records: number) {
    const id = newId('bas');
    await one.create(id, async () => {});
    const table = everyKindTable(1);
    const ids = Array.from({ length: records }, () => newId('rec'));
    const rows = ids.map((recordId) => ({ id: recordId, cells: {} }));
    await act(one.get(id), 'CREATE_TABLE', { table, records: rows });
    return {
      id,
      here: one.get(id),
      there: two.get(id),
      tableId: table.id,
      fieldId: must(table.fields[0]).id,
      ids,
    };
  }

  it('N2: tells followers of one what the other wrote, each entry once and in order', async () => {
    const { here, there, tableId, fieldId, ids } = await sharedTable(1);
    const stop = new AbortController();
    const { version } = await there.metadata();
    const heard: LogEntry[] = [];
    const done = (async () => {
      for await (const entry of there.changes(version, stop.signal)) if (heard.push(entry) === 60) return;
    })();
    const edit = (store: BaseStore, value: string) =>
      act(store, 'UPDATE_RECORD_CELL', { tableId, recordId: must(ids[0]), cells: { [fieldId]: { value } } });
    const looking = (async () => {
      while (heard.length < 60) await two.look();
    })();
    for (let i = 0; i < 30; i++) await Promise.all([edit(here, `here ${i}`), edit(there, `there ${i}`)]);
    await Promise.all([done, looking]);
    stop.abort();
    expect(heard.map((entry) => entry.seq)).toEqual(heard.map((_, i) => version + 1 + i));
    expect((await here.metadata()).version).toBe(version + 60);
  });

  it.each(['a look', 'a read', 'an edit'])(
    'tells a follower of a process that has just started what the other wrote before %s',
    async (first) => {
      const { here, there, tableId } = await sharedTable(0);
      const { version } = await here.metadata();
      const stop = new AbortController();
      const heard: number[] = [];
      const done = (async () => {
        for await (const { seq } of there.changes(version, stop.signal)) heard.push(seq);
      })();
      // By then it has read the log to its end.
      await vi.waitFor(() => expect(there.followed).toBe(true));
      await one.look();
      await act(here, 'UPDATE_TABLE', { tableId, name: 'Once' });
      await act(here, 'UPDATE_TABLE', { tableId, name: 'Twice' });
      if (first === 'a read') await there.metadata();
      if (first === 'an edit') await act(there, 'UPDATE_TABLE', { tableId, name: 'Thrice' });
      await two.look();
      if (first !== 'an edit') await act(here, 'UPDATE_TABLE', { tableId, name: 'Thrice' });
      await two.look();
      await vi.waitFor(() => expect(heard).toEqual([version + 1, version + 2, version + 3]));
      stop.abort();
      await done;
    },
  );

  it.each(['said', 'not said'])(
    'tells of a change that was %s in one of many followed bases by statements that name few of them',
    async (how) => {
      const { engine } = opened;
      if (engine.kind === 'embedded') return;
      const many = await Promise.all(Array.from({ length: 30 }, () => sharedTable(0)));
      const stop = new AbortController();
      const { id, here, tableId } = must(many.at(-1));
      const heard: string[] = [];
      const following = many.map(async ({ there, ...base }) => {
        const { version } = await there.metadata();
        for await (const _ of there.changes(version, stop.signal)) heard.push(base.id);
      });
      const patience = { timeout: 10_000 };
      await vi.waitFor(() => expect(many.every(({ there }) => there.followed)).toBe(true), patience);
      await act(here, 'UPDATE_TABLE', { tableId, name: 'Once' });
      await one.idle();
      if (how === 'not said') await engine.query('DELETE FROM weft.log_heads');
      const asked = vi.spyOn(engine, 'query');
      for (let look = 0; look < (how === 'said' ? 1 : 8); look++) await two.look();
      const named = asked.mock.calls.map(([text]) => text.split('._base').length - 1);
      asked.mockRestore();
      expect(Math.max(...named)).toBeLessThanOrEqual(20);
      await vi.waitFor(() => expect(heard).toEqual([id]), patience);
      stop.abort();
      await Promise.all(following);
    },
  );

  it('finds rows by number although the other added and deleted some', async () => {
    const { here, there, tableId, ids } = await sharedTable(300);
    const rows = async (store: BaseStore) => {
      const { records, total } = await store.window({ ...reader, tableId, start: 0, count: 400 });
      return { ids: records.map((record) => record.id), total };
    };
    await rows(there);
    await act(here, 'BULK_DELETE_RECORDS', { tableId, recordIds: ids.slice(10, 20) });
    await act(here, 'CREATE_RECORD', { tableId, records: [{ id: newId('rec'), cells: {} }] });
    expect(await rows(there)).toEqual(await rows(here));
    expect((await rows(there)).total).toBe(291);
  });

  it('reads by the fields as they are, though the other deleted one a moment ago', async () => {
    const { here, there, tableId, ids } = await sharedTable(1);
    const { metadata } = await there.metadata();
    const fieldId = must(metadata.tables[0]?.fields[1]).id;
    const recordId = must(ids[0]);
    await act(here, 'UPDATE_RECORD_CELL', { tableId, recordId, cells: { [fieldId]: { value: 'kept' } } });
    const sort = [{ fieldId, direction: 'asc' as const }];
    const read = () => there.list({ ...reader, tableId, sort, limit: 1 });
    const cellsOf = async () =>
      [await there.get(tableId, ids), (await read()).records].map((r) => r[0]?.data);
    expect(await cellsOf()).toEqual([{ [fieldId]: 'kept' }, { [fieldId]: 'kept' }]);
    await act(here, 'DELETE_FIELD', { tableId, fieldId });
    expect((await there.get(tableId, ids)).map((record) => record.data)).toEqual([{}]);
    await expect(read()).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('sends two readings at once, and goes on when one of them fails', async () => {
    const { engine } = opened;
    const statement = (text: string, ...params: unknown[]) => ({ text, params });
    const wrong = statement('SELECT nothing');
    const both = () => engine.queryBoth(statement('SELECT $1::int', 1), statement('SELECT 2'));
    expect(await both()).toEqual([[[1]], [[2]]]);
    await expect(engine.queryBoth(wrong, statement('SELECT 2'))).rejects.toThrow(/nothing/);
    await expect(engine.queryBoth(statement('SELECT 1'), wrong)).rejects.toThrow(/nothing/);
    expect(await Promise.all([both(), both()])).toEqual([await both(), await both()]);
  });

  it('goes on telling although one of the bases was removed', async () => {
    const gone = await sharedTable(0);
    const kept = await sharedTable(0);
    const stop = new AbortController();
    const follow = async (store: BaseStore) => {
      const { version } = await store.metadata();
      const entries = store.changes(version, stop.signal)[Symbol.asyncIterator]();
      return { next: entries.next().then(({ value }) => value?.type ?? null) };
    };
    const ended = (await follow(gone.there)).next.catch(() => null);
    const heard = (await follow(kept.there)).next;
    await one.remove(gone.id, async () => {});
    await act(kept.here, 'UPDATE_TABLE', { tableId: kept.tableId, name: 'Renamed' });
    const looking = setInterval(() => void two.look(), 20);
    expect(await heard).toBe('UPDATE_TABLE');
    clearInterval(looking);
    stop.abort();
    expect(await ended).toBe(null);
  });
});
