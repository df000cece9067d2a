import type { BaseRecord } from '@weft/core';
import { expect, test } from 'vitest';
import type { GridController } from './grid-controller.ts';
import { type MovedRows, moveRows } from './move-rows.ts';

const named = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `r${first + i}`);

/** A table of these records, of which only the first `here` rows are in the browser, and what was moved where. */
function tableOf(order: readonly string[], here: number) {
  const moves: (readonly [readonly string[], string | null])[] = [];
  let present = order;
  const read = (row: number) => ({ id: present[row] }) as BaseRecord;
  /** Done once a reading is on its way. */
  let meanwhile = () => {};
  const grid = {
    state: { selection: null },
    env: { locale: 'en-US' },
    extent: { rows: order.length },
    record: (row: number) => (row < here ? ({ id: order[row] } as BaseRecord) : undefined),
    layout: () => {},
    reveal: () => {},
    props: {
      source: {
        read: async (from: number, to: number) => {
          const answer = Array.from({ length: to - from }, (_, i) => read(from + i));
          await Promise.resolve();
          meanwhile();
          return answer;
        },
      },
      actions: {
        moveRecords: (ids: readonly string[], before: string | null) => moves.push([ids, before]),
      },
      onNotice: () => {},
    },
  };
  return {
    moves,
    whileRead: (change: (ids: readonly string[]) => readonly string[]) => {
      meanwhile = () => {
        present = change(order);
      };
    },
    move: (moved: MovedRows, gap: number) => moveRows(grid as unknown as GridController, moved, gap),
  };
}

test('checked records that are not in the browser go before the row that is meant, not to the end', async () => {
  const order = named(0, 30);
  const table = tableOf(order, 10);
  // Row 2 is known; rows 12 to 14 are checked too, and stand where they are to go.
  await table.move({ rows: [2], ids: ['r2', 'r12', 'r13', 'r14'] }, 12);
  expect(table.moves).toEqual([[['r2', 'r12', 'r13', 'r14'], 'r15']]);
});

test('rows go to the gap that was seen, whatever others move while they are read', async () => {
  const order = named(0, 30);
  const table = tableOf(order, 10);
  table.whileRead((ids) => [...ids.slice(20), ...ids.slice(0, 20)]);
  await table.move({ rows: [12, 13] }, 18);
  expect(table.moves).toEqual([[['r12', 'r13'], 'r18']]);
});

test('all of the last rows go to the end', async () => {
  const table = tableOf(named(0, 10), 10);
  await table.move({ rows: [2, 3] }, 10);
  expect(table.moves).toEqual([[['r2', 'r3'], null]]);
});
