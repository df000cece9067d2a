import {
  anyFieldType,
  type BaseRecord,
  type CellValue,
  type Condition,
  compileFilter,
  compileSearch,
  compileSort,
  editableKinds,
  type Field,
  type FieldEnv,
  findColumn,
  findShownField,
  isLookupField,
  type Table,
} from '@weft/core';
import { sampleField } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { must } from '@weft/std';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import {
  describeEngines,
  newId,
  newTable,
  openBases,
  openStore,
  type TestEngine,
  testNow,
} from './testing.ts';

const numRuns = Number(process.env.LAWS_RUNS ?? 100);
const reader = { timeZone: 'America/New_York', locale: 'en-US', now: testNow };

/** A field of each kind that cells are written of. */
const shownFields: readonly Field[] = editableKinds.map((kind, order) => {
  const template = must(anyFieldType(kind).samples.templates[0]);
  return sampleField(kind, template as never, { id: newId('fld'), name: kind, order });
});
const targets = newTable('Targets', shownFields);
const rows = newTable('Rows', [
  { id: newId('fld'), name: 'Name', type: 'single_line_text', order: 0, template: {} },
]);
const linkId = newId('fld');
const lookupIds = new Map(shownFields.map((field) => [field.id, newId('fld')]));

const cellOf = (field: Field, row: number): CellValue => {
  const { samples, validate } = anyFieldType(field.type);
  const place = (row * 5 + field.order * 3) % (samples.values.length + 2);
  const checked = validate(samples.values[place], field.template);
  return checked.ok ? checked.value : null;
};

const ids = (records: readonly BaseRecord[]) => records.map(({ id }) => id);

