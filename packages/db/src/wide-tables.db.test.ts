import { getRandomValues } from 'node:crypto';
import {
  anyFieldType,
  type BaseRecord,
  type CellValue,
  editableKinds,
  type Field,
  type FieldKind,
  fieldTypes,
  type Table,
} from '@weft/core';
import { sampleField } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import { CopyWriter } from './import/copy-writer.ts';
import { withColumns } from './schema/layout.ts';
import { schemaOf } from './schema/names.ts';
import { readBase } from './schema/read-base.ts';
import { addColumns, insertFields } from './schema/schema-changes.ts';
import {
  describeEngines,
  newId,
  newTable,
  openBases,
  openStore,
  type TestEngine,
  testNow,
} from './testing.ts';

const reader = { timeZone: 'UTC', now: testNow };

function wideTable(name: string, kindOf: (i: number) => FieldKind, count = 500): Omit<Table, 'order'> {
  const fields = Array.from({ length: count }, (_, i) => {
    const type = kindOf(i);
    const [template] = fieldTypes[type].samples.templates;
    return sampleField(type, template, { id: newId('fld'), name: `Field ${i}`, order: i });
  });
  return newTable(name, fields);
}

/** A valid value of the field, another one in each row. */
function sampleOf(field: Field, row: number): CellValue {
  const type = anyFieldType(field.type);
  const values = type.samples.values.flatMap((value) => {
    const checked = type.validate(value, field.template);
    return checked.ok && checked.value !== null ? [checked.value] : [];
  });
  return values[(row + field.order) % values.length] ?? null;
}

const dataOf = (table: Omit<Table, 'order'>, row: number, valueAt = sampleOf): BaseRecord['data'] =>
  Object.fromEntries(table.fields.map((field) => [field.id, valueAt(field, row)]));

