import type { Table } from '@weft/core';
import { everyKindTable } from '@weft/history/testing';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { office, person, recordId, settle, table } from '../memory/memory-people.ts';

const fresh: Omit<Table, 'order'> = { ...everyKindTable(2), name: 'Fresh' };
const freshView = must(fresh.views[0]).id;
const nameField = must(fresh.fields[0]).id;
const records = [{ id: recordId(50), cells: { [nameField]: { value: 'First' } } }];

describe('a table just made', () => {
  it('has its rows at once, before the server knows of it, and keeps them when it does', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    server.weather = () => 'lost before';
    expect(ann.client.dispatch('CREATE_TABLE', { table: fresh, records })).toMatchObject({ ok: true });
    const rows = ann.client.rows(fresh.id, freshView);
    await settle();
    expect(rows.countKnown).toBe(true);
    expect(rows.row(0)?.data[nameField]).toBe('First');
    ann.client.dispatch('UPDATE_RECORD_CELL', {
      tableId: fresh.id,
      recordId: recordId(50),
      cells: { [nameField]: { value: 'Linen' } },
    });
    expect(rows.row(0)?.data[nameField]).toBe('Linen');

    server.weather = () => 'fine';
    for (let round = 0; round < 4; round++) await ann.wait();
    server.deliver();
    await settle();
    expect(ann.client.saveState).toEqual({ kind: 'saved' });
    expect(rows.rowCount).toBe(1);
    expect(rows.row(0)?.data[nameField]).toBe('Linen');
    expect(server.seen(fresh.id)).toHaveLength(1);
  });

  it('shows what a colleague adds to it', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    const ben = await person(server, 'ben');
    ann.client.dispatch('CREATE_TABLE', { table: fresh, records: [] });
    const rows = ann.client.rows(fresh.id, freshView);
    await ann.wait();
    server.deliver();
    ben.client.dispatch('CREATE_RECORD', { tableId: fresh.id, records });
    await ben.wait();
    server.deliver();
    expect(rows.rowCount).toBe(1);
  });
});

describe('a copy of a table', () => {
  it('has its rows when somebody opens it while the base is being read for it', async () => {
    const server = office();
    const plain = server.transport('ann');
    let hold = false;
    const held: (() => void)[] = [];
    const ann = await person(server, 'ann', [], {
      call: async (name, input, options) => {
        if (hold && name === 'metadata.get') await new Promise<void>((resolve) => held.push(resolve));
        return plain.call(name, input, options);
      },
      follow: (base, seq, handlers) =>
        plain.follow(base, seq, {
          ...handlers,
          // Copies do not travel.
          onEvent: (event) =>
            handlers.onEvent({ ...event, action: { ...event.action, changes: null, reload: [fresh.id] } }),
        }),
    });
    hold = true;
    const input = { tableId: table.id, newTableId: fresh.id, withRecords: true };
    expect(ann.client.dispatch('DUPLICATE_TABLE', input)).toMatchObject({ ok: true });
    await ann.wait();
    server.deliver();
    await settle();
    const view = must(must(ann.client.metadata.tables.find(({ id }) => id === fresh.id)).views[0]);
    const rows = ann.client.rows(fresh.id, view.id);
    await settle();
    for (const release of held) release();
    await settle();
    expect([rows.countKnown, rows.rowCount]).toEqual([true, 3]);
  });
});
