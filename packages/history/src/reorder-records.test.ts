import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from './action.ts';
import { MemoryBase } from './memory-base.ts';
import { everyKindTable, idOf } from './random-actions.ts';

const runs = { numRuns: Number(process.env.LAWS_RUNS ?? 100) };
const table = everyKindTable(1);
const tableId = table.id;

function withRecords(count: number) {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  const ids = Array.from({ length: count }, (_, i) => idOf('rec', i + 1));
  const records = ids.map((id) => ({ id, cells: {} }));
  base.submit('ann', { id: idOf('act', 1), type: 'CREATE_TABLE', input: { table, records } });
  let number = 1;
  const move = (recordIds: readonly string[], beforeRecordId: string | null, userId = 'ann') =>
    base.submit(userId, {
      id: idOf('act', ++number),
      type: 'REORDER_RECORDS',
      input: { tableId, recordIds, beforeRecordId },
    } as Action);
  const order = () => base.recordsOf(tableId).map((record) => ids.indexOf(record.id));
  return { base, ids, move, order };
}

describe('moving records in a table', () => {
  it('A9: puts them before another, in the order named, and at the end', () => {
    const { base, ids, move, order } = withRecords(5);
    const [a = '', b = '', , d = '', e = ''] = ids;
    move([e, d], b);
    expect(order()).toEqual([0, 4, 3, 1, 2]);
    move([a], null);
    expect(order()).toEqual([4, 3, 1, 2, 0]);
    base.undo('ann');
    base.undo('ann');
    expect(order()).toEqual([0, 1, 2, 3, 4]);
  });

  it('A3, A9: changes nothing when they stand there already', () => {
    const { base, ids, move } = withRecords(3);
    const [a = '', b = '', c = ''] = ids;
    for (const [moved, next] of [
      [[a, b], c],
      [[b, c], null],
      [[a], b],
    ] as const)
      expect(move(moved, next)).toMatchObject({ ok: true, value: { changes: [] } });
    expect(base.undo('ann')?.changes).toHaveLength(4);
  });

  it('refuses records that are not there, and a record before itself', () => {
    const { ids, move } = withRecords(2);
    const [a = ''] = ids;
    expect(move([a], a)).toMatchObject({ error: { kind: 'invalid' } });
    expect(move([a], idOf('rec', 99))).toMatchObject({ error: { kind: 'not-found' } });
    expect(move([idOf('rec', 99)], a)).toMatchObject({ error: { kind: 'not-found' } });
  });

  it('U3: keeps where a colleague has put a record since', () => {
    const { base, ids, move, order } = withRecords(3);
    const [a = '', b = ''] = ids;
    move([a], null);
    move([a], b, 'ben');
    const step = base.undo('ann');
    expect(step?.conflicts).toMatchObject([{ recordId: a, reason: 'The record has been moved since' }]);
    expect(order()).toEqual([0, 1, 2]);
  });

  it('A9: stands as a list would after any moves, however often they go to one place, and is taken back', () => {
    const moves = fc.array(
      fc.record({
        which: fc.uniqueArray(fc.nat(39), { minLength: 1, maxLength: 5 }),
        // Mostly between the same two: the room there runs out after twenty.
        before: fc.oneof({ weight: 5, arbitrary: fc.constant(20) }, { weight: 1, arbitrary: fc.nat(40) }),
      }),
      { maxLength: 120, size: 'max' },
    );
    fc.assert(
      fc.property(moves, (sequence) => {
        const { base, ids, move, order } = withRecords(40);
        const start = base.recordsOf(tableId);
        let list = ids.map((_, i) => i);
        for (const { which, before } of sequence) {
          if (which.includes(before)) continue;
          move(
            which.map((i) => ids[i] ?? ''),
            ids[before] ?? null,
          );
          const rest = list.filter((i) => !which.includes(i));
          const at = before < 40 ? rest.indexOf(before) : rest.length;
          list = [...rest.slice(0, at), ...which, ...rest.slice(at)];
          expect(order()).toEqual(list);
        }
        while (base.log.some((entry) => entry.state === 'done' && entry.action.type === 'REORDER_RECORDS'))
          base.undo('ann');
        expect(base.recordsOf(tableId)).toEqual(start);
        while (base.redo('ann') !== null);
        expect(order()).toEqual(list);
      }),
      runs,
    );
  });
});
