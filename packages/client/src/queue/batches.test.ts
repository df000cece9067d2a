import type { Action } from '@weft/history';
import { everyKindTable, idOf, MemoryBase } from '@weft/history/testing';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { nameField, office, person, recordId, table } from '../memory/memory-people.ts';
import { inBatches } from './batches.ts';

const many = (count: number, from = 1_000) => Array.from({ length: count }, (_, i) => recordId(from + i));
const written = (ids: readonly string[], text: string) =>
  ids.map((id) => ({ id, cells: { [nameField]: { value: text } } }));

describe('what a person does to many records', () => {
  it('travels in calls of a hundred, and is taken back and done again as one step', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    const ben = await person(server, 'ben');
    const ids = many(450);
    ann.client.dispatch('CREATE_RECORD', { tableId: table.id, records: written(ids, 'New') });
    expect(ann.rows.rowCount).toBe(453);
    for (let round = 0; round < 4; round++) await ann.wait();
    server.deliver();
    const parts = server.base.log.filter((entry) => entry.userId === 'ann');
    expect(parts.map((entry) => entry.changes.length)).toEqual([100, 100, 100, 100, 50]);
    expect(ben.rows.rowCount).toBe(453);
    expect(ben.names().slice(3)).toEqual(Array(450).fill('New'));

    ann.client.dispatch('BULK_DELETE_RECORDS', { tableId: table.id, recordIds: ids });
    await ann.client.undo();
    server.deliver();
    expect(ben.rows.rowCount).toBe(453);
    await ann.client.undo();
    server.deliver();
    expect(ben.rows.rowCount).toBe(3);
    await ann.client.redo();
    server.deliver();
    expect(ben.names().slice(3)).toEqual(Array(450).fill('New'));
    expect(ann.names()).toEqual(ben.names());
  });

  it('keeps new rows in the order they were pasted', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    const ids = many(1_250);
    const texts = ids.map((_, i) => `Row ${i}`);
    ann.client.dispatch('BULK_PASTE_CELLS', {
      tableId: table.id,
      records: written([recordId(1)], 'First'),
      created: ids.map((id, i) => ({ id, cells: { [nameField]: { value: must(texts[i]) } } })),
    });
    for (let round = 0; round < 14; round++) await ann.wait();
    server.deliver();
    expect(ann.names()).toEqual(['First', 'Row 2', 'Row 3', ...texts]);
    expect(ann.client.saveState).toEqual({ kind: 'saved' });
  });

  it('counts as one change while it waits', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    server.weather = () => 'lost before';
    ann.client.dispatch('CREATE_RECORD', { tableId: table.id, records: written(many(300), 'New') });
    await ann.wait();
    expect(ann.client.saveState).toEqual({ kind: 'offline', waiting: 1 });
    expect(ann.kept).toHaveLength(3);
  });

  it('is the same base as without the calls', () => {
    const now = '2026-11-21T09:00:00.000Z';
    const ids = Array.from({ length: 2_300 }, (_, i) => idOf('rec', i));
    const start = () => {
      const base = new MemoryBase(() => now);
      base.submit('ann', {
        id: 'begin',
        type: 'CREATE_TABLE',
        input: { table: everyKindTable(1), records: ids.map((id) => ({ id, cells: {} })) },
      });
      return base;
    };
    const action: Action = {
      id: 'paste',
      type: 'BULK_PASTE_CELLS',
      input: { tableId: table.id, records: written(ids, 'Linen'), created: [] },
    };
    const whole = start();
    const { changes } = must(whole.submit('ann', action).ok ? whole.log.at(-1) : undefined);
    const parts = start();
    let number = 0;
    const batches = inBatches(action, changes, () => `part${number++}`);
    expect(batches.map((batch) => batch.changes.length)).toEqual(Array(23).fill(100));
    for (const batch of batches) expect(parts.submit('ann', batch.action).ok).toBe(true);
    expect(parts.records).toEqual(whole.records);
    parts.undo('ann');
    whole.undo('ann');
    expect(parts.records).toEqual(whole.records);
  });
});
