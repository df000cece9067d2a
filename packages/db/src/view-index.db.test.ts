import { emptyViewConfig, type Filter, type Sort } from '@weft/core';
import type { Action } from '@weft/history';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import type { Bases } from './bases.ts';
import type { Engine } from './engine/engine.ts';
import { CopyWriter } from './import/copy-writer.ts';
import { fillViewIndex } from './query/fill-view-index.ts';
import { listRecords } from './query/list-records.ts';
import { readQuery } from './query/read-query.ts';
import type { Scan } from './query/scan.ts';
import { ViewIndex } from './query/view-index.ts';
import { schemaOf } from './schema/names.ts';
import { readBase } from './schema/read-base.ts';
import { viewIndexesOf } from './schema/view-index-table.ts';
import {
  describeEngines,
  newId,
  newTable,
  openBases,
  openStore,
  type TestEngine,
  testNow,
} from './testing.ts';

const rows = 600;

describeEngines('the index of a saved view', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  let store: BaseStore;
  const [name, amount, due] = [newId('fld'), newId('fld'), newId('fld')];
  const ids = Array.from({ length: rows }, () => newId('rec'));
  const number = { decimalPlaces: 0, numberFormat: 'comma_period' };
  const table = newTable('Orders', [
    { id: name, name: 'Name', type: 'single_line_text', order: 0, template: {} },
    { id: amount, name: 'Amount', type: 'number', order: 1, template: number as never },
    {
      id: due,
      name: 'Due',
      type: 'date',
      order: 2,
      template: { dateFormat: 'iso', displayTimeZone: false } as never,
    },
  ]);
  const sort: Sort = [{ fieldId: amount, direction: 'desc' }];
  const filter: Filter = {
    conjunction: 'and',
    items: [{ fieldId: amount, operator: 'greater_than', value: 900 }],
  };
  const view = { viewId: newId('viw'), timeZone: 'UTC', locale: 'en-US', now: testNow };
  const query = { tableId: table.id, timeZone: 'UTC', now: testNow, sort, filter };
  const submit = (type: Action['type'], input: object) =>
    store.submit('ann', { id: newId('act'), type, input } as Action);
  const edit = (recordId: string, value: number | null) =>
    submit('UPDATE_RECORD_CELL', { tableId: table.id, recordId, cells: { [amount]: { value } } });
  const fill = (of = view) => bases.fillViewIndex(store.baseId, table.id, of, new AbortController().signal);
  const setView = (config: object) =>
    submit('UPDATE_VIEW_SETTINGS', { tableId: table.id, viewId: view.viewId, config });

  /** What the index would have read; null: it does not help. */
  async function indexed(of: object = query) {
    const base = await readBase(opened.engine, schemaOf(store.baseId));
    const index = new ViewIndex({ onWanted: () => {} });
    return index.first(opened.engine, readQuery(base, { ...query, ...of }), 11);
  }

  /** The first page as the index answers it, which is what the whole table answers. */
  async function first(): Promise<readonly string[]> {
    expect(await indexed()).not.toBeNull();
    const page = await store.list({ ...query, limit: 10, includeTotal: true });
    const found = page.records.map(({ id }) => id);
    // A condition that every record meets makes another query of it, for which there is no index.
    const items = [
      ...filter.items,
      { fieldId: '$createdAt', operator: 'is_not_empty', value: null },
    ] as never;
    const whole = await store.list({
      ...query,
      filter: { ...filter, items },
      limit: 1_000,
      includeTotal: true,
    });
    expect(found).toEqual(whole.records.slice(0, 10).map(({ id }) => id));
    expect(page.total).toBe(whole.total);
    const window = await store.window({ ...query, start: 0, count: 10 });
    expect(window.records.map(({ id }) => id)).toEqual(found);
    expect(window.total).toBe(whole.total);
    return found;
  }

  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
    store = await openStore(bases);
    const load = await store.beginLoad(table);
    const writer = new CopyWriter(load.plan);
    for (const [i, id] of ids.entries())
      writer.add(id, [`Order ${i}`, String(((i * 7) % 100) * 10), null], null);
    await load.append(writer.take());
    await load.finish();
    await submit('IMPORT_RECORDS', { table, recordsImported: rows });
    const config = { ...emptyViewConfig, filters: filter, sorts: sort };
    await submit('CREATE_VIEW', {
      tableId: table.id,
      view: { id: view.viewId, name: 'Large ones', type: 'grid', config },
    });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('answers what the table would, and nothing of a query that no view saves', async () => {
    expect(await indexed()).toBeNull();
    await fill();
    expect(await first()).toHaveLength(10);
    expect(await indexed({ sort: [] })).toBeNull();
    expect(await indexed({ search: 'order' })).toBeNull();
  });

  it('follows edits, moves, new, deleted and restored records, before it is brought up to date and after', async () => {
    const made = newId('rec');
    const changes = [
      () => edit(must(ids[3]), 5_000),
      () => edit(must(ids[14]), 1),
      () => edit(must(ids[3]), null),
      () =>
        submit('CREATE_RECORD', {
          tableId: table.id,
          records: [{ id: made, cells: { [amount]: { value: 9_900 } } }],
        }),
      () => submit('REORDER_RECORDS', { tableId: table.id, recordIds: [made], beforeRecordId: must(ids[0]) }),
      () => submit('DELETE_RECORD', { tableId: table.id, recordId: made }),
      () => store.undo('ann', 1),
    ];
    for (const [i, change] of changes.entries()) {
      await change();
      await first();
      if (i % 2 === 1) await fill();
    }
    expect((await first())[0]).toBe(made);
  });

  /** Reads a first page by the index, and does this before the page's records are read. */
  async function firstWhile(work: (first: readonly string[]) => Promise<unknown>) {
    await fill();
    const base = await readBase(opened.engine, schemaOf(store.baseId));
    const index = new ViewIndex({ onWanted: () => {} });
    const first = (await store.list({ ...query, limit: 10 })).records.map(({ id }) => id);
    const scan: Scan = {
      ...{ sql: opened.engine.pages(), pace: null },
      firstOfView: async (...of) => {
        const found = await index.first(...of);
        await work(first);
        return found;
      },
    };
    return listRecords(scan, base, { ...query, limit: 10, includeTotal: true });
  }

  it('answers a full page and where the next one begins, though a record is deleted while it is read', async () => {
    const page = await firstWhile(([, , , , fifth]) =>
      submit('DELETE_RECORD', { tableId: table.id, recordId: must(fifth) }),
    );
    expect(page.records).toHaveLength(10);
    expect(page.nextCursor).not.toBeNull();
  });

  it('leaves out no record between the first page and the next, though some move down while it is read', async () => {
    const page = await firstWhile(async (first) => {
      for (const id of first.slice(0, 4)) await edit(id, 901);
    });
    const next = await store.list({ ...query, limit: 1_000, cursor: must(page.nextCursor) });
    const whole = await store.list({ ...query, limit: 1_000 });
    const paged = [...page.records, ...next.records].map(({ id }) => id);
    expect(paged).toEqual(whole.records.map(({ id }) => id));
    expect(page.total).toBe(paged.length);
  });

  it('counts what it shows where bringing it up to date was ended half way, and after the next time', async () => {
    await fill();
    for (let at = 0; at < 300; at += 100) {
      const records = ids
        .slice(at, at + 100)
        .map((id) => ({ id, cells: { [amount]: { value: 2_000 + at } } }));
      await submit('BULK_PASTE_CELLS', { tableId: table.id, created: [], records });
    }
    const stop = new AbortController();
    let loads = 0;
    const engine = new Proxy(opened.engine, {
      get: (target, key: keyof Engine) => {
        const value = target[key];
        if (key !== 'load') return typeof value === 'function' ? value.bind(target) : value;
        // The first drops indexes that nobody reads, the second is a step.
        return (work: Parameters<Engine['load']>[0]) =>
          target.load(work).finally(() => ++loads === 2 && stop.abort());
      },
    });
    const of = { tableId: table.id, view, signal: stop.signal };
    await expect(fillViewIndex(engine, schemaOf(store.baseId), of)).rejects.toThrow();
    await first();
    await fill();
    await first();
  });

  it('is kept with those that were read last, however many are read on one day', async () => {
    const made: string[] = [];
    for (let i = 0; i < 10; i++) {
      await setView({ filters: { conjunction: 'and', items: [{ ...filter.items[0], value: 800 + i }] } });
      const before = await viewIndexes();
      await fill({ ...view, now: new Date(Date.parse(testNow) + (i + 1) * 60_000).toISOString() });
      made.push(...(await viewIndexes()).filter((one) => !before.includes(one)));
    }
    expect((await viewIndexes()).toSorted()).toEqual(made.slice(-8).toSorted());
    await setView({ filters: filter });
    await fill({ ...view, now: new Date(Date.parse(testNow) + 3_600_000).toISOString() });
  });

  it('is not made of a view that moves with the time, and dropped where nobody reads it', async () => {
    const items = [{ fieldId: due, operator: 'is_within', value: { unit: 'day', offset: 0 } }];
    const before = await viewIndexes();
    await setView({ filters: { conjunction: 'and', items } });
    await fill();
    expect(await viewIndexes()).toEqual(before);
    // Another order of the same view is another index; the first is dropped once it was not read for two weeks.
    await setView({ filters: filter, sorts: [{ fieldId: name, direction: 'asc' }] });
    await fill();
    expect((await viewIndexes()).length).toBeGreaterThan(1);
    await fill({ ...view, now: '2027-06-01T00:00:00.000Z' });
    expect(await viewIndexes()).toHaveLength(1);
  });

  it('is given up where its keys are too long, and the table is read', async () => {
    const cells = {
      [name]: {
        value: Array.from({ length: 4_000 }, (_, i) =>
          String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)),
        ).join(''),
      },
    };
    await submit('UPDATE_RECORD_CELL', { tableId: table.id, recordId: must(ids[13]), cells });
    const byName = { sort: [{ fieldId: name, direction: 'asc' }] };
    await edit(must(ids[13]), 950);
    await fill();
    expect(await indexed(byName)).toBeNull();
    const { records } = await store.list({ ...query, sort: byName.sort as Sort, limit: 1_000 });
    expect(records.some(({ id }) => id === ids[13])).toBe(true);
  });

  async function viewIndexes(): Promise<readonly string[]> {
    const base = await readBase(opened.engine, schemaOf(store.baseId));
    const found = await viewIndexesOf(opened.engine, must(base.layout.tables.get(table.id)));
    return found.map(({ index }) => index);
  }
});
