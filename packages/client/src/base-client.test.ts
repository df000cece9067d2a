import { lawRuns } from '@weft/core/testing';
import { idOf } from '@weft/history/testing';
import { must } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameField, now, office, person, recordId, settle, table } from './memory-people.ts';
import { type MemoryServer, seenRecord } from './memory-server.ts';
import type { FeedHandlers, Transport } from './transport.ts';

describe('editing a base together', () => {
  it('shows an edit at once, and to a colleague when the server has it', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    const ben = await person(server, 'ben');
    ann.type(recordId(1), 'Linen');
    expect(ann.names()).toEqual(['Linen', 'Row 2', 'Row 3']);
    expect(ann.client.saveState).toEqual({ kind: 'saving', waiting: 1 });
    await ann.wait();
    server.deliver();
    expect(ann.client.saveState).toEqual({ kind: 'saved' });
    expect(ben.names()).toEqual(['Linen', 'Row 2', 'Row 3']);
  });

  it('sends what a person types into one cell as one change', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    for (const text of ['L', 'Li', 'Linen']) ann.type(recordId(1), text);
    await ann.wait();
    expect(server.base.log.filter((entry) => entry.userId === 'ann')).toHaveLength(1);
    expect(server.seen(table.id)[0]).toMatchObject({ cells: { [nameField]: { value: 'Linen' } } });
  });

  it('keeps changes while the network is away, says so, and sends them once it is back', async () => {
    const server = office();
    const ben = await person(server, 'ben');
    server.weather = () => 'lost after';
    ben.type(recordId(2), 'Wool');
    await ben.wait();
    expect(ben.client.saveState).toEqual({ kind: 'offline', waiting: 1 });
    expect(ben.kept).toHaveLength(1);
    server.weather = () => 'fine';
    await ben.wait();
    server.deliver();
    expect(ben.client.saveState).toEqual({ kind: 'saved' });
    expect(server.base.log.filter((entry) => entry.userId === 'ben')).toHaveLength(1);
  });

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

  it('sends again after a reload what the reload interrupted', async () => {
    const server = office();
    const before = await person(server, 'ann');
    server.weather = () => 'lost before';
    before.type(recordId(3), 'Hemp');
    await before.wait();
    server.weather = () => 'fine';
    const after = await person(server, 'ann2', before.kept);
    await after.wait();
    server.deliver();
    expect(after.names()).toEqual(['Row 1', 'Row 2', 'Hemp']);
  });

  it('tells what was dropped when the server refuses, and shows the server’s state', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    const ben = await person(server, 'ben');
    ben.client.dispatch('BULK_DELETE_RECORDS', { tableId: table.id, recordIds: [recordId(1)] });
    await ben.wait();
    ann.type(recordId(1), 'Too late');
    ann.client.dispatch('CREATE_RECORD', { tableId: table.id, records: [{ id: recordId(9), cells: {} }] });
    await ann.wait();
    server.deliver();
    expect(ann.told.errors.map((error) => error.kind)).toEqual(['not-found']);
    expect(ann.told.dropped).toBe(2);
    expect(ann.names()).toEqual(['Row 2', 'Row 3']);
  });

  it('keeps what is changed after the session ended, without a word for each call, and sends it to the same person', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    const ben = await person(server, 'ben');
    server.signedOut.add('ann');
    ann.type(recordId(1), 'Linen');
    await ann.wait();
    ann.client.dispatch('CREATE_RECORD', { tableId: table.id, records: [{ id: recordId(9), cells: {} }] });
    ann.rows.open().catch(() => {});
    ben.type(recordId(2), 'Wool');
    await ben.wait();
    server.deliver();
    await ann.wait();
    expect(ann.client.saveState).toEqual({ kind: 'signed-out', waiting: 2 });
    expect(ann.kept).toHaveLength(2);
    expect(ann.told).toMatchObject({ errors: [], toasts: [], signedOut: 1 });
    expect(ann.names()).toEqual(['Linen', 'Row 2', 'Row 3', null]);
    server.signedOut.delete('ann');
    ann.client.signedIn();
    await ann.wait();
    server.deliver();
    expect(ann.client.saveState).toEqual({ kind: 'saved' });
    expect(ann.names()).toEqual(['Linen', 'Wool', 'Row 3', null]);
    expect(server.base.log.filter((entry) => entry.userId === 'ann')).toHaveLength(2);
  });

  it('keeps what is changed in a base that went to the trash, and sends it once somebody restored it', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    const ben = await person(server, 'ben');
    server.trashed = true;
    ann.type(recordId(1), 'Linen');
    await ann.wait();
    expect(ann.client.saveState).toEqual({ kind: 'trashed', waiting: 1 });
    await ann.client.look();
    expect(ann.client.saveState).toEqual({ kind: 'trashed', waiting: 1 });
    const late = await person(server, 'late');
    expect(late.client.saveState).toEqual({ kind: 'trashed', waiting: 0 });
    server.trashed = false;
    ben.type(recordId(2), 'Wool');
    await ben.wait();
    server.deliver();
    await settle();
    await ann.wait();
    server.deliver();
    expect([ann.client.saveState, late.client.saveState]).toEqual([{ kind: 'saved' }, { kind: 'saved' }]);
    expect(late.names()).toEqual(['Linen', 'Wool', 'Row 3']);
    expect(ann.told.errors).toEqual([]);
  });

  it('tells an onlooker that the base went to the trash and came back, for the feed breaks off then', async () => {
    const server = office();
    const plain = server.transport('ann');
    let feed: FeedHandlers | undefined;
    const follow: Transport['follow'] = (base, seq, handlers) => {
      feed = handlers;
      return plain.follow(base, seq, handlers);
    };
    const ann = await person(server, 'ann', [], { ...plain, follow });
    for (const [trashed, kind] of [
      [true, 'trashed'],
      [false, 'saved'],
    ] as const) {
      server.trashed = trashed;
      feed?.onOnline(false);
      feed?.onOnline(true);
      await settle();
      expect(ann.client.saveState.kind).toBe(kind);
    }
  });

  it('says which part of the base a colleague took away, and nothing of what one takes away oneself', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    const ben = await person(server, 'ben');
    const fieldId = must(table.fields[1]).id;
    ben.client.dispatch('DELETE_FIELD', { tableId: table.id, fieldId });
    await ben.wait();
    ben.client.dispatch('DELETE_TABLE', { tableId: table.id });
    await ben.wait();
    server.deliver();
    expect(ann.names()).toEqual([]);
    expect(ann.told.lost).toEqual([`ben: field ${must(table.fields[1]).name}`, `ben: table ${table.name}`]);
    expect(ben.told.lost).toEqual([]);
    await ann.client.restore({ kind: 'table', table: { ...table, order: 0 } });
    await ann.client.restore({ kind: 'field', table: { ...table, order: 0 }, field: must(table.fields[1]) });
    server.deliver();
    expect(ann.client.metadata.tables[0]?.fields.map(({ id }) => id)).toContain(fieldId);
    await settle();
    expect(ann.names()).toEqual(['Row 1', 'Row 2', 'Row 3']);
  });

  it('takes the person’s own last step back, also when it was still waiting', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    ann.type(recordId(1), 'Linen');
    await ann.client.undo();
    server.deliver();
    expect(ann.names()).toEqual(['Row 1', 'Row 2', 'Row 3']);
    await ann.client.redo();
    server.deliver();
    expect(ann.names()).toEqual(['Linen', 'Row 2', 'Row 3']);
  });

  it('converges for three people whatever the network loses and delays', async () => {
    const step = fc.record({
      who: fc.nat(2),
      what: fc.nat(4),
      which: fc.nat(5),
      weather: fc.nat(5),
      deliver: fc.nat(7),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const server = office();
        const people = [
          await person(server, 'ann'),
          await person(server, 'ben'),
          await person(server, 'cleo'),
        ];
        let fresh = 100;
        for (const { who, what, which, weather, deliver } of steps) {
          const someone = must(people[who]);
          server.weather = () => (weather === 0 ? 'lost before' : weather === 1 ? 'lost after' : 'fine');
          const record = someone.rows.row(which % Math.max(1, someone.rows.rowCount));
          if (what === 0) {
            const created = [{ id: recordId(fresh++), cells: { [nameField]: { value: `New ${fresh}` } } }];
            someone.client.dispatch('CREATE_RECORD', { tableId: table.id, records: created });
          } else if (record && what === 1) {
            someone.client.dispatch('BULK_CLEAR_CELLS', {
              tableId: table.id,
              cells: [{ recordId: record.id, fieldId: nameField }],
            });
          } else if (record) someone.type(record.id, `${who} ${fresh++}`);
          if (deliver > 3) await someone.wait();
          server.deliver((index) => (deliver & (1 << index)) !== 0);
        }
        server.weather = () => 'fine';
        for (let round = 0; round < 6; round++) {
          for (const someone of people) await someone.wait();
          server.deliver();
        }
        for (const { client, rows } of people) {
          expect(client.saveState).toEqual({ kind: 'saved' });
          const seen = Array.from({ length: rows.rowCount }, (_, i) => seenRecord(must(rows.row(i))));
          expect(seen).toEqual(server.seen(table.id));
        }
      }),
      { numRuns: lawRuns },
    );
  });
});
