import { getRandomValues } from 'node:crypto';
import { emptyViewConfig, type Field } from '@weft/core';
import type { Action, ActionInputs, ActionType } from '@weft/history';
import { idMaker } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import { Bases } from './bases.ts';
import { migrate } from './migrate.ts';
import { describeEngines, type TestEngine } from './testing.ts';

const newId = idMaker(Date.now, (bytes) => getRandomValues(bytes));
const reader = { timeZone: 'UTC', now: '2026-11-21T09:00:00.000Z' };
const zone = { timeZone: 'UTC', locale: 'en-US' };

describeEngines('converting a field', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  beforeAll(async () => {
    opened = await open();
    await migrate(opened.engine);
    bases = new Bases(opened.engine, {
      now: () => new Date().toISOString(),
      newActionId: () => newId('act'),
    });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const act = <T extends ActionType>(store: BaseStore, person: string, type: T, input: ActionInputs[T]) =>
    store.submit(person, { id: newId('act'), type, input } as unknown as Action);

  /** A table with a name and an amount written as text, of these texts. */
  async function amounts(texts: readonly (string | null)[]) {
    const id = newId('bas');
    await bases.create(id, async () => {});
    const store = bases.get(id);
    const [tableId, nameId, amountId, viewId] = [newId('tbl'), newId('fld'), newId('fld'), newId('viw')];
    const text = { type: 'single_line_text' as const, template: {} };
    const table = {
      id: tableId,
      name: 'Amounts',
      primaryFieldId: nameId,
      fields: [
        { id: nameId, name: 'Name', order: 0, ...text },
        { id: amountId, name: 'Amount', order: 1, ...text },
      ],
      views: [{ id: viewId, name: 'Grid', type: 'grid' as const, order: 0, config: emptyViewConfig }],
    };
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
    return { store, tableId, amountId, ids, cells, convert, edit };
  }

  const number = { decimalPlaces: 2, numberFormat: 'comma_period' } as Field['template'];

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

  it('takes what is written while a large table is being converted', async () => {
    const texts = Array.from({ length: 4_500 }, (_, i) => `${i}.50`);
    const { store, ids, cells, convert, edit } = await amounts(texts);
    const converting = convert('ann', 'number', number);
    const edits = [];
    for (let i = 0; i < 40; i++)
      edits.push(edit('ben', ids[(i * 109) % 4_500], `${10_000 + i}`).catch(() => null));
    await Promise.all([converting, ...edits]);
    const shown = await cells();
    expect(shown.every((cell) => typeof cell === 'number')).toBe(true);
    expect(shown.filter((cell) => Number(cell) >= 10_000).length).toBeGreaterThan(0);
    await store.undo('ann', 1);
    for (let i = 0; i < 41; i++) await store.undo('ben', 1);
    expect(await cells()).toEqual(texts);
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
