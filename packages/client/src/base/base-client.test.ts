import { lawRuns } from '@weft/core/testing';
import { must } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameField, office, person, recordId, settle, table } from '../memory/memory-people.ts';
import { seenRecord } from '../memory/memory-server.ts';
import type { FeedHandlers, Transport } from '../transport/transport.ts';

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
    await ann.client.refresh();
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
    expect(ann.told.removed).toEqual([
      `ben: field ${must(table.fields[1]).name}`,
      `ben: table ${table.name}`,
    ]);
    expect(ben.told.removed).toEqual([]);
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
