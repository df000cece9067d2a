import { lawRuns } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { actionFor, choices, everyKindTable, idOf, MemoryBase } from '@weft/history/testing';
import { must } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls } from '../calls.ts';
import { type ActionBody, actionOf, callOf } from './action-calls.ts';

const basePublicId = idOf('bas', 1);
const [tableId, recordId, fieldId] = [idOf('tbl', 1), idOf('rec', 1), idOf('fld', 1)];

/** A new table always begins with a view of this name. */
function asSent({ type, input }: Action): object {
  if (type !== 'CREATE_TABLE') return { type, input };
  const views = input.table.views.map((view) => ({ ...view, name: 'Grid view' }));
  return { type, input: { ...input, table: { ...input.table, views } } };
}

describe('an action sent as a call', () => {
  it('is the same action when the server has read the call', () => {
    const accepted = new Set<string>();
    fc.assert(
      fc.property(choices(30), (chosen) => {
        const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
        const records = [1, 2, 3, 4].map((number) => ({ id: idOf('rec', number), cells: {} }));
        base.submit('ann', {
          id: 'act',
          type: 'CREATE_TABLE',
          input: { table: everyKindTable(1), records },
        });
        for (const [index, choice] of chosen.entries()) {
          const action = actionFor(choice, base, 1_000 + index);
          base.submit('ann', action);
          if (action.type === 'IMPORT_RECORDS' || action.type === 'BULK_UPDATE_LINKS') continue;
          const { name, input } = callOf(basePublicId, action);
          const json: unknown = JSON.parse(JSON.stringify(input));
          const read = calls[name].input.safeParse(json);
          // Some are refused: texts that no database stores, an action about no records.
          if (read.success) accepted.add(action.type);
          const { basePublicId: _, actionId, groupId, ...body } = (read.data ?? json) as typeof input;
          expect([actionId, groupId]).toEqual([action.id, action.groupId]);
          expect(actionOf(name, body as ActionBody<typeof name>)).toEqual(asSent(action));
        }
      }),
      { numRuns: lawRuns },
    );
    expect(accepted.size).toBeGreaterThan(20);
  });

  it('clears the cells of a record together', () => {
    const cells = [fieldId, idOf('fld', 2)].map((id) => ({ recordId, fieldId: id }));
    const { input } = callOf(basePublicId, {
      id: 'act',
      type: 'BULK_CLEAR_CELLS',
      input: { tableId, cells },
    });
    expect(input).toMatchObject({ records: [{ id: recordId, fieldIds: [fieldId, idOf('fld', 2)] }] });
  });
});

describe('a call of a program', () => {
  it('holds no cell with both a value and a text that does not fit', () => {
    const body = { tableId, recordId, data: { [fieldId]: 7 }, raw: { [fieldId]: 'a lot' } };
    expect(() => actionOf('records.update', body)).toThrow('not both');
  });

  it('carries which files a cell was seen to hold', () => {
    const body = { tableId, recordId, data: { [fieldId]: null }, from: { [fieldId]: ['fil1'] } };
    expect(actionOf('records.update', body).input.from).toEqual(body.from);
  });

  it('empties a cell by an empty text', () => {
    const body = { tableId, recordId, data: {}, raw: { [fieldId]: '' } };
    expect(actionOf('records.update', body).input.cells).toEqual({ [fieldId]: { value: null } });
  });

  it('gives a new view the settings it leaves out', () => {
    const view = { id: idOf('viw', 1), name: '', type: 'grid', config: { rowHeight: 'tall' } } as const;
    const { config } = actionOf('views.create', { tableId, view }).input.view;
    expect(must(config)).toMatchObject({ rowHeight: 'tall', sorts: [], filters: null });
  });

  it('says what a person pasted', () => {
    const records = [{ id: recordId, cells: { [fieldId]: { value: 'Ada' } } }];
    const input = { tableId, records, created: [], pasted: 'cells' } as const;
    const sent = callOf(basePublicId, { id: 'act', type: 'BULK_PASTE_CELLS', input });
    const { basePublicId: _, actionId, ...body } = calls['records.bulkUpdate'].input.parse(sent.input);
    expect(actionOf('records.bulkUpdate', { ...body, answer: 'none' })).toEqual({
      type: 'BULK_PASTE_CELLS',
      input,
    });
  });
});
