import { emptyViewConfig } from '@weft/core';
import { lawRuns } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { actionFor, choices, everyKindTable, idOf, MemoryBase } from '@weft/history/testing';
import { must } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dependsOn } from './dependencies.ts';

const now = '2026-11-21T09:00:00.000Z';

function baseAfter(actions: readonly Action[]) {
  const base = new MemoryBase(() => now);
  for (const action of actions) base.submit('ann', action);
  return { metadata: base.metadata, records: base.records, base };
}

describe('actions of which neither depends on the other', () => {
  it('D2: come to the same base in either order', () => {
    fc.assert(
      fc.property(choices(30), (chosen) => {
        const history: Action[] = [
          {
            id: 'begin',
            type: 'CREATE_TABLE',
            input: {
              table: everyKindTable(0),
              records: [1, 2, 3, 4].map((number) => ({ id: idOf('rec', number), cells: {} })),
            },
          },
        ];
        for (let i = 0; i + 1 < chosen.length; i += 2) {
          const [a, b] = chosen.slice(i, i + 2);
          if (!a || !b) break;
          const { base } = baseAfter(history);
          const first = actionFor(a, base, 1_000 + i * 100);
          const second = actionFor(b, base, 1_000 + i * 100 + 50);
          if (!dependsOn(second, first)) {
            const one = baseAfter([...history, first, second]);
            const other = baseAfter([...history, second, first]);
            expect(other.metadata).toEqual(one.metadata);
            for (const [tableId, records] of one.records)
              expect(new Map(other.records.get(tableId))).toEqual(new Map(records));
          }
          history.push(first, second);
        }
      }),
      { numRuns: lawRuns },
    );
  });

  const { id: tableId, fields, views } = everyKindTable(0);
  const [field, other] = fields.map(({ id }) => id) as [string, string];
  const viewId = must(views[0]).id;
  const recordId = idOf('rec', 1);
  const config = { ...emptyViewConfig, sorts: [{ fieldId: field, direction: 'asc' as const }] };

  it.each<readonly [string, Omit<Action, 'id'>, { ofOther: boolean }]>([
    [
      'an edited cell',
      { type: 'UPDATE_RECORD_CELL', input: { tableId, recordId, cells: { [field]: { value: 'Linen' } } } },
      { ofOther: false },
    ],
    [
      'an emptied cell',
      { type: 'BULK_CLEAR_CELLS', input: { tableId, cells: [{ recordId, fieldId: field }] } },
      { ofOther: false },
    ],
    [
      'the width',
      { type: 'RESIZE_FIELD', input: { tableId, viewId, fieldId: field, width: 200 } },
      { ofOther: false },
    ],
    // These may be about any of them.
    ['a deleted record', { type: 'DELETE_RECORD', input: { tableId, recordId } }, { ofOther: true }],
    ['a sort', { type: 'UPDATE_VIEW_SETTINGS', input: { tableId, viewId, config } }, { ofOther: true }],
  ])('D1: are not %s and the settings of its field', (_what, action, { ofOther }) => {
    const settings = (fieldId: string): Action => ({
      id: 'settings',
      type: 'UPDATE_FIELD',
      input: { tableId, fieldId, template: {} },
    });
    const one = { id: 'one', ...action } as Action;
    expect([dependsOn(one, settings(field)), dependsOn(one, settings(other))]).toEqual([true, ofOther]);
  });

  it('D1: are not two new names in one table: the second may be taken by the first', () => {
    const table = everyKindTable(0);
    const [one, other] = table.fields;
    const renamed = (fieldId = '', name?: string): Action => ({
      id: fieldId,
      type: 'UPDATE_FIELD',
      input: { tableId: table.id, fieldId, ...(name === undefined ? { template: {} } : { name }) },
    });
    expect(dependsOn(renamed(other?.id, 'Linen'), renamed(one?.id, 'Linen'))).toBe(true);
    expect(dependsOn(renamed(other?.id), renamed(one?.id, 'Linen'))).toBe(false);
  });

  it('D3: depend in both directions or in none', () => {
    fc.assert(
      fc.property(choices(10), (chosen) => {
        const { base } = baseAfter([
          { id: 'begin', type: 'CREATE_TABLE', input: { table: everyKindTable(0), records: [] } },
        ]);
        const actions = chosen.map((choice, i) => actionFor(choice, base, 1_000 + i * 100));
        for (const a of actions) for (const b of actions) expect(dependsOn(a, b)).toBe(dependsOn(b, a));
      }),
      { numRuns: lawRuns },
    );
  });
});
