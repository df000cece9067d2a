import type { Change } from '@weft/history';
import { MemoryBase } from '@weft/history/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bases } from './bases.ts';
import { schemaOf } from './schema/names.ts';
import {
  actOn,
  describeEngines,
  newId,
  openBases,
  openStore,
  type TestEngine,
  testNow,
  textTable,
} from './testing.ts';

describeEngines('converting linked records to text', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  /** So many orders that link to customers of these names. */
  async function orders(count: number, names: readonly (string | null)[]) {
    const store = await openStore(bases);
    const act = actOn(store);
    const customers = await textTable(act, 'Customers', [['Name', names]]);
    const own = await textTable(act, 'Orders', [
      ['Name', Array.from({ length: count }, (_, i) => `Order ${i}`)],
    ]);
    const { tableId, ids } = own;
    const [fieldId, inverseFieldId, textId] = [newId('fld'), newId('fld'), newId('fld')];
    const template = { tableId: customers.tableId, allowMultiple: true, inverseFieldId };
    await act('CREATE_FIELD', {
      tableId,
      field: { id: fieldId, name: 'Customer', type: 'linked_record', template },
    });
    const link = (recordId: string | undefined, newIds: readonly string[], oldIds: readonly string[] = []) =>
      act('UPDATE_LINKS', { tableId, recordId: recordId ?? '', fieldId, newIds, oldIds }, 'ben');
    const convert = (type: 'single_line_text' | 'number' = 'single_line_text') =>
      act('CONVERT_FIELD_TYPE', {
        ...{ tableId, fieldId, type, template: {}, shadowId: textId },
        ...{ timeZone: 'UTC', locale: 'en-US' },
      });
    const cells = async (of: string, id: string) => {
      const page = await store.list({ timeZone: 'UTC', now: testNow, tableId: of, limit: 5_000 });
      const records = page.records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      return records.map(({ data, raw }) => raw?.[id] ?? data[id] ?? null);
    };
    /** What the log says the texts are. */
    const told = async () => {
      const memory = new MemoryBase(() => testNow);
      const log = await opened.engine.query(
        `SELECT changes FROM ${schemaOf(store.baseId)}._log ORDER BY seq`,
      );
      for (const [changes] of log) memory.replay(changes as readonly Change[]);
      const records = memory.recordsOf(tableId).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      return records.map(({ data, raw }) => raw?.[textId] ?? data[textId] ?? null);
    };
    const fields = async () => {
      const { metadata } = await store.metadata();
      return metadata.tables.map((table) => table.fields.map(({ name, type }) => `${name}: ${type}`));
    };
    return {
      ...{ store, act, tableId, ids, viewId: own.viewId, customers, fieldId, inverseFieldId, textId },
      ...{ link, convert, cells, told, fields },
    };
  }

  it('writes their names, and undo brings back every link on both sides', async () => {
    const base = await orders(4, ['Café Brume', 'Alder, Hotel', null]);
    const { store, act, tableId, viewId, ids, customers, fieldId, inverseFieldId, textId } = base;
    await base.link(ids[0], [must(customers.ids[0]), must(customers.ids[1])]);
    await base.link(ids[1], [must(customers.ids[1])]);
    await base.link(ids[2], [must(customers.ids[2])]);
    const config = { hiddenFieldIds: [fieldId] };
    await act('UPDATE_VIEW_SETTINGS', { tableId, viewId, config });
    await act('RESIZE_FIELD', { tableId, viewId, fieldId, width: 250 });
    const before = [await base.cells(tableId, fieldId), await base.cells(customers.tableId, inverseFieldId)];
    const fields = await base.fields();

    await base.convert();
    const texts = ['Café Brume, "Alder, Hotel"', '"Alder, Hotel"', 'Unnamed record', null];
    expect(await base.cells(tableId, textId)).toEqual(texts);
    expect(await base.told()).toEqual(texts);
    expect(await base.fields()).toEqual([
      ['Name: single_line_text'],
      ['Name: single_line_text', 'Customer: single_line_text'],
    ]);
    const view = async () => {
      const { metadata } = await store.metadata();
      return must(metadata.tables.find(({ id }) => id === tableId)?.views[0]).config;
    };
    expect(await view()).toMatchObject({ hiddenFieldIds: [textId], fieldWidths: { [textId]: 250 } });

    expect((await store.undo('ann', 1)).conflicts).toEqual([]);
    expect(await base.fields()).toEqual(fields);
    expect(await view()).toMatchObject({ hiddenFieldIds: [fieldId], fieldWidths: { [fieldId]: 250 } });
    expect([await base.cells(tableId, fieldId), await base.cells(customers.tableId, inverseFieldId)]).toEqual(
      before,
    );
    await store.redo('ann', 1);
    expect(await base.cells(tableId, textId)).toEqual(texts);
  });

  it('refuses other kinds, and links into a deleted table, and changes nothing', async () => {
    const base = await orders(1, ['Café Brume']);
    const fields = await base.fields();
    await expect(base.convert('number')).rejects.toMatchObject({ kind: 'invalid' });
    expect(await base.fields()).toEqual(fields);
    await base.act('DELETE_TABLE', { tableId: base.customers.tableId });
    await expect(base.convert()).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('fills a large table in steps, with what others link and rename meanwhile', async () => {
    const base = await orders(2_500, ['Café Brume', 'Hotel Alder', 'Lumen']);
    const { tableId, ids, customers, fieldId, textId, act } = base;
    const [brume, alder, lumen] = customers.ids as [string, string, string];
    for (let at = 0; at < ids.length; at += 1_000)
      await act('BULK_UPDATE_LINKS', {
        ...{ tableId, fieldId },
        records: ids.slice(at, at + 1_000).map((id, i) => ({
          ...{ id, oldIds: [] },
          newIds: [i % 2 === 0 ? brume : alder],
        })),
      });
    const rename = (recordId: string, value: string) =>
      act(
        'UPDATE_RECORD_CELL',
        { tableId: customers.tableId, recordId, cells: { [must(customers.fields[0])]: { value } } },
        'ben',
      );
    const converted = base.convert();
    const late: unknown[] = [];
    // Once the links are gone the rest is refused.
    for (let i = 0; i < 10; i++) {
      await base.link(ids[i * 200], [lumen], [brume]).catch((error: unknown) => late.push(error));
      await rename(alder, `Hotel Alder ${i}`);
    }
    await converted;
    await rename(lumen, 'Lumen & Sons');
    const texts = await base.cells(tableId, textId);
    expect(texts).toEqual(await base.told());
    expect(texts).not.toContain(null);
    expect(texts.filter((text) => text === 'Lumen')).toHaveLength(10 - late.length);
    expect(new Set(texts).size).toBeLessThanOrEqual(3);
    await base.store.undo('ann', 1);
    expect((await base.cells(tableId, fieldId)).slice(0, 2)).toEqual([
      late.length === 10 ? [brume] : [lumen],
      [alder],
    ]);
  });

  it('names them again in records that were redone before it was', async () => {
    const base = await orders(0, ['Acme']);
    const { store, act, tableId, fieldId, customers, textId } = base;
    const recordId = newId('rec');
    await act('CREATE_RECORD', { tableId, records: [{ id: recordId, cells: {} }] });
    await act('UPDATE_LINKS', { tableId, recordId, fieldId, newIds: customers.ids, oldIds: [] });
    await base.convert();
    await store.undo('ann', 3);
    await store.redo('ann', 3);
    expect(await base.cells(tableId, textId)).toEqual(['Acme']);
    expect(await base.told()).toEqual(['Acme']);
  });
});
