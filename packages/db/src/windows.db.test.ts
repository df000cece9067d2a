import type { Action } from '@weft/history';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import { CopyWriter } from './import/copy-writer.ts';
import {
  describeEngines,
  newId,
  newTable,
  openBases,
  openStore,
  type TestEngine,
  testNow,
} from './testing.ts';

const rows = 21_000;
/** On a busy machine a list may count as slow, and then follows an edit a little later. */
const soon = { timeout: 15_000 };
const needles = [5, 9_999, 10_000, 10_001, 19_999, 20_500, rows - 1];

describeEngines('windows of a long table', (open) => {
  let opened: TestEngine;
  let store: BaseStore;
  const name = newId('fld');
  const rank = newId('fld');
  const ids = Array.from({ length: rows }, () => newId('rec'));
  const table = newTable('Long', [
    { id: name, name: 'Name', type: 'single_line_text', order: 0, template: {} },
    {
      id: rank,
      name: 'Rank',
      type: 'number',
      order: 1,
      template: { decimalPlaces: 0, numberFormat: 'comma_period' },
    },
  ]);
  const query = { tableId: table.id, timeZone: 'UTC', now: testNow };
  const submit = (type: Action['type'], input: object) =>
    store.submit('ann', { id: newId('act'), type, input } as Action);
  const edit = (recordId: string, fieldId: string, value: unknown) =>
    submit('UPDATE_RECORD_CELL', { tableId: table.id, recordId, cells: { [fieldId]: { value } } });

  async function window(of: Partial<Parameters<BaseStore['window']>[0]>) {
    const { records, total } = await store.window({ ...query, start: 0, count: 100, ...of });
    return { ids: records.map((record) => record.id), total };
  }

  beforeAll(async () => {
    opened = await open();
    store = await openStore(await openBases(opened));
    const load = await store.beginLoad(table);
    const writer = new CopyWriter(load.plan);
    for (const [i, id] of ids.entries())
      writer.add(id, [needles.includes(i) ? `Needle ${i}` : `Straw ${i}`, rows - i], null);
    await load.append(writer.take());
    await load.finish();
    await submit('IMPORT_RECORDS', { table, recordsImported: rows });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('finds a text wherever it stands, in the order asked for', async () => {
    const found = needles.map((i) => must(ids[i]));
    expect(await window({ search: 'needle' })).toEqual({ ids: found, total: needles.length });
    const sort = [{ fieldId: rank, direction: 'asc' as const }];
    const upwards = { ids: found.toReversed(), total: needles.length };
    expect(await window({ search: 'needle', sort })).toEqual(upwards);
    const filter = {
      conjunction: 'and' as const,
      items: [{ fieldId: rank, operator: 'less_than', value: 1_001 }],
    };
    expect(await window({ search: 'needle', filter })).toEqual({ ids: found.slice(-2), total: 2 });
    expect(await window({ search: 'haystack' })).toEqual({ ids: [], total: 0 });
    expect(await window({ search: 'needle', fieldIds: [rank] })).toEqual({ ids: [], total: 0 });
    expect(await window({ search: '21,000' })).toEqual({ ids: [must(ids[0])], total: 1 });
  });

  it('follows edits, new records and deleted ones', async () => {
    const sort = [{ fieldId: rank, direction: 'desc' as const }];
    const top = async () => (await window({ sort, count: 3 })).ids;
    const [first, second, third, fourth] = ids.map((id) => id);
    expect(await top()).toEqual([first, second, third]);
    await edit(must(second), name, 'edited elsewhere');
    expect(await top()).toEqual([first, second, third]);
    await edit(must(fourth), rank, 1e9);
    await expect.poll(top, soon).toEqual([fourth, first, second]);
    const made = newId('rec');
    await submit('CREATE_RECORD', {
      tableId: table.id,
      records: [{ id: made, cells: { [rank]: { value: 2e9 } } }],
    });
    expect(await top()).toEqual([made, fourth, first]);
    await submit('DELETE_RECORD', { tableId: table.id, recordId: made });
    await store.undo('ann', 1);
    expect(await top()).toEqual([made, fourth, first]);
    await edit(must(third), name, 'a needle too');
    await expect.poll(async () => (await window({ search: 'needle' })).total, soon).toBe(needles.length + 1);
  });

  it('shows first rows beside their groups, with one total, and the rows after them', async () => {
    const sort = [{ fieldId: rank, direction: 'asc' as const }];
    const filter = {
      conjunction: 'and' as const,
      items: [{ fieldId: rank, operator: 'less_than', value: 201 }],
    };
    const [groups, first] = await Promise.all([
      store.groups({ ...query, filter, groups: sort, summarised: [rank] }),
      window({ filter, sort }),
    ]);
    expect(first).toEqual({ ids: ids.slice(-100).toReversed(), total: 200 });
    expect(groups.groups).toHaveLength(200);
    expect((await window({ filter, sort, start: 100 })).ids).toEqual(ids.slice(-200, -100).toReversed());
  });

  it('gives others their turn while a search goes through the table', async () => {
    /** Whether a page was read before a search that began earlier had ended. */
    const isBetween = async () => {
      let done = false;
      const searching = window({ search: 'straw', sort: [{ fieldId: name, direction: 'asc' }] }).then(
        (found) => {
          done = true;
          return found;
        },
      );
      await store.list({ ...query, limit: 1 });
      const isEarlier = !done;
      expect((await searching).total).toBe(rows - needles.length - 2);
      return isEarlier;
    };
    // On a machine with much to do the page is late once; where it has to wait for the search, it always is.
    await expect.poll(isBetween, { timeout: 30_000 }).toBe(true);
  });

  it.each(['asc', 'desc'] as const)(
    'reads on where a page ended though its last record is gone, %s',
    async (direction) => {
      const sort = [{ fieldId: rank, direction }];
      const pages = async (n: number) =>
        (await store.list({ ...query, sort, limit: n })).records.map(({ id }) => id);
      const five = await pages(5);
      const first = await store.list({ ...query, sort, limit: 2 });
      const chunks = store.stream({ ...query, sort }, 2)[Symbol.asyncIterator]();
      await chunks.next();
      await submit('DELETE_RECORD', { tableId: table.id, recordId: must(five[1]) });
      const second = await store.list({ ...query, sort, limit: 2, cursor: must(first.nextCursor) });
      expect(second.records.map(({ id }) => id)).toEqual(five.slice(2, 4));
      const streamed = (await chunks.next()).value as typeof second.records;
      expect(streamed.map(({ id }) => id)).toEqual(five.slice(2, 4));
      await edit(must(five[3]), rank, direction === 'asc' ? 1e12 : -1e12);
      const third = await store.list({ ...query, sort, limit: 1, cursor: must(second.nextCursor) });
      expect(third.records.map(({ id }) => id)).toEqual(five.slice(4));
    },
  );

  it('refuses a cursor that was changed', async () => {
    const { nextCursor } = await store.list({ ...query, limit: 2 });
    for (const cursor of [`${nextCursor}A`, must(nextCursor).slice(0, -4), 'junk', '.', 'a.b.c'])
      await expect(store.list({ ...query, limit: 2, cursor })).rejects.toMatchObject({ kind: 'invalid' });
  });
});
