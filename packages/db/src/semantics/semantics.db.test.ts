import {
  aggregatesOf,
  anyFieldType,
  type BaseRecord,
  type Condition,
  canGroupBy,
  collectGroups,
  compileFilter,
  compileSearch,
  compileSort,
  type Field,
  type Filter,
  type Group,
  groupOf,
  isSelectField,
  type Sort,
  type Table,
} from '@weft/core';
import type { Action } from '@weft/history';
import { must } from '@weft/std';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BaseStore } from '../base/base-store.ts';
import { join } from '../fields/sql-field-type.ts';
import { compileFilterSql } from '../query/compile-filter.ts';
import { statement } from '../query/statement.ts';
import { fromParts } from '../records/read.ts';
import { schemaOf } from '../schema/names.ts';
import { readBase } from '../schema/read-base.ts';
import { describeEngines, newId, openBases, openStore, type TestEngine } from '../testing.ts';
import { cellOf, conditionsOf, fields, kinds, readers, rows, table } from './testing.ts';

const runs = { numRuns: Number(process.env.LAWS_RUNS ?? 100) };

const ids = (records: readonly BaseRecord[]): readonly string[] => records.map(({ id }) => id);

describeEngines('what filters, sorts and searches choose', (open) => {
  let opened: TestEngine;
  let store: BaseStore;
  let whole: Table;
  let records: readonly BaseRecord[];

  beforeAll(async () => {
    opened = await open();
    store = await openStore(await openBases(opened));
    const submit = (type: Action['type'], input: object) =>
      store.submit('ann', { id: newId('act'), type, input } as Action);
    await submit('CREATE_TABLE', { table, records: [] });
    await submit('CREATE_RECORD', {
      tableId: table.id,
      records: Array.from({ length: rows }, (_, row) => ({
        id: newId('rec'),
        cells: Object.fromEntries(fields.map((field) => [field.id, cellOf(field, row)])),
      })),
    });
    // Of some selects an option goes, by which cells were chosen and operands still ask.
    for (const field of fields.filter(isSelectField)) {
      const { options } = field.template;
      const template = { ...field.template, options: options.filter((_, place) => place % 3 !== 1) };
      if (options.length > 2)
        await submit('UPDATE_FIELD', { tableId: table.id, fieldId: field.id, template });
    }
    whole = must((await store.metadata()).metadata.tables[0]);
    records = (await store.list({ ...must(readers[0]), tableId: table.id, limit: rows })).records;
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('is stored as it was given', () => {
    expect(records).toHaveLength(rows);
    for (const [row, record] of records.entries()) {
      const cells = fields.map(({ id }) => ({ value: record.data[id] ?? null, raw: record.raw?.[id] }));
      expect(cells).toEqual(fields.map((field) => ({ raw: undefined, ...cellOf(field, row) })));
    }
  });

  describe('every operator with every operand chooses the same records in memory and in the database', () => {
    it.each(kinds)('%s', async (kind) => {
      const base = await readBase(opened.engine, schemaOf(store.baseId));
      const layout = must(base.layout.tables.get(table.id));
      const from = fromParts(layout, layout.columns.values());
      for (const [i, field] of fields.filter(({ type }) => type === kind).entries()) {
        const reader = must(readers[i % readers.length]);
        const all = conditionsOf(field, reader).map(
          (condition): Filter => ({ conjunction: 'and', items: [condition] }),
        );
        for (let at = 0; at < all.length; at += 200) {
          const filters = all.slice(at, at + 200);
          const compiled = join(
            filters.map((filter) => {
              const { text, values } = must(compileFilterSql(filter, whole, layout, reader, () => null));
              // As WHERE reads it.
              return { text: `${text} IS TRUE`, values };
            }),
            ', ',
          );
          const { text, params } = statement({
            text: `SELECT ${compiled.text} FROM ${from} ORDER BY t.position, t.id`,
            values: compiled.values,
          });
          const found = await opened.engine.query(text, params);
          const wrong = filters.flatMap((filter, column) => {
            const test = compileFilter(filter, whole, reader);
            const differ = records.filter((record, row) => found[row]?.[column] !== test(record));
            return differ.length === 0 ? [] : [{ filter, cells: differ.map(({ data }) => data[field.id]) }];
          });
          expect(wrong).toEqual([]);
        }
      }
    });
  });

  const field = fc.constantFrom(...fields);
  const reader = fc.constantFrom(...readers);
  const sort: fc.Arbitrary<Sort> = fc.array(
    fc.record({
      fieldId: fc.oneof(
        { weight: 9, arbitrary: field.map(({ id }) => id) },
        fc.constantFrom('$id', '$createdAt'),
      ),
      direction: fc.constantFrom('asc', 'desc'),
    }),
    { maxLength: 3 },
  );
  const condition = (of: (typeof readers)[number]) =>
    field.chain((one) => fc.constantFrom(...conditionsOf(one, of)));
  const filterOf = (of: (typeof readers)[number]) =>
    fc.letrec<{ filter: Filter; item: Filter | Condition }>((tie) => ({
      item: fc.oneof({ maxDepth: 2, withCrossShrink: true }, condition(of), tie('filter')),
      filter: fc.record({
        conjunction: fc.constantFrom('and', 'or'),
        items: fc.array(tie('item'), { maxLength: 3 }),
      }),
    })).filter;
  /** A piece of what some cell shows to this reader, now and then with other case or blanks around it. */
  const searchOf = (of: (typeof readers)[number], among: readonly Field[]) =>
    fc
      .tuple(
        fc.constantFrom(...among),
        fc.nat(rows - 1),
        fc.nat(8),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(3),
      )
      .map(([one, row, start, length, how]) => {
        const record = must(records[row]);
        const value = record.data[one.id] ?? null;
        const shown =
          value === null
            ? (record.raw?.[one.id] ?? '')
            : anyFieldType(one.type).searchText(value, one.template, of);
        const piece = shown.slice(start, start + length).replaceAll(/\p{Cs}/gu, '');
        if (how === 1) return piece.toUpperCase();
        return how === 2 ? ` ${piece} ` : piece;
      });

  it('groups the same records in memory, and adds up their columns to the same', async () => {
    const groupable = fields.filter(canGroupBy);
    const query = reader.chain((of) =>
      fc.record({
        of: fc.constant(of),
        filter: fc.option(filterOf(of)),
        by: fc.uniqueArray(fc.constantFrom(...groupable), { maxLength: 3 }),
        direction: fc.constantFrom('asc' as const, 'desc' as const),
        summarised: fc.uniqueArray(field, { maxLength: 4 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(query, async ({ of, filter, by, direction, summarised }) => {
        const keys = by.map(({ id }) => ({ fieldId: id, direction }));
        const present = (some: readonly Field[]) =>
          some.map(({ id }) => must(whole.fields.find((each) => each.id === id)));
        const keeps = compileFilter(filter, whole, of);
        const alone = records
          .filter(keeps)
          .map((record) => groupOf(record, present(by), present(summarised)));
        const expected = collectGroups(alone, keys, whole);
        const asked = { ...of, tableId: table.id, filter, groups: keys };
        const found = await store.groups({ ...asked, summarised: summarised.map(({ id }) => id) });
        const counts = (groups: readonly Group[]) => groups.map(({ key, count }) => [key, count]);
        expect(counts(found.groups)).toEqual(counts(expected));
        const shown = (groups: readonly Group[]) =>
          groups.map(({ count, tallies }) =>
            present(summarised).map((one) =>
              Object.entries(aggregatesOf(one)).map(([name, { ofTally }]) => {
                const { min, max } = must(tallies[one.id]);
                // Of numbers this far apart a double holds no sum to compare.
                if (Math.max(-(min ?? 0), max ?? 0) > 1e14 && ['sum', 'average'].includes(name))
                  return [name, null] as const;
                const result = ofTally?.(must(tallies[one.id]), count) ?? null;
                return [name, result] as const;
              }),
            ),
          );
        // Added up in another order a sum differs in its last digits.
        const close = (one: number, other: number) =>
          Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other));
        const inMemory = shown(expected);
        const onServer = shown(found.groups).map((group, i) =>
          group.map((column, j) =>
            column.map(([name, result], k) => {
              const other = inMemory[i]?.[j]?.[k]?.[1];
              return typeof result === 'number' && typeof other === 'number' && close(result, other)
                ? [name, other]
                : [name, result];
            }),
          ),
        );
        expect(onServer).toEqual(inMemory);
      }),
      runs,
    );
  }, 120_000);

  it('chooses and orders the same records in memory, page by page and window by window', async () => {
    const query = reader.chain((of) =>
      fc.record({
        of: fc.constant(of),
        filter: fc.option(filterOf(of)),
        sort,
        search: fc.oneof(fc.constant(''), searchOf(of, fields)),
        searched: fc.uniqueArray(field, { minLength: 1, maxLength: 6 }),
        limit: fc.integer({ min: 5, max: 60 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(query, async ({ of, filter, sort: keys, search, searched, limit }) => {
        const fieldIds = searched.map(({ id }) => id);
        const keeps = compileFilter(filter, whole, of);
        const finds = compileSearch(search, whole, of, fieldIds);
        const expected = ids(
          records.filter((record) => keeps(record) && finds(record)).toSorted(compileSort(keys, whole)),
        );
        const asked = { ...of, tableId: table.id, filter, sort: keys, search, fieldIds };
        const paged: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await store.list({ ...asked, limit, ...(cursor !== null && { cursor }) });
          paged.push(...ids(page.records));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(paged).toEqual(expected);
        const window = await store.window({ ...asked, start: 0, count: rows });
        expect({ ids: ids(window.records), total: window.total }).toEqual({
          ids: expected,
          total: expected.length,
        });
      }),
      runs,
    );
  });

  it.each(kinds)('finds in %s what a person sees there', async (kind) => {
    const own = fields.filter(({ type }) => type === kind);
    const query = reader.chain((of) => fc.record({ of: fc.constant(of), search: searchOf(of, own) }));
    const { numRuns } = runs;
    await fc.assert(
      fc.asyncProperty(query, async ({ of, search }) => {
        const fieldIds = own.map(({ id }) => id);
        const expected = ids(records.filter(compileSearch(search, whole, of, fieldIds)));
        const found = await store.list({ ...of, tableId: table.id, search, fieldIds, limit: rows });
        expect(ids(found.records)).toEqual(expected);
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });

  it.each(kinds)('orders by %s as memory does, up and down', async (kind) => {
    for (const one of fields.filter(({ type }) => type === kind).slice(0, 8)) {
      for (const direction of ['asc', 'desc'] as const) {
        const keys = [{ fieldId: one.id, direction }];
        const asked = { ...must(readers[0]), tableId: table.id, sort: keys, fieldIds: [one.id] };
        const { records: found } = await store.list({ ...asked, limit: rows });
        expect(ids(found)).toEqual(ids(records.toSorted(compileSort(keys, whole))));
      }
    }
  });
});
