import type { Field } from '@weft/core';
import type { Action, ActionInputs, ActionType, Change } from '@weft/history';
import { MemoryBase } from '@weft/history/testing';
import { must } from '@weft/std';
import { isOnCitus } from '@weft/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import type { Bases } from './bases.ts';
import { dump } from './dump/dump.ts';
import { Loader } from './dump/loader.ts';
import { schemaOf } from './schema/names.ts';
import {
  basesOf,
  describeEngines,
  newId,
  newTable,
  openBases,
  openEmpty,
  openStore,
  type TestEngine,
  testNow,
} from './testing.ts';

const reader = { timeZone: 'UTC', now: testNow };
const zone = { timeZone: 'UTC', locale: 'en-US' };

describeEngines('converting a field', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened, () => new Date().toISOString());
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const act = <T extends ActionType>(store: BaseStore, person: string, type: T, input: ActionInputs[T]) =>
    store.submit(person, { id: newId('act'), type, input } as unknown as Action);

  /** A table with a name and an amount written as text, of these texts. */
  async function amounts(texts: readonly (string | null)[]) {
    const store = await openStore(bases);
    const [nameId, amountId] = [newId('fld'), newId('fld')];
    const text = { type: 'single_line_text' as const, template: {} };
    const table = newTable('Amounts', [
      { id: nameId, name: 'Name', order: 0, ...text },
      { id: amountId, name: 'Amount', order: 1, ...text },
    ]);
    const tableId = table.id;
    const ids = texts.map(() => newId('rec'));
    await act(store, 'ann', 'CREATE_TABLE', { table, records: [] });
    for (let from = 0; from < texts.length; from += 1_000) {
      const records = texts
        .slice(from, from + 1_000)
        .map((value, i) => ({ id: ids[from + i] ?? '', cells: { [amountId]: { value } } }));
      await act(store, 'ann', 'CREATE_RECORD', { tableId, records });
    }
    const cells = async () => {
      const { records } = await store.list({ ...reader, tableId, limit: 5_000 });
      return records.map(({ data, raw }) => raw?.[amountId] ?? data[amountId] ?? null);
    };
    const convert = (person: string, type: Field['type'], template: Field['template']) =>
      act(store, person, 'CONVERT_FIELD_TYPE', {
        ...{ tableId, fieldId: amountId, type, template, shadowId: newId('fld') },
        ...zone,
      });
    const edit = (person: string, recordId: string | undefined, value: string | number) =>
      act(store, person, 'UPDATE_RECORD_CELL', {
        ...{ tableId, recordId: recordId ?? '', cells: { [amountId]: { value } } },
      });
    const schema = schemaOf(store.baseId);
    /** What the log says the cells are, whatever stands in the table. */
    const told = async () => {
      const memory = new MemoryBase(() => reader.now);
      const log = await opened.engine.query(`SELECT changes FROM ${schema}._log ORDER BY seq`);
      for (const [changes] of log) memory.replay(changes as readonly Change[]);
      return memory.recordsOf(tableId).map(({ data, raw }) => raw?.[amountId] ?? data[amountId] ?? null);
    };
    /** Where each row lies: a row that is written lies elsewhere. */
    const places = async () =>
      new Map(
        (await opened.engine.query(`SELECT id, ctid::text FROM ${schema}.${tableId}`)) as [string, string][],
      );
    return { store, schema, tableId, amountId, ids, cells, told, places, convert, edit };
  }

  const number = { decimalPlaces: 2, numberFormat: 'comma_period' } as const;

  it('keeps what does not fit as its text, and takes it back letter by letter', async () => {
    const texts = [' 1,5 ', '1,234.50', 'Room 12', '', null, '007'];
    const { store, cells, convert } = await amounts(texts);
    const before = await cells();
    await convert('ann', 'number', number);
    expect(await cells()).toEqual([' 1,5 ', 1234.5, 'Room 12', null, null, 7].map((cell) => cell));
    await store.undo('ann', 1);
    expect(await cells()).toEqual(before);
    await store.redo('ann', 1);
    await store.undo('ann', 1);
    expect(await cells()).toEqual(before);
  });

  it('keeps what a colleague edited in between', async () => {
    const { store, ids, cells, convert, edit } = await amounts(['10.50', 'ten', '3']);
    await convert('ann', 'number', number);
    await edit('ben', ids[1], 11);
    await store.undo('ann', 1);
    expect(await cells()).toEqual(['10.50', '11', '3']);
    await edit('ben', ids[2], 'three');
    await store.redo('ann', 1);
    expect(await cells()).toEqual([10.5, 11, 'three']);
  });

  it('gives a record deleted before it back in the new kind', async () => {
    const { store, tableId, ids, cells, convert } = await amounts(['10.50', 'ten', '3']);
    await act(store, 'ben', 'BULK_DELETE_RECORDS', { tableId, recordIds: ids.slice(0, 2) });
    await convert('ann', 'number', number);
    await store.undo('ben', 1);
    expect(await cells()).toEqual([10.5, 'ten', 3]);
  });

  it('gives a record deleted after it back in the old kind', async () => {
    const { store, tableId, ids, cells, convert } = await amounts(['10.50', 'ten', '3']);
    await convert('ann', 'number', number);
    await act(store, 'ben', 'BULK_DELETE_RECORDS', { tableId, recordIds: ids.slice(0, 2) });
    await store.undo('ann', 1);
    await store.undo('ben', 1);
    expect(await cells()).toEqual(['10.5', 'ten', '3']);
    await store.redo('ann', 1);
    expect(await cells()).toEqual([10.5, 'ten', 3]);
  });

  it('gives a record back though its field was converted and deleted meanwhile', async () => {
    const { store, tableId, amountId, ids, cells, convert } = await amounts(['10.50', 'ten']);
    await act(store, 'ben', 'BULK_DELETE_RECORDS', { tableId, recordIds: ids });
    await convert('ann', 'number', number);
    await act(store, 'ann', 'DELETE_FIELD', { tableId, fieldId: amountId });
    await store.undo('ben', 1);
    await store.undo('ann', 1);
    expect(await cells()).toEqual([10.5, 'ten']);
  });

  it('takes the texts that do not fit along: they are found, copied and kept in an archive', async () => {
    const { store, tableId, amountId, ids, cells, convert, edit } = await amounts([
      ...['10.50', 'Room 12', 'ten', '3'],
    ]);
    const found = async (search: string) => {
      const page = await store.list({ ...reader, tableId, limit: 10, search });
      return page.records.map((record) => record.id);
    };
    await convert('ann', 'number', number);
    expect(await found('room')).toEqual([ids[1]]);
    const newTableId = newId('tbl');
    await act(store, 'cat', 'DUPLICATE_TABLE', { tableId, newTableId, withRecords: true });
    const { metadata } = await store.metadata();
    const copy = must(metadata.tables.find((table) => table.id === newTableId)?.fields[1]).id;
    const { records } = await store.list({ ...reader, tableId: newTableId, limit: 10 });
    expect(records.map(({ data, raw }) => [data[copy], raw])).toEqual([
      [10.5, undefined],
      [undefined, { [copy]: 'Room 12' }],
      [undefined, { [copy]: 'ten' }],
      [3, undefined],
    ]);
    await edit('ben', ids[1], 12);
    expect(await found('room')).toEqual([]);
    await act(store, 'ben', 'UPDATE_RECORD_CELL', {
      ...{ tableId, recordId: must(ids[3]), cells: { [amountId]: { value: null, raw: 'three' } } },
    });
    expect(await cells()).toEqual([10.5, 12, 'ten', 'three']);

    const target = await openEmpty();
    const loader = await Loader.begin(target, { purpose: 'restore', replace: false });
    await dump(opened.engine, loader.take);
    await loader.finish();
    const restored = basesOf(target).get(store.baseId);
    for (const each of [store, restored]) {
      const shown = async () => {
        const page = await each.list({ ...reader, tableId, limit: 10 });
        return page.records.map(({ data, raw }) => data[amountId] ?? raw?.[amountId]);
      };
      await each.undo('ann', 1);
      expect(await shown()).toEqual(['10.50', '12', 'ten', 'three']);
      await each.redo('ann', 1);
      expect(await shown()).toEqual([10.5, 12, 'ten', 'three']);
    }
    await target.close();
  });

  it('takes what is written while a large table is being converted', async () => {
    const texts = Array.from({ length: 4_500 }, (_, i) => `${i}.50`);
    const { store, tableId, amountId, ids, cells, told, convert, edit } = await amounts(texts);
    const converting = convert('ann', 'number', number);
    const others = [];
    for (let i = 0; i < 40; i++)
      others.push(edit('ben', ids[(i * 109) % 4_500], `${10_000 + i}`).catch(() => null));
    for (let i = 0; i < 20; i++) {
      const record = { id: newId('rec'), cells: { [amountId]: { value: `${20_000 + i}` } } };
      others.push(act(store, 'cat', 'CREATE_RECORD', { tableId, records: [record] }).catch(() => null));
      const gone = { tableId, recordIds: [must(ids[i * 200 + 7])] };
      others.push(act(store, 'dan', 'BULK_DELETE_RECORDS', gone));
    }
    await Promise.all([converting, ...others]);
    const shown = await cells();
    expect(shown).toEqual(await told());
    expect(shown.every((cell) => typeof cell === 'number')).toBe(true);
    expect(shown.filter((cell) => Number(cell) >= 10_000).length).toBeGreaterThan(0);
    await store.undo('ann', 1);
    await store.undo('ben', 40);
    await store.undo('cat', 20);
    await store.undo('dan', 20);
    expect(await cells()).toEqual(texts);
  });

  it('exchanges the columns of a large table without writing a row but those edited since', async () => {
    const texts = Array.from({ length: 2_100 }, (_, i) => (i % 3 === 0 ? `Room ${i}` : `${i}.50`));
    const { store, ids, cells, told, places, convert, edit } = await amounts(texts);
    await convert('ann', 'number', number);
    await edit('ben', ids[4], 4_000);
    const before = await places();
    await store.undo('ann', 1);
    const after = await places();
    expect(ids.filter((id) => before.get(id) !== after.get(id))).toEqual([ids[4]]);
    expect(await cells()).toEqual(texts.with(4, '4000'));
    await store.redo('ann', 1);
    expect(await places()).toEqual(after);
    expect(await cells()).toEqual(await told());
  });

  // By the sizes that the coordinator of Citus knows no table is large.
  it.skipIf(isOnCitus())(
    'takes a conversion of a large table back in short transactions, also where its entry is chosen',
    async () => {
      const texts = Array.from({ length: 2_100 }, (_, i) => `${i}.50`);
      const { store, schema, tableId, amountId, cells, convert } = await amounts(texts);
      await convert('ann', 'number', number);
      const { entries } = await store.history({ limit: 1 });
      // What was kept of the texts is of no use any more: all of them are written again.
      await opened.engine.query(
        `UPDATE ${schema}._fields SET as_of_seq = NULL WHERE table_id = $1 AND shadow_of = $2`,
        [tableId, amountId],
      );
      await opened.engine.query(`UPDATE ${schema}._base SET meta_version = meta_version + 1`);
      const transactions = vi.spyOn(opened.engine, 'transaction');
      await store.undoStep('ann', must(entries[0]).id);
      const count = transactions.mock.calls.length;
      transactions.mockRestore();
      expect(await cells()).toEqual(texts);
      expect(count).toBeGreaterThan(2);
    },
  );

  it('lets a reader who began before it finish with the old kind', async () => {
    const texts = Array.from({ length: 2_100 }, (_, i) => `${i}.50`);
    const { store, tableId, amountId, convert } = await amounts(texts);
    const read: unknown[] = [];
    for await (const records of store.stream({ ...reader, tableId }, 1_000)) {
      read.push(...records.map(({ data }) => data[amountId]));
      if (read.length === 1_000) await convert('ann', 'number', number);
    }
    expect(read).toEqual(texts);
  });

  it('converts one after the other what two people convert at once', async () => {
    const { cells, told, convert } = await amounts(Array.from({ length: 2_100 }, (_, i) => `${i}`));
    // 3 as a text is 3 %, as a number it is 300 %.
    await Promise.all([convert('ann', 'number', number), convert('ben', 'percent', {})]);
    expect(await cells()).toEqual(await told());
  });

  it('does again what could not be taken back, once the field is of the first kind again', async () => {
    const { store, ids, cells, told, convert, edit } = await amounts(['10.50', 'ten', '3']);
    await convert('ann', 'number', number);
    await convert('ben', 'percent', {});
    expect((await store.undo('ann', 1)).conflicts).toHaveLength(1);
    await convert('ben', 'single_line_text', {});
    await store.redo('ann', 1);
    await edit('ben', ids[2], 4);
    expect(await cells()).toEqual(await told());
    await store.undo('ann', 1);
    expect(await cells()).toEqual(await told());
  });

  it('takes back steps out of their order, whatever the column was filled with meanwhile', async () => {
    const { store, cells, told, convert } = await amounts(['10.50', 'ten', '7']);
    await convert('ann', 'number', number);
    await convert('ben', 'single_line_text', {});
    await convert('ann', 'percent', {});
    await convert('ann', 'single_line_text', {});
    await store.undo('ben', 1);
    expect(await cells()).toEqual(await told());
    await store.undo('ann', 3);
    expect(await cells()).toEqual(await told());
  });

  it('refuses to keep the cells under an id that is taken, and changes nothing', async () => {
    const { store, tableId, amountId, convert, cells } = await amounts(['1', '2']);
    await convert('ann', 'number', number);
    const { metadata, version } = await store.metadata();
    const [name] = metadata.tables[0]?.fields ?? [];
    const { entries } = await store.history({ limit: 1 });
    const change = entries[0]?.changes?.find((one) => one.kind === 'field-type');
    for (const shadowId of [change?.shadowId ?? '', amountId, name?.id ?? '']) {
      const again = {
        tableId,
        fieldId: amountId,
        type: 'rating' as const,
        template: { maxRating: 5 },
        shadowId,
      };
      await expect(act(store, 'ann', 'CONVERT_FIELD_TYPE', { ...again, ...zone })).rejects.toMatchObject({
        kind: 'conflict',
      });
    }
    expect((await store.metadata()).version).toBe(version);
    expect(await cells()).toEqual([1, 2]);
  });
});
