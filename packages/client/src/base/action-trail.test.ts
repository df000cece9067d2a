import { lawRuns } from '@weft/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameField, office, person, recordId, table } from '../memory/memory-people.ts';
import { ActionTrail } from './action-trail.ts';

const event = (id: string, label: string, part: object = {}) =>
  ({ id, label, type: 'UPDATE_TABLE', userId: 'ann', isUndo: false, isRedo: false, ...part }) as never;

describe('the last steps of a person', () => {
  it('say what undo and redo mean now', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    const step = async (way: 'undo' | 'redo') => {
      await ann.client[way]();
      server.deliver();
    };
    ann.type(recordId(1), 'Linen');
    await ann.wait();
    ann.client.dispatch('CREATE_RECORD', { tableId: table.id, records: [{ id: recordId(9), cells: {} }] });
    expect(ann.client.trail.undo).toBe('Added a record');
    await ann.wait();
    server.deliver();
    await step('undo');
    expect(ann.client.trail).toMatchObject({
      undo: expect.stringContaining('Edited'),
      redo: 'Added a record',
    });
    await step('undo');
    expect(ann.client.trail.undo).toBeNull();
    await step('redo');
    expect(ann.client.trail.redo).toBe('Added a record');
  });

  it('hold nothing to redo once something new is done, as the server’s own history', async () => {
    const server = office();
    const ann = await person(server, 'ann');
    ann.type(recordId(1), 'Linen');
    await ann.client.undo();
    server.deliver();
    expect(ann.client.trail.redo).not.toBeNull();
    ann.type(recordId(2), 'Wool');
    expect(ann.client.trail.redo).toBeNull();
    await ann.wait();
    const again = await ann.client.redo();
    expect(again.changes).toEqual([]);
    server.deliver();
    expect(ann.names()).toEqual(['Row 1', 'Wool', 'Row 3']);
  });

  it('come from every tab of the person, and from nobody else', async () => {
    const server = office();
    const here = await person(server, 'ann');
    const there = await person(server, 'ann', [], server.transport('ann'));
    const ben = await person(server, 'ben');
    there.client.dispatch('CREATE_RECORD', { tableId: table.id, records: [{ id: recordId(9), cells: {} }] });
    ben.type(recordId(1), 'Linen');
    await there.wait();
    await ben.wait();
    server.deliver();
    expect(here.client.trail.undo).toBe('Added a record');
    await there.client.undo();
    server.deliver();
    expect(here.client.trail).toMatchObject({ undo: null, redo: 'Added a record' });
  });

  it('are fifty, of which the last twenty-five are looked through', () => {
    const trail = new ActionTrail('ann');
    for (let i = 0; i < 60; i++) trail.recordEvent(event(`act${i}`, `Step ${i}`));
    for (let i = 0; i < 25; i++) trail.recordEvent(event(`undo${i}`, '', { isUndo: true }));
    expect(trail.undo).toBeNull();
    expect(trail.redo).toBe('Step 35');
  });

  it('are no more than fifty, however many are taken back', () => {
    const trail = new ActionTrail('ann');
    for (let i = 0; i < 60; i++) trail.recordEvent(event(`act${i}`, `Step ${i}`));
    for (let i = 0; i < 60; i++) trail.recordEvent(event(`undo${i}`, '', { isUndo: true }));
    expect(trail.redo).toBe('Step 10');
  });

  it('count a group as one', () => {
    const trail = new ActionTrail('ann');
    trail.recordLocal('grp', 'Deleted 300 records');
    for (const id of ['a', 'b', 'c']) trail.recordEvent(event(id, 'Deleted 100 records', { groupId: 'grp' }));
    trail.recordEvent(event('x', 'Added a record'));
    trail.recordEvent(event('undo', '', { isUndo: true }));
    // The server takes a large group back in several transactions.
    for (const id of ['undo a', 'undo b']) trail.recordEvent(event(id, '', { isUndo: true, groupId: 'grp' }));
    expect(trail).toMatchObject({ undo: null, redo: 'Deleted 300 records' });
    for (const id of ['redo a', 'redo b']) trail.recordEvent(event(id, '', { isRedo: true, groupId: 'grp' }));
    expect(trail).toMatchObject({ undo: 'Deleted 300 records', redo: 'Added a record' });
  });

  it('name what the server takes back and does again, whatever is done, undone and redone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { maxLength: 24 }), async (moves) => {
        const server = office();
        const ann = await person(server, 'ann');
        let number = 0;
        for (const move of moves) {
          const before = server.base.seq;
          if (move === 0 || move === 1) {
            const expected = move === 0 ? ann.client.trail.undo : ann.client.trail.redo;
            await ann.client[move === 0 ? 'undo' : 'redo']();
            const taken = server.base.log[before];
            expect(taken?.label ?? null).toBe(
              expected === null ? null : `${move === 0 ? 'Undid' : 'Redid'}: ${expected}`,
            );
          } else if (move === 2) {
            const id = recordId(100 + number++);
            ann.client.dispatch('CREATE_RECORD', { tableId: table.id, records: [{ id, cells: {} }] });
          } else {
            const fresh = { value: `Text ${number++}` };
            ann.client.dispatch('BULK_PASTE_CELLS', {
              tableId: table.id,
              records: [{ id: recordId(move - 2), cells: { [nameField]: fresh } }],
              created: [],
            });
          }
          for (let round = 0; round < 3; round++) await ann.wait();
          server.deliver();
        }
      }),
      { numRuns: lawRuns },
    );
  });
});