describeEngines('a table of 500 fields', (open) => {
  let opened: TestEngine;
  let store: BaseStore;

  beforeAll(async () => {
    opened = await open();
    store = await openStore(await openBases(opened));
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const submit = (type: Action['type'], input: object) =>
    store.submit('ann', { id: newId('act'), type, input } as Action);

  const shown = async (tableId: string) =>
    (await store.list({ ...reader, tableId, limit: 1_000 })).records.map(({ id, data }) => ({ id, data }));

  async function create(table: Omit<Table, 'order'>, rows: number) {
    await submit('CREATE_TABLE', { table, records: [] });
    const records = Array.from({ length: rows }, (_, row) => ({
      id: newId('rec'),
      data: dataOf(table, row),
    }));
    await submit('CREATE_RECORD', {
      tableId: table.id,
      records: records.map(({ id, data }) => ({
        id,
        cells: Object.fromEntries(Object.entries(data).map(([fieldId, value]) => [fieldId, { value }])),
      })),
    });
    return records;
  }

  it('is created, filled, edited, read, and taken back', async () => {
    const table = wideTable('Wide', (i) => must(editableKinds[i % editableKinds.length]));
    const records = await create(table, 30);
    expect(await shown(table.id)).toEqual(records);

    const last = must(table.fields[499 - (499 % editableKinds.length)]);
    const middle = must(table.fields[300]);
    const { id } = must(records[7]);
    await submit('UPDATE_RECORD_CELL', {
      tableId: table.id,
      recordId: id,
      cells: { [last.id]: { value: 'edited' }, [middle.id]: { value: null } },
    });
    const edited = { ...must(records[7]).data, [last.id]: 'edited' };
    delete edited[middle.id];
    expect((await shown(table.id))[7]).toEqual({ id, data: edited });

    const sort = [{ fieldId: last.id, direction: 'desc' as const }];
    const filter = {
      conjunction: 'and' as const,
      items: [{ fieldId: last.id, operator: 'is', value: 'Edited' }],
    };
    const window = await store.window({ ...reader, tableId: table.id, sort, start: 0, count: 100 });
    expect(window.records).toHaveLength(30);
    const found = await store.list({ ...reader, tableId: table.id, filter, limit: 10, search: 'edit' });
    expect(found.records.map((record) => record.id)).toEqual([id]);

    await submit('BULK_DELETE_RECORDS', { tableId: table.id, recordIds: [id, must(records[9]).id] });
    expect(await shown(table.id)).toHaveLength(28);
    await store.undo('ann', 2);
    expect(await shown(table.id)).toEqual(records);
    await store.redo('ann', 2);
    expect(await shown(table.id)).toHaveLength(28);
    await store.undo('ann', 4);
    expect((await store.metadata()).metadata.tables).toEqual([]);
  });

  it('holds a long text in every cell of a row', async () => {
    const table = wideTable('Long', () => 'long_text');
    const long = (field: Field, row: number) =>
      `${row}-${field.order}-`.padEnd(2_000, String.fromCharCode(0x4e00 + field.order));
    await submit('CREATE_TABLE', { table, records: [] });
    const data = dataOf(table, 1, long);
    const id = newId('rec');
    const cells = Object.fromEntries(Object.entries(data).map(([fieldId, value]) => [fieldId, { value }]));
    await submit('CREATE_RECORD', { tableId: table.id, records: [{ id, cells }] });
    expect(await shown(table.id)).toEqual([{ id, data }]);
  });

  it('holds a text of every length that is kept in the row itself', async () => {
    const table = wideTable('Short', () => 'single_line_text');
    await submit('CREATE_TABLE', { table, records: [] });
    for (const length of [16, 17, 18, 31, 40, 126, 127]) {
      const bytes = getRandomValues(new Uint8Array(500 * length));
      // What cannot be compressed is the hardest to fit.
      const text = Buffer.from(bytes).toString('base64url');
      const data = dataOf(table, 1, (field) => text.slice(field.order * length, (field.order + 1) * length));
      const cells = Object.fromEntries(Object.entries(data).map(([fieldId, value]) => [fieldId, { value }]));
      const id = newId('rec');
      await submit('CREATE_RECORD', { tableId: table.id, records: [{ id, cells }] });
      expect((await store.get(table.id, [id]))[0]?.data).toEqual(data);
    }
  });

  it('grows to 500 fields one by one, and a removed field comes back with its cells', async () => {
    const table = wideTable('Growing', (i) => must(editableKinds[i % editableKinds.length]), 190);
    const records = await create(table, 5);
    const more = wideTable('', (i) => must(editableKinds[i % editableKinds.length]), 310).fields.map(
      (field, i) => ({
        ...field,
        name: `More ${i}`,
        order: 190 + i,
      }),
    );
    await Promise.all(more.map((field) => submit('CREATE_FIELD', { tableId: table.id, field })));
    const field = must(more[280]);
    const { id } = must(records[2]);
    const value = sampleOf(field, 3);
    await submit('UPDATE_RECORD_CELL', { tableId: table.id, recordId: id, cells: { [field.id]: { value } } });
    await submit('DELETE_FIELD', { tableId: table.id, fieldId: field.id });
    await submit('RESTORE_FIELD', { tableId: table.id, fieldId: field.id });
    expect((await shown(table.id))[2]).toEqual({ id, data: { ...must(records[2]).data, [field.id]: value } });
    expect(
      (await store.metadata()).metadata.tables.find((each) => each.id === table.id)?.fields,
    ).toHaveLength(500);
  });

  it('is written to and restored though thousands of its fields were deleted', async () => {
    const table = wideTable('Worn', () => 'single_line_text', 20);
    const [record, other] = await create(table, 2);
    const { id } = must(record);
    const field = must(table.fields[19]);
    await submit('DELETE_FIELD', { tableId: table.id, fieldId: field.id });
    // As if they had come and gone one by one.
    const schema = schemaOf(store.baseId);
    await opened.engine.transaction(async (tx) => {
      const before = must((await readBase(tx, schema)).layout.tables.get(table.id));
      const gone = wideTable('', () => 'single_line_text', 2_000).fields;
      const after = withColumns(before, gone);
      await addColumns(tx, before, after);
      await insertFields(tx, schema, after, gone);
      const ids = gone.map((each) => each.id);
      await tx.query(`UPDATE ${schema}._fields SET deleted_at = now() WHERE id = ANY($1::text[])`, [ids]);
      await tx.query(`UPDATE ${schema}._base SET meta_version = meta_version + 1`);
    });
    const [first] = table.fields;
    const write = (value: string) => ({ [must(first).id]: { value } });
    await submit('UPDATE_RECORD_CELL', { tableId: table.id, recordId: id, cells: write('typed') });
    await submit('CREATE_RECORD', {
      tableId: table.id,
      records: [{ id: newId('rec'), cells: write('new') }],
    });
    await submit('BULK_DELETE_RECORDS', { tableId: table.id, recordIds: [id] });
    await store.undo('ann', 2);
    await store.undo('ann', 1);
    await submit('RESTORE_FIELD', { tableId: table.id, fieldId: field.id });
    expect(await shown(table.id)).toEqual([record, other]);
  });

  it('is duplicated with every cell, though columns of the copy lie in other parts', async () => {
    const table = wideTable('Copied', (i) => must(editableKinds[i % editableKinds.length]));
    const records = await create(table, 20);
    const gone = table.fields.slice(150, 230);
    for (const { id } of gone) await submit('DELETE_FIELD', { tableId: table.id, fieldId: id });
    const newTableId = newId('tbl');
    await submit('DUPLICATE_TABLE', { tableId: table.id, newTableId, withRecords: true });
    const { metadata } = await store.metadata();
    const copy = must(metadata.tables.find((each) => each.id === newTableId));
    const kept = table.fields.filter((field) => !gone.includes(field));
    expect(copy.fields.map(({ name }) => name)).toEqual(kept.map(({ name }) => name));
    const expected = records.map(({ data }) =>
      Object.fromEntries(
        kept.flatMap((field, i) => {
          const value = data[field.id] ?? null;
          return value === null ? [] : [[must(copy.fields[i]).id, value]];
        }),
      ),
    );
    expect((await shown(newTableId)).map(({ data }) => data)).toEqual(expected);
  });

  it('is imported as it was written, whatever its texts hold', async () => {
    const table = wideTable('Imported', (i) => must(editableKinds[i % editableKinds.length]));
    const load = await store.beginLoad(table);
    const writer = new CopyWriter(load.plan);
    const texts = ['tab\tnew\nline\r\\back\\N', 'é 漢 😀 "quoted" {a,b}', '\\.', ' ', '\u2028'];
    const valueAt = (field: Field, row: number): CellValue =>
      field.type === 'long_text' ? must(texts[(row + field.order) % texts.length]) : sampleOf(field, row);
    const records = Array.from({ length: 50 }, (_, row) => ({
      id: newId('rec'),
      data: dataOf(table, row, valueAt),
    }));
    const empty = { id: newId('rec'), data: {} };
    const raw = { [must(table.fields[2]).id]: 'no\tnumber "at" all\\' };
    for (const { id, data } of records)
      writer.add(
        id,
        table.fields.map((field) => data[field.id] ?? null),
        null,
      );
    await load.append(writer.take());
    writer.add(empty.id, [], raw);
    await load.append(writer.take());
    await load.append(writer.take());
    await load.finish();
    await submit('IMPORT_RECORDS', { table, recordsImported: 51 });
    expect(await shown(table.id)).toEqual([...records, empty]);
    expect((await store.get(table.id, [empty.id]))[0]?.raw).toEqual(raw);
    const { records: seen, total } = await store.window({
      ...reader,
      tableId: table.id,
      start: 45,
      count: 10,
    });
    expect(seen.map((record) => record.id)).toEqual([...records.slice(45), empty].map(({ id }) => id));
    expect(total).toBe(51);
    await store.undo('ann', 1);
    const { metadata } = await store.metadata();
    expect(metadata.tables.map((each) => each.id)).not.toContain(table.id);
  });
});
