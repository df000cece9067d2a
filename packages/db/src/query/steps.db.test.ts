import { setTimeout } from 'node:timers/promises';
import type { Field, Filter, Sort } from '@weft/core';
import { lawRuns, sampleField } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { must, seededRandom } from '@weft/std';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from '../base/base-store.ts';
import { Bases } from '../bases.ts';
import { describeEngines, newId, newTable, type TestEngine, testNow } from '../testing.ts';
import type { RecordQuery } from './record-query.ts';

const rows = 300;
const options = ['Quoted', 'Held', 'Shipped'].map((label) => ({ value: label, label, color: 'Blue' }));
const kinds = [
  ['single_line_text', {}],
  ['long_text', {}],
  ['number', {}],
  ['checkbox', {}],
  ['single_select', { options }],
  ['multiple_select', { options }],
  ['date', {}],
] as const;
const fields: readonly Field[] = kinds.map(([type, settings], order) =>
  sampleField(type, settings, { id: newId('fld'), name: type, order }),
);
const [name, notes, count, done, stage, stages, due] = fields.map((field) => field.id) as [
  string,
  ...string[],
];

/** Many cells are alike, or begin alike for longer than what is kept of a text while runs are merged. */
function cellsOf(next: () => number): { [fieldId: string]: { readonly value: unknown } } {
  const pick = <T>(...of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const whole = (most: number): number => Math.floor(next() * most);
  const long = 'https://weft.example/a/path/that/is/the/same/in/many/records/';
  const cells: { [fieldId: string]: unknown } = {
    [name]: pick('a', 'b', 'Ａ', '😀', 'é', null, `x${whole(50)}`),
    [must(notes)]: pick(null, 'short', long, `${long}${whole(9)}`, `${long.repeat(5)}${pick('', 'y', '😀')}`),
    [must(count)]: pick(null, whole(5), -whole(50), 0.5, 19.99, 1 / 3),
    [must(done)]: pick(true, false, null),
    [must(stage)]: pick(null, ...options.map((option) => option.value)),
    [must(stages)]: pick(null, ['Held'], ['Held', 'Quoted'], ['Shipped']),
    [must(due)]: pick(null, `2026-0${1 + whole(9)}-11T00:00:00.000Z`),
  };
  return Object.fromEntries(
    Object.entries(cells).flatMap(([id, value]) => (value === null ? [] : [[id, { value }]])),
  );
}

const sorts: fc.Arbitrary<Sort> = fc.uniqueArray(
  fc.record({
    fieldId: fc.constantFrom(...fields.map((field) => field.id)),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  { maxLength: 3, selector: (key) => key.fieldId },
);
const filters: fc.Arbitrary<Filter | null> = fc.constantFrom(
  null,
  { conjunction: 'and', items: [{ fieldId: must(count), operator: 'less_than', value: 0 }] },
  { conjunction: 'and', items: [{ fieldId: must(notes), operator: 'contains', value: '/Path/' }] },
  { conjunction: 'and', items: [{ fieldId: must(due), operator: 'is_empty' }] },
);
const queries = fc.record({
  sort: sorts,
  filter: filters,
  search: fc.constantFrom('', '', 'held', 'weft', 'nowhere'),
  limit: fc.constantFrom(1, 7, 100, 500),
});

/** Everything that can be read of a query: its pages one after the other, its total, its rows by number, its export. */
async function everything(store: BaseStore, query: RecordQuery & { readonly limit: number }) {
  const pages: string[][] = [];
  const totals = new Set<number | undefined>();
  for (let cursor: string | null | undefined; cursor !== null && pages.length < 4; ) {
    const page = await store.list({ ...query, includeTotal: true, ...(cursor && { cursor }) });
    pages.push(page.records.map((record) => record.id));
    totals.add(page.total);
    cursor = page.nextCursor;
  }
  const { records, total } = await store.window({ ...query, start: 0, count: rows });
  const streamed: string[] = [];
  for await (const chunk of store.stream(query, 70)) streamed.push(...chunk.map((record) => record.id));
  const { sort, limit: _, ...of } = query;
  const groups = (sort ?? []).filter(({ fieldId }) => fieldId !== notes);
  const tallied = await store.groups({ ...of, groups, summarised: [must(count), must(due), must(stage)] });
  return { tallied, pages, totals, window: records.map((record) => record.id), total, streamed };
}

describeEngines('reading in steps', (open) => {
  let opened: TestEngine;
  let whole: BaseStore;
  let stepped: BaseStore;
  const table = newTable('Orders', fields);

  beforeAll(async () => {
    opened = await open();
    const world = { now: () => testNow, newActionId: () => newId('act') };
    const baseId = newId('bas');
    const bases = new Bases(opened.engine, world);
    await bases.create(baseId, async () => {});
    whole = bases.get(baseId);
    stepped = new Bases(opened.engine, { ...world, stepRows: 41 }).get(baseId);
    const submit = (type: Action['type'], input: object) =>
      whole.submit('ann', { id: newId('act'), type, input } as Action);
    const next = seededRandom(7);
    await submit('CREATE_TABLE', { table, records: [] });
    const records = Array.from({ length: rows }, () => ({ id: newId('rec'), cells: cellsOf(next) }));
    await submit('CREATE_RECORD', { tableId: table.id, records });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const reader = { tableId: table.id, timeZone: 'UTC', now: testNow };

  it('chooses what one statement chooses, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const of = { ...reader, ...query };
        expect(await everything(stepped, of)).toEqual(await everything(whole, of));
      }),
      { numRuns: Math.ceil(lawRuns / 3) },
    );
  }, 120_000);

  it('knows of long texts in any step', async () => {
    for (const length of [100, 305, 1_000])
      expect([length, await stepped.mayHoldText(table.id, length)]).toEqual([
        length,
        await whole.mayHoldText(table.id, length),
      ]);
  });

  it('finds the records of values in any step, and how many there are of each', async () => {
    const { records } = await whole.list({ ...reader, limit: 500 });
    for (const fieldId of [must(name), must(count), must(due)]) {
      const other = fieldId === count ? -7_777 : fieldId === due ? testNow : 'nowhere';
      const held = records.map(({ data }) => data[fieldId] ?? null).filter((value) => value !== null);
      const values = [...new Set(held), other];
      const found = await stepped.findByValue(table.id, fieldId, values);
      expect(found.at(-1)).toBeUndefined();
      expect(Math.max(...found.map((one) => one?.count ?? 0))).toBeGreaterThan(1);
      expect(found).toEqual(await whole.findByValue(table.id, fieldId, values));
    }
  });

  it('ends with the reason when its reader leaves', async () => {
    const left = new AbortController();
    const query = { ...reader, sort: [{ fieldId: name, direction: 'asc' as const }], limit: 10 };
    const reading = stepped.list(query, (work) => {
      const read = work(left.signal);
      left.abort(new Error('left'));
      return read;
    });
    await expect(reading).rejects.toThrow('left');
  });

  it.each([
    ['before', 1_000],
    ['after', 1_001],
  ])('reads a list itself when whoever it shared one with leaves %s their turn came', async (when, value) => {
    const sort = [{ fieldId: must(due), direction: 'desc' as const }];
    // A filter of this test's own: no other has left its list in the cache.
    const filter: Filter = {
      conjunction: 'and',
      items: [{ fieldId: must(count), operator: 'less_than', value }],
    };
    const query = { ...reader, sort, filter, start: 0, count: rows };
    const left = new AbortController();
    let own = 0;
    const share = () =>
      stepped.window(query, (work) => {
        own++;
        return work(new AbortController().signal);
      });
    const second: ReturnType<typeof share>[] = [];
    const first = stepped.window(query, async (work) => {
      second.push(share());
      // It waits for this list by then.
      await setTimeout(100);
      if (when === 'before') throw new Error('left');
      const read = work(left.signal);
      left.abort(new Error('left'));
      return read;
    });
    await expect(first).rejects.toThrow('left');
    expect((await must(second[0])).records).toEqual((await whole.window(query)).records);
    expect(own).toBe(1);
  });
});
