import type { BaseRecord } from '@weft/core';
import type { CellChange } from '@weft/history';
import { expect, it } from 'vitest';
import { Overlay } from './overlay.ts';
import { RecordStore } from './record-store.ts';

const now = '2026-11-21T09:00:00.000Z';
const read = (name: string): BaseRecord => ({
  id: 'rec1',
  data: { name },
  position: 1,
  createdAt: now,
  updatedAt: now,
});
const edit = (before: string, after: string): CellChange => ({
  kind: 'cells',
  tableId: 'tbl',
  recordId: 'rec1',
  before: { name: { value: before } },
  after: { name: { value: after } },
});

it('shows a colleague’s edit that overtook the answer which brings the record', () => {
  const store = new RecordStore(new Overlay(), () => now);
  store.apply([edit('Flax', 'Linen')], 10, now);
  store.apply([edit('Linen', 'Wool')], 11, now);
  store.load([read('Flax')], 9);
  expect(store.get('rec1')?.data).toEqual({ name: 'Wool' });
});

it('does not do again what the answer holds already', () => {
  const store = new RecordStore(new Overlay(), () => now);
  store.apply([edit('Flax', 'Linen')], 10, now);
  store.load([read('Hemp')], 12);
  expect(store.get('rec1')?.data).toEqual({ name: 'Hemp' });
});

it('takes all that one event does to a record, here or still on its way', () => {
  const move = { kind: 'move', tableId: 'tbl', recordId: 'rec1', before: 1, after: 7 } as const;
  const store = new RecordStore(new Overlay(), () => now);
  store.load([read('Flax')], 9);
  expect(store.apply([edit('Flax', 'Linen'), move], 10, now)).toHaveLength(2);
  expect(store.get('rec1')).toMatchObject({ data: { name: 'Linen' }, position: 7 });
  expect(store.apply([edit('Flax', 'Linen'), move], 10, now)).toEqual([]);
  const waiting = new RecordStore(new Overlay(), () => now);
  waiting.apply([edit('Flax', 'Linen'), move], 10, now);
  waiting.load([read('Flax')], 9);
  expect(waiting.get('rec1')).toMatchObject({ data: { name: 'Linen' }, position: 7 });
});

it('knows when a record was edited by the server’s clock, not by that of this device', () => {
  const edited = '2026-11-21T09:05:00.000Z';
  const store = new RecordStore(new Overlay(), () => '1999-01-01T00:00:00.000Z');
  store.load([read('Flax')], 9);
  store.apply([edit('Flax', 'Linen')], 10, edited);
  expect(store.get('rec1')?.updatedAt).toBe(edited);
});

it('keeps so many records at most, those in sight among them', () => {
  const store = new RecordStore(new Overlay(), () => now);
  const ids = Array.from({ length: 25_000 }, (_, i) => `rec${i}`);
  store.load(
    ids.map((id) => ({ ...read('Flax'), id })),
    1,
  );
  const inSight = ['rec0', 'rec1', 'rec24999'];
  store.trim(new Set(inSight));
  const kept = ids.filter((id) => store.get(id) !== undefined);
  expect(kept.length).toBeLessThanOrEqual(20_000);
  expect(kept).toEqual(expect.arrayContaining(inSight));
});
