import type { CellValue, Field, FieldKind } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from '../base/base-store.ts';
import {
  describeEngines,
  newId,
  newTable,
  openBases,
  openStore,
  type TestEngine,
  testNow,
} from '../testing.ts';
import { CopyWriter } from './copy-writer.ts';

/** Values at the edges of what a kind can hold. */
const edges: { readonly [K in FieldKind]?: readonly NonNullable<CellValue>[] } = {
  single_line_text: [
    '',
    ' ',
    '\t',
    '\\N',
    '\\.',
    "'; DROP TABLE",
    '\u{10ffff}',
    '𒐫﷽',
    'é',
    '\u007f\u0080\u07ff\u0800\uffff',
  ],
  long_text: ['\r\n', '\ufeffafter a mark', 'a'.repeat(100_000), '漢'.repeat(50_000), '😀'.repeat(30_000)],
  number: [0, -1, 0.1, 1e-7, 5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 2 ** 53, 1 / 3],
  rating: [1, 5],
  duration: [0, 0.5, 86_400_000],
  date: ['0001-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z'],
  datetime: [
    '0001-01-01T00:00:00.001Z',
    '1900-02-28T23:59:59.999Z',
    '1969-12-31T23:59:59.999Z',
    '1999-12-31T23:59:59.999Z',
    '2000-01-01T00:00:00.000Z',
    '2000-02-29T12:34:56.789Z',
    '2038-01-19T03:14:08.000Z',
    '9999-12-31T23:59:59.999Z',
  ],
  checkbox: [true, false],
  multiple_select: [['a'], ['{', '}', '"', '\\', ',', 'NULL', ' '], ['é', '漢', '😀']],
};

describeEngines('a bulk load', (open) => {
  let opened: TestEngine;
  let store: BaseStore;

  beforeAll(async () => {
    opened = await open();
    store = await openStore(await openBases(opened));
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('holds every value as it was given, at the edges of its kind too', async () => {
    const fields = Object.keys(edges).map(
      (type, order): Field => ({ ...sampleField(type as FieldKind), id: newId('fld'), name: type, order }),
    );
    const table = newTable('Edges', fields);
    const load = await store.beginLoad(table);
    const writer = new CopyWriter(load.plan);
    const rows = Array.from({ length: 10 }, (_, row) => ({
      id: newId('rec'),
      values: fields.map(({ type }) => edges[type]?.[row] ?? null),
    }));
    for (const { id, values } of rows) writer.add(id, values, null);
    await load.append(writer.take());
    await load.finish();
    const action = {
      id: newId('act'),
      type: 'IMPORT_RECORDS',
      input: { table, recordsImported: rows.length },
    };
    await store.submit('ann', action as Action);
    const { records } = await store.window({
      tableId: table.id,
      timeZone: 'UTC',
      now: testNow,
      start: 0,
      count: 100,
    });
    expect(
      records.map(({ id, data }) => ({ id, values: fields.map((field) => data[field.id] ?? null) })),
    ).toEqual(rows);
    expect(records[0]).toMatchObject({ createdAt: testNow, updatedAt: testNow });
  });
});
