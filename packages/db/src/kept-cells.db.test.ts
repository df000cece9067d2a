import type { Field, FieldKind } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bases } from './bases.ts';
import { schemaOf } from './schema/names.ts';
import { actOn, describeEngines, newId, newTable, openBases, openStore, type TestEngine } from './testing.ts';
import { BaseWriter } from './writer/base-writer.ts';

const zone = { timeZone: 'UTC', locale: 'en-US' };

describeEngines('fields that the server keeps', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  let clock = '';
  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened, () => clock);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const at = (minute: number) => `2026-03-05T10:${String(minute).padStart(2, '0')}:00.000Z`;

  /** A table with a name, a field of this kind that was added at once, and two records made at 10:01 and 10:02. */
  async function tableWith(type: FieldKind) {
    const store = await openStore(bases);
    const name = sampleField('single_line_text', {}, { id: newId('fld'), name: 'Name' });
    const table = newTable('Tasks', [name]);
    const tableId = table.id;
    const kept: Field = sampleField(type, {}, { id: newId('fld'), name: 'Kept', order: 1 });
    const ids = [newId('rec'), newId('rec')] as const;
    const act = actOn(store);
    clock = at(0);
    await act('CREATE_TABLE', { table, records: [] });
    for (const [i, id] of ids.entries()) {
      clock = at(i + 1);
      await act('CREATE_RECORD', {
        tableId,
        records: [{ id, cells: { [name.id]: { value: `Task ${i}` } } }],
      });
    }
    clock = at(3);
    await act('CREATE_FIELD', { tableId, field: kept });
    const list = async (query: object = {}) =>
      (await store.list({ timeZone: 'UTC', now: clock, tableId, limit: 100, ...query })).records;
    const values = async (query: object = {}) => (await list(query)).map(({ data }) => data[kept.id] ?? null);
    const rename = (id: string, value: string, person = 'ann') =>
      act('UPDATE_RECORD_CELL', { tableId, recordId: id, cells: { [name.id]: { value } } }, person);
    const convert = (type: FieldKind, shadowId = newId('fld')) => {
      const { template } = sampleField(type);
      return act('CONVERT_FIELD_TYPE', {
        ...{ tableId, fieldId: kept.id, type, template, shadowId },
        ...zone,
      });
    };
    return { store, tableId, name, kept, ids, act, list, values, rename, convert };
  }

  it('show when records were made, also of those that were there before the field', async () => {
    const { values, rename, ids, act, tableId } = await tableWith('created_time');
    expect(await values()).toEqual([at(1), at(2)]);
    clock = at(9);
    await rename(ids[0], 'Renamed');
    const made = await act('CREATE_RECORD', { tableId, records: [{ id: newId('rec'), cells: {} }] });
    expect(await values()).toEqual([at(1), at(2), at(9)]);
    const created = must(made.entry.changes?.[0]);
    expect(made.records?.(tableId, ['recordId' in created ? created.recordId : ''])[0]?.createdAt).toBe(
      at(9),
    );
  });

  it('move with every edit, and sort, filter and group by it', async () => {
    const { store, tableId, kept, values, rename, ids } = await tableWith('last_modified_time');
    const sort = [{ fieldId: kept.id, direction: 'desc' as const }];
    const window = async () => {
      const query = { timeZone: 'UTC', now: clock, tableId, sort, start: 0, count: 10 };
      return (await store.window(query)).records.map(({ data }) => data[kept.id]);
    };
    expect(await window()).toEqual([at(2), at(1)]);
    clock = at(9);
    await rename(ids[0], 'Renamed');
    expect(await window()).toEqual([at(9), at(2)]);
    expect(await values({ sort })).toEqual([at(9), at(2)]);
    const condition = { fieldId: kept.id, operator: 'is', value: '2026-03-05' };
    expect(await values({ filter: { conjunction: 'and', items: [condition] } })).toHaveLength(2);
    expect(await values({ search: '10:09' })).toEqual([at(9)]);
    const by = [{ fieldId: kept.id, direction: 'asc' as const }];
    const { groups } = await store.groups({
      timeZone: 'UTC',
      now: clock,
      tableId,
      groups: by,
      summarised: [],
    });
    expect(groups).toHaveLength(2);
  });

  it('convert to dates and texts, and are kept again after undo', async () => {
    for (const type of ['date', 'datetime', 'single_line_text'] as const) {
      const { store, values, convert, rename, ids, kept } = await tableWith('last_modified_time');
      clock = at(20);
      await convert(type);
      const day = '2026-03-05T00:00:00.000Z';
      expect(await values()).toEqual(type === 'date' ? [day, day] : [at(1), at(2)]);
      await rename(ids[1], 'Edited since', 'bert');
      const { conflicts } = await store.undo('ann', 1);
      expect(conflicts).toEqual([]);
      expect(await values()).toEqual([at(1), at(20)]);
      expect((await store.metadata()).metadata.tables[0]?.fields[1]?.type).toBe(kept.type);
      await store.redo('ann', 1);
      expect(await values()).toEqual(type === 'date' ? [day, day] : [at(1), at(2)]);
    }
  });

  it('are written by nobody, and no field becomes one', async () => {
    const { act, tableId, kept, name, ids } = await tableWith('created_time');
    const cells = { [kept.id]: { value: at(0) } };
    await expect(act('UPDATE_RECORD_CELL', { tableId, recordId: ids[0], cells })).rejects.toThrow(
      'Kept is computed and cannot be edited',
    );
    const to = { type: 'created_time' as const, template: kept.template, shadowId: newId('fld') };
    await expect(
      act('CONVERT_FIELD_TYPE', { tableId, fieldId: name.id, ...to, ...zone } as never),
    ).rejects.toThrow();
  });

  it('are those of the copies in a copied table, and come back with a deleted record', async () => {
    const { store, act, tableId, kept, ids, values } = await tableWith('created_time');
    clock = at(30);
    await act('DELETE_RECORD', { tableId, recordId: ids[0] });
    await store.undo('ann', 1);
    expect(await values()).toEqual([at(1), at(2)]);
    const copyId = newId('tbl');
    await act('DUPLICATE_TABLE', { tableId, newTableId: copyId, withRecords: true });
    const { metadata } = await store.metadata();
    const copy = must(metadata.tables.find(({ id }) => id !== tableId));
    const field = must(copy.fields.find(({ name }) => name === kept.name));
    const { records } = await store.list({ timeZone: 'UTC', now: clock, tableId: copy.id, limit: 10 });
    expect(records.map(({ data }) => data[field.id])).toEqual([at(30), at(30)]);
  });

  it('count the records, those from before the field in their order, and give no number twice', async () => {
    const { store, act, tableId, values, ids, kept } = await tableWith('autonumber');
    expect(await values()).toEqual([1, 2]);
    const third = newId('rec');
    const { records } = await act('CREATE_RECORD', { tableId, records: [{ id: third, cells: {} }] });
    expect(records?.(tableId, [third])[0]?.data[kept.id]).toBe(3);
    await store.undo('ann', 1);
    await act('CREATE_RECORD', { tableId, records: [{ id: newId('rec'), cells: {} }] }, 'bert');
    expect(await values()).toEqual([1, 2, 4]);
    await store.redo('ann', 1);
    expect([...(await values())].toSorted()).toEqual([1, 2, 3, 4]);
    await act('DELETE_RECORD', { tableId, recordId: ids[0] });
    await act('RESTORE_RECORDS', { tableId, recordIds: [ids[0]] });
    expect([...(await values())].toSorted()).toEqual([1, 2, 3, 4]);
  });

  it('give no number twice where a record is made at the moment the field is added', async () => {
    const { store, tableId, list } = await tableWith('created_time');
    const counter = sampleField('autonumber', {}, { id: newId('fld'), name: 'Counter', order: 2 });
    const writer = new BaseWriter(opened.engine, schemaOf(store.baseId), {
      ...{ now: () => clock, newActionId: () => newId('act') },
      ...{ onHead: () => {}, onCommitted: () => {}, onOthers: () => {} },
    });
    const record = { tableId, records: [{ id: newId('rec'), cells: {} }] };
    // Actions that are submitted at once share a transaction where they may.
    await Promise.all([
      writer.submit('ann', { id: newId('act'), type: 'CREATE_FIELD', input: { tableId, field: counter } }),
      writer.submit('bert', { id: newId('act'), type: 'CREATE_RECORD', input: record }),
    ]);
    expect((await list()).map(({ data }) => data[counter.id])).toEqual([1, 2, 3]);
  });

  it('count on while the field is deleted or of another type, and in a copy of the table', async () => {
    const { store, act, tableId, values, convert, kept } = await tableWith('autonumber');
    const add = () => act('CREATE_RECORD', { tableId, records: [{ id: newId('rec'), cells: {} }] }, 'bert');
    await convert('number');
    expect(await values()).toEqual([1, 2]);
    await add();
    expect(await values()).toEqual([1, 2, null]);
    await store.undo('ann', 1);
    expect(await values()).toEqual([1, 2, 3]);
    await act('DELETE_FIELD', { tableId, fieldId: kept.id });
    await add();
    await act('RESTORE_FIELD', { tableId, fieldId: kept.id });
    expect(await values()).toEqual([1, 2, 3, 4]);
    const copyId = newId('tbl');
    await act('DUPLICATE_TABLE', { tableId, newTableId: copyId, withRecords: true });
    await act('CREATE_RECORD', { tableId: copyId, records: [{ id: newId('rec'), cells: {} }] });
    const { metadata } = await store.metadata();
    const field = must(metadata.tables.find(({ id }) => id === copyId)?.fields[1]);
    const { records } = await store.list({ timeZone: 'UTC', now: clock, tableId: copyId, limit: 10 });
    expect(records.map(({ data }) => data[field.id])).toEqual([1, 2, 3, 4, 5]);
  });

  it('count a record that went before the field was made, once it comes back', async () => {
    for (const way of ['restored', 'undone', 'redone'] as const) {
      const { store, act, tableId, ids, list } = await tableWith('created_time');
      const add = () => act('CREATE_RECORD', { tableId, records: [{ id: newId('rec'), cells: {} }] }, 'bert');
      if (way === 'redone') {
        await add();
        await store.undo('bert', 1);
      } else await act('DELETE_RECORD', { tableId, recordId: ids[0] }, 'bert');
      const counter = sampleField('autonumber', {}, { id: newId('fld'), name: 'Counter', order: 2 });
      await act('CREATE_FIELD', { tableId, field: counter });
      const numbers = async () => (await list()).map(({ data }) => data[counter.id]);
      const known = way === 'redone' ? [1, 2] : [1];
      expect(await numbers()).toEqual(known);
      const next = known.length + 1;
      const comeBack = {
        restored: async () => (await act('RESTORE_RECORDS', { tableId, recordIds: [ids[0]] })).entry,
        undone: () => store.undo('bert', 1),
        redone: () => store.redo('bert', 1),
      };
      const { changes } = await comeBack[way]();
      // Readers of the change see the number too.
      expect(changes).toMatchObject([{ kind: 'record', after: { data: { [counter.id]: next } } }]);
      expect(await numbers()).toEqual(way === 'redone' ? [...known, next] : [next, ...known]);
      await add();
      expect((await numbers()).at(-1)).toBe(next + 1);
    }
  });

  it('keep their numbers in copies of the field, the table and the base, and count on there', async () => {
    const { store, act, tableId, values, ids, kept, list } = await tableWith('autonumber');
    await act('CREATE_RECORD', { tableId, records: [{ id: newId('rec'), cells: {} }] });
    await act('DELETE_RECORD', { tableId, recordId: ids[0] });
    expect(await values()).toEqual([2, 3]);
    const copyId = newId('fld');
    const field = { id: copyId, name: 'Copy', type: 'autonumber' as const, template: {} };
    await act('CREATE_FIELD', { tableId, field, copyOf: kept.id });
    const both = async () => (await list()).map(({ data }) => [data[kept.id], data[copyId]]);
    expect(await both()).toEqual([
      [2, 2],
      [3, 3],
    ]);
    // A record made while the copy is undone is counted once it is redone.
    await store.undo('ann', 1);
    await act('CREATE_RECORD', { tableId, records: [{ id: newId('rec'), cells: {} }] }, 'bert');
    await store.redo('ann', 1);
    await act('CREATE_RECORD', { tableId, records: [{ id: newId('rec'), cells: {} }] }, 'bert');
    const all = [2, 3, 4, 5].map((number) => [number, number]);
    expect(await both()).toEqual(all);
    const newTableId = newId('tbl');
    await act('DUPLICATE_TABLE', { tableId, newTableId, withRecords: true });
    const { metadata } = await store.metadata();
    const counted = must(metadata.tables.find(({ id }) => id === newTableId)?.fields[1]);
    await act('CREATE_RECORD', { tableId: newTableId, records: [{ id: newId('rec'), cells: {} }] });
    const copied = await store.list({ timeZone: 'UTC', now: clock, tableId: newTableId, limit: 10 });
    expect(copied.records.map(({ data }) => data[counted.id])).toEqual([2, 3, 4, 5, 6]);
    const baseId = newId('bas');
    await bases.copy(store.baseId, baseId, new Map(), async () => {});
    const copy = bases.get(baseId);
    const made = { tableId, records: [{ id: newId('rec'), cells: {} }] };
    await copy.submit('ann', { id: newId('act'), type: 'CREATE_RECORD', input: made } as unknown as Action);
    const { records } = await copy.list({ timeZone: 'UTC', now: clock, tableId, limit: 10 });
    expect(records.map(({ data }) => [data[kept.id], data[copyId]])).toEqual([...all, [6, 6]]);
  });

  it('let a record that is older than the field be undone', async () => {
    for (const type of ['autonumber', 'created_time', 'last_modified_time'] as const) {
      const { store, values } = await tableWith(type);
      await store.undo('ann', 1);
      await store.redo('ann', 1);
      const { conflicts } = await store.undo('ann', 2);
      expect(conflicts).toEqual([]);
      expect(await store.metadata()).toMatchObject({
        metadata: { tables: [{ fields: [{ name: 'Name' }] }] },
      });
      expect(await values()).toHaveLength(1);
    }
  });

  it('name who made a record and who edited it last, as they are called now', async () => {
    for (const [id, name] of [
      ['ann', 'Ann Zorn'],
      ['bert', 'Bert'],
    ])
      await opened.engine.query(
        `INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
         VALUES ($1, $2, $1 || '@example.com', true, now(), now()) ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"`,
        [id, name],
      );
    const { store, act, tableId, ids, kept, list, rename } = await tableWith('created_by');
    const edited = sampleField('last_modified_by', {}, { id: newId('fld'), name: 'Edited', order: 2 });
    await act('CREATE_FIELD', { tableId, field: edited });
    await act('CREATE_RECORD', { tableId, records: [{ id: newId('rec'), cells: {} }] }, 'bert');
    await rename(ids[0], 'By Bert', 'bert');
    const people = async (query: object = {}) =>
      (await list(query)).map(({ data }) => [data[kept.id], data[edited.id]]);
    const [byAnn, byBoth, byBert] = [
      ['Ann Zorn', 'Ann Zorn'],
      ['Ann Zorn', 'Bert'],
      ['Bert', 'Bert'],
    ];
    expect(await people()).toEqual([byBoth, byAnn, byBert]);
    const sort = [{ fieldId: edited.id, direction: 'desc' as const }];
    expect((await people({ sort })).map(([, name]) => name)).toEqual(['Bert', 'Bert', 'Ann Zorn']);
    const items = [{ fieldId: kept.id, operator: 'contains', value: 'zorn' }];
    expect(await people({ filter: { conjunction: 'and', items } })).toEqual([byBoth, byAnn]);
    expect(await people({ search: 'zorn' })).toEqual([byBoth, byAnn]);
    // Whoever brings a record back has not made it.
    await act('DELETE_RECORD', { tableId, recordId: ids[1] }, 'bert');
    await act('RESTORE_RECORDS', { tableId, recordIds: [ids[1]] }, 'bert');
    expect(await people()).toContainEqual(['Ann Zorn', 'Bert']);
    await opened.engine.query(`UPDATE weft.auth_user SET "name" = 'Ann Young' WHERE "id" = 'ann'`);
    expect((await people())[0]).toEqual(['Ann Young', 'Bert']);
    const { template } = sampleField('single_line_text');
    const into = { type: 'single_line_text' as const, template, shadowId: newId('fld'), ...zone };
    await act('CONVERT_FIELD_TYPE', { tableId, fieldId: kept.id, ...into });
    expect((await people())[0]?.[0]).toBe('Ann Young');
    await store.undo('ann', 1);
    expect((await store.metadata()).metadata.tables[0]?.fields[1]?.type).toBe('created_by');
  });
});
