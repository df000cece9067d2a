import type { Field } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import type { Action, Change } from '@weft/history';
import { MemoryBase } from '@weft/history/testing';
import { must } from '@weft/std';
import { isOnCitus } from '@weft/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bases } from './bases.ts';
import type { Engine } from './engine/engine.ts';
import { schemaOf } from './schema/names.ts';
import {
  actOn,
  basesOf,
  describeEngines,
  newId,
  newTable,
  openBases,
  openStore,
  type TestEngine,
  testNow,
} from './testing.ts';

describeEngines('duplicating a field', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  async function tableOf(field: Field, cells: readonly ({ value: never } | { raw: string })[]) {
    const store = await openStore(bases);
    const name = sampleField('single_line_text', {}, { id: newId('fld'), name: 'Name' });
    const table = newTable('Tasks', field.type === 'linked_record' ? [name] : [name, field]);
    const tableId = table.id;
    const act = actOn(store);
    await act('CREATE_TABLE', { table, records: [] });
    const ids = cells.map(() => newId('rec'));
    for (let at = 0; at < ids.length; at += 1_000)
      await act('CREATE_RECORD', {
        tableId,
        records: ids.slice(at, at + 1_000).map((id, i) => ({
          id,
          cells: field.type === 'linked_record' ? {} : { [field.id]: { value: null, ...cells[at + i] } },
        })) as never,
      });
    const copyId = newId('fld');
    const duplicate = () =>
      act('CREATE_FIELD', {
        tableId,
        field: { id: copyId, name: 'Copy', type: field.type, template: {} },
        copyOf: field.id,
      });
    const list = async () =>
      (await store.list({ timeZone: 'UTC', now: testNow, tableId, limit: 5_000 })).records;
    const cellsOf = async (fieldId: string) =>
      (await list()).map(({ data, raw }) => raw?.[fieldId] ?? data[fieldId] ?? null);
    return { store, tableId, act, ids, copyId, duplicate, list, cellsOf };
  }

  it('copies settings, cells and texts that do not fit, once', async () => {
    const options = [{ value: 'o1', label: 'One', color: 'Red' }];
    const field = sampleField('single_select', { options }, { id: newId('fld'), name: 'Stage', order: 1 });
    const cells = [{ value: 'o1' as never }, { raw: 'Unknown' }, { value: null as never }];
    const { store, act, tableId, ids, copyId, duplicate, cellsOf } = await tableOf(field, cells);
    await duplicate();
    expect(await cellsOf(copyId)).toEqual(['o1', 'Unknown', null]);
    const { metadata } = await store.metadata();
    expect(metadata.tables[0]?.fields[2]).toMatchObject({ name: 'Copy', template: { options } });
    // What is written into one stays out of the other, and undo brings back neither too much nor too little.
    const recordId = must(ids[1]);
    await act('UPDATE_RECORD_CELL', { tableId, recordId, cells: { [copyId]: { value: 'o1' } } }, 'bert');
    expect(await cellsOf(field.id)).toEqual(['o1', 'Unknown', null]);
    await store.undo('ann', 1);
    await store.redo('ann', 1);
    expect(await cellsOf(copyId)).toEqual(['o1', 'o1', null]);
    const memory = new MemoryBase(() => testNow);
    const log = await opened.engine.query(`SELECT changes FROM ${schemaOf(store.baseId)}._log ORDER BY seq`);
    for (const [changes] of log) memory.replay(changes as readonly Change[]);
    expect(memory.recordsOf(tableId).map(({ data, raw }) => raw?.[copyId] ?? data[copyId] ?? null)).toEqual(
      await cellsOf(copyId),
    );
  });

  it('copies a large table in steps, with what others write meanwhile', async () => {
    const field = sampleField('number', {}, { id: newId('fld'), name: 'Amount', order: 1 });
    const cells = Array.from({ length: 3_000 }, (_, i) => ({ value: i as never }));
    const { act, tableId, ids, copyId, duplicate, cellsOf } = await tableOf(field, cells);
    const edits = ids
      .filter((_, i) => i % 300 === 0)
      .map(
        (recordId) => () =>
          act('UPDATE_RECORD_CELL', { tableId, recordId, cells: { [field.id]: { value: -1 } } }, 'bert'),
      );
    const copied = duplicate();
    for (const edit of edits) await edit();
    await copied;
    const [before, after] = [await cellsOf(field.id), await cellsOf(copyId)];
    // Edits behind the copy are of the source alone.
    expect(after.filter((value, i) => value !== before[i] && before[i] !== -1)).toEqual([]);
    expect(after).not.toContain(null);
  });

  // By the sizes that the coordinator of Citus knows no table is large.
  it.skipIf(isOnCitus())(
    'copies a large table in steps where the request is sent again meanwhile, or after a crash',
    async () => {
      const field = sampleField('number', {}, { id: newId('fld'), name: 'Amount', order: 1 });
      const cells = Array.from({ length: 5_000 }, (_, i) => ({ value: i as never }));
      const { store, tableId, copyId, cellsOf } = await tableOf(field, cells);
      const duplicate = (fieldId: string): Action => ({
        id: newId('act'),
        type: 'CREATE_FIELD',
        input: {
          tableId,
          field: { id: fieldId, name: '', type: field.type, template: {} },
          copyOf: field.id,
        },
      });
      // What one transaction has written has one xmin.
      const mostAtOnce = async () => {
        const [row] = await opened.engine.query(
          `SELECT max(n) FROM (SELECT count(*) AS n FROM ${schemaOf(store.baseId)}.${tableId} GROUP BY xmin::text) AS written`,
        );
        return row?.[0];
      };
      const twice = duplicate(copyId);
      const answers = await Promise.all([store.submit('ann', twice), store.submit('ann', twice)]);
      expect(answers.map(({ repeated }) => repeated).toSorted()).toEqual([false, true]);
      expect(await cellsOf(copyId)).toEqual(await cellsOf(field.id));
      expect(await mostAtOnce()).toBeLessThanOrEqual(2_000);
      const secondId = newId('fld');
      const broken = duplicate(secondId);
      let transactions = 0;
      const dying = new Proxy(opened.engine, {
        get: (target, key: keyof Engine) => {
          const value = target[key];
          if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
          return (work: Parameters<Engine['transaction']>[0]) =>
            ++transactions > 2 ? Promise.reject(new Error('killed')) : target.transaction(work);
        },
      });
      await expect(basesOf(dying).get(store.baseId).submit('ann', broken)).rejects.toThrow('killed');
      await store.submit('ann', broken);
      expect(await cellsOf(secondId)).toEqual(await cellsOf(field.id));
      expect(await mostAtOnce()).toBeLessThanOrEqual(2_000);
    },
  );

  it('copies links, seen from the other side by a field of their own', async () => {
    const field = sampleField('linked_record', { tableId: newId('tbl') }, { id: newId('fld'), name: 'Link' });
    const { store, act, tableId, ids, copyId, list } = await tableOf(field, [
      { value: null as never },
      { value: null as never },
    ]);
    const [first, second] = ids as [string, string];
    const inverseFieldId = newId('fld');
    const template = { tableId, allowMultiple: true, inverseFieldId };
    await act('CREATE_FIELD', { tableId, field: { ...field, template } });
    await act('UPDATE_LINKS', { tableId, recordId: first, fieldId: field.id, newIds: [second], oldIds: [] });
    const otherSide = newId('fld');
    await act('CREATE_FIELD', {
      tableId,
      field: { id: copyId, name: 'Copy', type: 'linked_record', template: { inverseFieldId: otherSide } },
      copyOf: field.id,
    });
    const records = new Map((await list()).map((record) => [record.id, record.data]));
    expect(records.get(first)).toMatchObject({ [field.id]: [second], [copyId]: [second] });
    expect(records.get(second)).toMatchObject({ [inverseFieldId]: [first], [otherSide]: [first] });
    await store.undo('ann', 1);
    expect((await store.metadata()).metadata.tables[0]?.fields).toHaveLength(3);
  });

  it('fills records again that were redone before the copy was', async () => {
    const field = sampleField('number', {}, { id: newId('fld'), name: 'Amount', order: 1 });
    const { store, act, tableId, ids, copyId, duplicate, cellsOf } = await tableOf(field, [
      { value: 7 as never },
      { raw: 'seven' },
      { value: 9 as never },
    ]);
    await duplicate();
    // What a colleague emptied is nothing that was lost, and whom a colleague adds meanwhile the copy begins with too.
    const emptied = { tableId, recordId: must(ids[2]), cells: { [copyId]: { value: null } } };
    await act('UPDATE_RECORD_CELL', emptied, 'bert');
    await store.undo('ann', 1);
    const added = { id: newId('rec'), cells: { [field.id]: { value: 11 } } };
    await act('CREATE_RECORD', { tableId, records: [added] }, 'bert');
    await store.redo('ann', 1);
    expect(await cellsOf(copyId)).toEqual([7, 'seven', null, 11]);
    await store.undo('ann', 2);
    await store.redo('ann', 2);
    expect(await cellsOf(copyId)).toEqual([7, 'seven', 9, 11]);
    const memory = new MemoryBase(() => testNow);
    const log = await opened.engine.query(`SELECT changes FROM ${schemaOf(store.baseId)}._log ORDER BY seq`);
    for (const [changes] of log) memory.replay(changes as readonly Change[]);
    expect(memory.recordsOf(tableId).map(({ data, raw }) => raw?.[copyId] ?? data[copyId] ?? null)).toEqual(
      await cellsOf(copyId),
    );
  });

  it.each(['own', 'linked'] as const)(
    'links again where the %s record was redone before the copy was',
    async (which) => {
      const unlinked = sampleField(
        'linked_record',
        { tableId: newId('tbl') },
        { id: newId('fld'), name: 'Link' },
      );
      const { store, act, tableId, ids, copyId, list } = await tableOf(unlinked, [{ value: null as never }]);
      const [inverseFieldId, otherSide, redone] = [newId('fld'), newId('fld'), newId('rec')];
      const kept = must(ids[0]);
      const template = { tableId, allowMultiple: true, inverseFieldId };
      await act('CREATE_FIELD', { tableId, field: { ...unlinked, template } });
      await act('CREATE_RECORD', { tableId, records: [{ id: redone, cells: {} }] });
      const [from, to] = which === 'own' ? [redone, kept] : [kept, redone];
      await act('UPDATE_LINKS', { tableId, recordId: from, fieldId: unlinked.id, newIds: [to], oldIds: [] });
      await act('CREATE_FIELD', {
        tableId,
        field: { id: copyId, name: 'Copy', type: 'linked_record', template: { inverseFieldId: otherSide } },
        copyOf: unlinked.id,
      });
      const links = async () => (await list()).map(({ data }) => [data[copyId] ?? [], data[otherSide] ?? []]);
      const before = await links();
      expect(before.flat(2)).toHaveLength(2);
      await store.undo('ann', 3);
      await store.redo('ann', 3);
      expect(await links()).toEqual(before);
    },
  );

  it('gives records their numbers again that were redone before the copy was, and counts on', async () => {
    const field = sampleField('autonumber', {}, { id: newId('fld'), name: 'Number', order: 1 });
    const name = sampleField('single_line_text', {}, { id: newId('fld'), name: 'Name' });
    const store = await openStore(bases);
    const table = newTable('Tasks', [name, field]);
    const tableId = table.id;
    const act = actOn(store);
    const add = () => act('CREATE_RECORD', { tableId, records: [{ id: newId('rec'), cells: {} }] });
    await act('CREATE_TABLE', { table, records: [] });
    await add();
    await add();
    const copyId = newId('fld');
    const copy = { id: copyId, name: 'Copy', type: field.type, template: {} };
    await act('CREATE_FIELD', { tableId, field: copy, copyOf: field.id });
    const numbers = async () => {
      const { records } = await store.list({ timeZone: 'UTC', now: testNow, tableId, limit: 10 });
      return records.map(({ data }) => [data[field.id], data[copyId]]);
    };
    const before = await numbers();
    await store.undo('ann', 3);
    await store.redo('ann', 3);
    expect(await numbers()).toEqual(before);
    await add();
    expect(new Set((await numbers()).map(([, number]) => number)).size).toBe(3);
  });
});