describeEngines('lookups', (open) => {
  let opened: TestEngine;
  let store: BaseStore;
  let table: Table;
  let env: FieldEnv;
  /** By id, as the target table has them. */
  let linked: ReadonlyMap<string, BaseRecord>;
  /** With the values of their lookups as this test computes them. */
  let records: readonly BaseRecord[];

  beforeAll(async () => {
    opened = await open();
    store = await openStore(await openBases(opened));
    const submit = (type: Action['type'], input: object) =>
      store.submit('ann', { id: newId('act'), type, input } as Action);
    const fill = async (of: Omit<Table, 'order'>, count: number) => {
      await submit('CREATE_TABLE', { table: of, records: [] });
      const made = Array.from({ length: count }, (_, row) => ({
        id: newId('rec'),
        cells: Object.fromEntries(of.fields.map((field) => [field.id, { value: cellOf(field, row) }])),
      }));
      await submit('CREATE_RECORD', { tableId: of.id, records: made });
      return made.map(({ id }) => id);
    };
    const targetIds = await fill(targets, 25);
    const rowIds = await fill(rows, 40);
    const add = (field: object) => submit('CREATE_FIELD', { tableId: rows.id, field });
    const template = { tableId: targets.id, allowMultiple: true, inverseFieldId: newId('fld') };
    await add({ id: linkId, name: 'Links', type: 'linked_record', template });
    for (const [lookupFieldId, id] of lookupIds)
      await add({ id, name: '', type: 'lookup', template: { linkedRecordFieldId: linkId, lookupFieldId } });
    for (const [row, recordId] of rowIds.entries()) {
      const newIds = targetIds.filter((_, i) => (row * 7 + i * 3) % 11 < row % 4).slice(0, row % 5);
      await submit('UPDATE_LINKS', { tableId: rows.id, recordId, fieldId: linkId, newIds, oldIds: [] });
    }
    const { metadata } = await store.metadata();
    table = must(metadata.tables.find(({ id }) => id === rows.id));
    const read = async (tableId: string) => (await store.list({ ...reader, tableId, limit: 100 })).records;
    linked = new Map((await read(targets.id)).map((record) => [record.id, record]));
    env = {
      ...reader,
      shownField: findShownField(metadata),
      linked: (id) => ({
        name: '',
        color: 'Gray',
        value: linked.get(id)?.data[targets.primaryFieldId] ?? null,
      }),
    };
    records = (await read(rows.id)).map((record) => {
      const data: { [fieldId: string]: CellValue } = { ...record.data };
      const held = (record.data[linkId] ?? []) as readonly string[];
      for (const { id, type } of shownFields) {
        const { emptyCountsAs = null } = anyFieldType(type);
        const values = held.map((one) => linked.get(one)?.data[id] ?? emptyCountsAs);
        const filled = values.filter((value) => value !== null);
        if (filled.length > 0) data[must(lookupIds.get(id))] = filled;
      }
      return { ...record, data };
    });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('show the values of the linked records, as an oracle computes them', async () => {
    const page = await store.list({ ...reader, tableId: rows.id, limit: 100 });
    const { records: complete } = await store.linked(rows.id, page.records);
    expect(complete).toEqual(records);
  });

  const conditions = (): readonly Condition[] =>
    table.fields.filter(isLookupField).flatMap(({ id, template }) => {
      const column = must(findColumn(table, id, env));
      const shown = must(shownFields.find((field) => field.id === template.lookupFieldId));
      const { values } = anyFieldType(shown.type).samples;
      const operands = [...values, ...values.map((value) => [value]), [], '2026-03-08', 0.3, 'image', 'a'];
      return Object.entries(column.operators).flatMap(([operator, { needsValue, prepare }]) =>
        (needsValue ? operands : [undefined])
          .filter((value) => prepare(value, column.template, env).ok)
          .map((value) => ({ fieldId: id, operator, ...(needsValue && { value }) })),
      );
    });

  it('K1, K2: choose and order the same records in memory and in the database', async () => {
    const asked = fc.record({
      condition: fc.option(fc.constantFrom(...conditions())),
      sort: fc.array(
        fc.record({
          fieldId: fc.constantFrom(linkId, ...lookupIds.values()),
          direction: fc.constantFrom('asc' as const, 'desc' as const),
        }),
        { maxLength: 2 },
      ),
      search: fc.constantFrom('', '', 'a', '1', '2026', 'E', '%', 'opt'),
      searched: fc.uniqueArray(fc.constantFrom(linkId, ...lookupIds.values()), {
        minLength: 1,
        maxLength: 3,
      }),
      limit: fc.integer({ min: 7, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ condition, sort, search, searched, limit }) => {
        const fieldIds = [...searched];
        const filter = condition && { conjunction: 'and' as const, items: [condition] };
        const keeps = compileFilter(filter, table, env);
        const finds = compileSearch(search, table, env, fieldIds);
        const expected = ids(
          records.filter((record) => keeps(record) && finds(record)).toSorted(compileSort(sort, table, env)),
        );
        const found: string[] = [];
        let cursor: string | null = null;
        do {
          const query = { ...reader, tableId: rows.id, filter, sort, search, fieldIds, limit };
          const page = await store.list({ ...query, ...(cursor !== null && { cursor }) });
          found.push(...ids(page.records));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(found).toEqual(expected);
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    );
  });

  it('are read in as many statements for one record as for forty', async () => {
    const pages = opened.engine.pages.bind(opened.engine);
    let statements = 0;
    const counted = vi.spyOn(opened.engine, 'pages').mockImplementation(() => {
      const scanner = pages();
      return {
        inSteps: scanner.inSteps,
        isAlone: scanner.isAlone,
        worked: scanner.worked,
        query: (...of) => {
          statements++;
          return scanner.query(...of);
        },
        queryBoth: (...of) => {
          statements += 2;
          return scanner.queryBoth(...of);
        },
      };
    });
    const statementsOf = async (limit: number) => {
      const page = await store.list({ ...reader, tableId: rows.id, limit });
      statements = 0;
      await store.linked(rows.id, page.records);
      return statements;
    };
    const linkedRow = records.findIndex((record) => record.data[linkId] !== undefined);
    const few = await statementsOf(linkedRow + 1);
    expect(few).toBeGreaterThan(0);
    expect(await statementsOf(40)).toBe(few);
    counted.mockRestore();
  });

  it('see in a window at once what a cell of a linked record becomes', async () => {
    const text = must(shownFields.find(({ type }) => type === 'single_line_text'));
    const fieldId = must(lookupIds.get(text.id));
    const filter = { conjunction: 'and' as const, items: [{ fieldId, operator: 'is', value: 'Quite new' }] };
    const window = () => store.window({ ...reader, tableId: rows.id, filter, start: 0, count: 50 });
    expect((await window()).total).toBe(0);
    const held = (record: BaseRecord) => (record.data[linkId] ?? []) as readonly string[];
    const recordId = must(records.flatMap(held)[0]);
    const cells = { [text.id]: { value: 'Quite new' } };
    const edit = { id: newId('act'), type: 'UPDATE_RECORD_CELL' as const };
    await store.submit('ann', { ...edit, input: { tableId: targets.id, recordId, cells } });
    expect(ids((await window()).records)).toEqual(ids(records.filter((one) => held(one).includes(recordId))));
  });
});
