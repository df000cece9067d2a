import { type CellValue, type Field, type FieldKind, fieldKinds, fieldTypes } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from '../base/base-store.ts';
import { Bases } from '../bases.ts';
import { describeEngines, newId, newTable, type TestEngine } from '../testing.ts';

const limit = 32_767;
const attachment = {
  filename: 'f',
  originalName: 'x'.repeat(4_000),
  size: 1,
  mimeType: 'text/plain',
  url: '/files/f/f',
  uploadedAt: '2026-11-21T09:00:00.000Z',
};

describeEngines('asking for long texts', (open) => {
  let opened: TestEngine;
  let store: BaseStore;
  beforeAll(async () => {
    opened = await open();
    const bases = new Bases(opened.engine, {
      now: () => '2026-11-21T09:00:00.000Z',
      newActionId: () => newId('act'),
    });
    const baseId = newId('bas');
    await bases.create(baseId, async () => {});
    store = bases.get(baseId);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const submit = (type: Action['type'], input: object) =>
    store.submit('ann', { id: newId('act'), type, input } as Action);

  it('finds them in every kind of cell that can hold one, and in texts that do not fit', async () => {
    const plain = fieldKinds.filter((kind) => kind !== 'linked_record' && !fieldTypes[kind].readOnly);
    const options = Array.from({ length: 60 }, (_, i) => ({
      value: `o${i}`,
      label: `Option ${i}`,
      color: 'Blue',
    }));
    const fieldOf = (type: FieldKind, order: number): Field => {
      const settings = type === 'multiple_select' ? { options } : {};
      return sampleField(type, settings, { id: newId('fld'), name: type, order });
    };
    const fields = plain.map(fieldOf);
    const table = newTable('T', fields);
    const tableId = table.id;
    const recordId = newId('rec');
    await submit('CREATE_TABLE', {
      table,
      records: [{ id: recordId, cells: {} }],
    });
    const write = (type: FieldKind, cell: { readonly value: CellValue; readonly raw?: string }) => {
      const field = must(fields.find((candidate) => candidate.type === type));
      return submit('UPDATE_RECORD_CELL', { tableId, recordId, cells: { [field.id]: cell } });
    };
    const short = 'x'.repeat(limit);
    await write('long_text', { value: short });
    await write('number', { value: 1 });
    expect(await store.mayHoldText(tableId, limit)).toBe(false);

    const telling: readonly (readonly [FieldKind, { readonly value: CellValue; readonly raw?: string }])[] = [
      ['long_text', { value: `${short}x` }],
      ['single_line_text', { value: `${short}x` }],
      ['number', { value: null, raw: `${short}x` }],
      ['multiple_select', { value: options.map((option) => option.value) }],
      ['attachments', { value: Array.from({ length: 10 }, () => attachment) }],
    ];
    for (const [type, cell] of telling) {
      await write(type, cell);
      expect([type, await store.mayHoldText(tableId, limit)]).toEqual([type, true]);
      await store.undo('ann', 1);
      expect([type, await store.mayHoldText(tableId, limit)]).toEqual([type, false]);
    }
  });

  it('knows no table that is not there', async () => {
    await expect(store.mayHoldText(newId('tbl'), limit)).rejects.toMatchObject({ kind: 'not-found' });
  });
});
