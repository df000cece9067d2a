import { idOf } from '@weft/history/testing';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { nameField, now, office, person, recordId, settle, table } from '../memory/memory-people.ts';
import type { MemoryServer } from '../memory/memory-server.ts';
import type { FeedHandlers, Transport } from '../transport/transport.ts';

describe('what the rows of a page show', () => {
  it('reads the rows again after the feed was lost for longer than 30 seconds', async () => {
    const server = office();
    const plain = server.transport('ann');
    let read = 0;
    let feed: FeedHandlers | undefined;
    let time = now;
    const watched: Transport = {
      call: (name, input, options) => {
        if (name === 'records.window') read++;
        return plain.call(name, input, options);
      },
      follow: (base, seq, handlers) => {
        feed = handlers;
        return plain.follow(base, seq, handlers);
      },
    };
    const ann = await person(server, 'ann', [], watched, () => time);
    const away = async (until: string) => {
      feed?.onOnline(false);
      time = until;
      feed?.onOnline(true);
      await settle();
    };
    const before = read;
    await away('2026-11-21T09:00:20.000Z');
    expect(read).toBe(before);
    await away('2026-11-21T09:01:20.000Z');
    expect(read).toBe(before + 1);
    expect(ann.names()).toEqual(['Row 1', 'Row 2', 'Row 3']);
  });

  /** Ann, whose feed is lost for a moment: once it is back the base is read, and tells more than the feed yet has. */
  async function annApart(server: MemoryServer) {
    const plain = server.transport('ann');
    let feed: FeedHandlers | undefined;
    const ann = await person(server, 'ann', [], {
      ...plain,
      follow: (base, seq, handlers) => {
        feed = handlers;
        return plain.follow(base, seq, handlers);
      },
    });
    const comesBack = async () => {
      feed?.onOnline(false);
      feed?.onOnline(true);
      await settle();
    };
    return { ...ann, comesBack };
  }
  const sortedBackwards = {
    tableId: table.id,
    viewId: must(table.views[0]).id,
    config: { sorts: [{ fieldId: nameField, direction: 'desc' as const }] },
  };

  it('sorts the rows as a colleague set while the network was away, however much the feed has told by then', async () => {
    const server = office();
    const ann = await annApart(server);
    const ben = await person(server, 'ben');
    ben.client.dispatch('UPDATE_VIEW_SETTINGS', sortedBackwards);
    await ben.wait();
    await ann.comesBack();
    expect(ann.names()).toEqual(['Row 3', 'Row 2', 'Row 1']);
    server.deliver();
    expect(ann.names()).toEqual(['Row 3', 'Row 2', 'Row 1']);
  });

  it('sorts the rows by what a colleague made of their cells while the network was away', async () => {
    const server = office();
    const ann = await annApart(server);
    const ben = await person(server, 'ben');
    ben.client.dispatch('UPDATE_VIEW_SETTINGS', sortedBackwards);
    await ben.wait();
    server.deliver();
    expect(ann.names()).toEqual(['Row 3', 'Row 2', 'Row 1']);
    const { type, template } = must(table.fields.find((field) => field.type === 'date'));
    ben.client.dispatch('CONVERT_FIELD_TYPE', {
      ...{ tableId: table.id, fieldId: nameField, type, template, shadowId: idOf('fld', 900) },
      ...{ timeZone: 'UTC', locale: 'en-US' },
    });
    await ben.wait();
    await ann.comesBack();
    server.deliver();
    // None of them is a date: they stand as they were made.
    expect([0, 1, 2].map((row) => ann.rows.row(row)?.raw?.[nameField])).toEqual(['Row 1', 'Row 2', 'Row 3']);
  });

  it('shows new records where the server has them when they are moved to where they stand', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    const ids = [11, 12, 13].map(recordId);
    const tableId = table.id;
    const records = ids.map((id, i) => ({ id, cells: { [nameField]: { value: `New ${i + 1}` } } }));
    ann.client.dispatch('CREATE_RECORD', { tableId, records });
    // Before the server has given them their places.
    const move = { tableId, recordIds: [must(ids[1])], beforeRecordId: must(ids[2]) };
    ann.client.dispatch('REORDER_RECORDS', move);
    await ann.wait();
    server.deliver();
    expect(server.base.log.at(-1)?.changes).toEqual([]);
    expect(ann.names()).toEqual(['Row 1', 'Row 2', 'Row 3', 'New 1', 'New 2', 'New 3']);
  });

  it('shows the cells of a field that comes back to somebody who opened the table without it', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    const notes = must(table.fields[1]).id;
    const cells = { [notes]: { value: 'undyed' } };
    ann.client.dispatch('UPDATE_RECORD_CELL', { tableId: table.id, recordId: recordId(1), cells });
    ann.client.dispatch('DELETE_FIELD', { tableId: table.id, fieldId: notes });
    await ann.wait();
    server.deliver();
    const ben = await person(server, 'ben');
    await ann.client.undo();
    server.deliver();
    await settle();
    expect(ben.rows.row(0)?.data[notes]).toBe('undyed');
  });

  it('reads a table that could not be read once that is possible, and that the server is away meanwhile', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    server.weather = () => 'lost before';
    const rows = ann.client.rows(table.id, 'another view');
    for (let round = 0; round < 3; round++) await ann.wait();
    expect([ann.client.online, rows.countKnown, rows.has(recordId(1))]).toEqual([false, false, false]);
    server.weather = () => 'fine';
    await ann.wait();
    expect([ann.client.online, rows.countKnown, rows.has(recordId(1))]).toEqual([true, true, true]);
    expect(ann.told.toasts).toEqual([]);
  });

  it('keeps a change too large to travel on screen until the rows have been read again', async () => {
    const server = office();
    const plain = server.transport('ann');
    let letThrough: (() => void) | null = null;
    const heldUp: Transport = {
      call: async (name, input, options) => {
        const answer = await plain.call(name, input, options);
        if (letThrough !== null && name === 'records.window')
          await new Promise<void>((resolve) => {
            letThrough = resolve;
          });
        return answer;
      },
      follow: (base, seq, handlers) =>
        plain.follow(base, seq, {
          ...handlers,
          onEvent: (event) =>
            handlers.onEvent({ ...event, action: { ...event.action, changes: null, reload: [table.id] } }),
        }),
    };
    const ann = await person(server, 'ann', [], heldUp);
    ann.type(recordId(1), 'Linen');
    await ann.wait();
    letThrough = () => {};
    server.deliver();
    await settle();
    expect(ann.names()).toEqual(['Linen', 'Row 2', 'Row 3']);
    letThrough();
    letThrough = null;
    await settle();
    expect(ann.names()).toEqual(['Linen', 'Row 2', 'Row 3']);
  });

  it('reads again twice at the most what a colleague changes in a hundred parts', async () => {
    const server = office();
    const plain = server.transport('ann');
    let read = 0;
    const watched: Transport = {
      call: (name, input, options) => {
        if (name === 'records.window') read++;
        return plain.call(name, input, options);
      },
      follow: (base, seq, handlers) =>
        plain.follow(base, seq, {
          ...handlers,
          onEvent: (event) =>
            handlers.onEvent({ ...event, action: { ...event.action, changes: null, reload: [table.id] } }),
        }),
    };
    const ann = await person(server, 'ann', [], watched);
    const ben = await person(server, 'ben');
    const before = read;
    for (let part = 0; part < 100; part++) {
      ben.type(recordId(1), `Part ${part}`);
      await ben.wait();
      server.deliver();
      await settle();
    }
    await ann.wait();
    expect(ann.names()).toEqual(['Part 99', 'Row 2', 'Row 3']);
    expect(read - before).toBe(2);
  });
});
