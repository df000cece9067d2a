import { withoutUndefined } from '@weft/std';
import { describe, expect, it } from 'vitest';
import type { Action, ActionType } from './action.ts';
import { actions } from './action-list.ts';
import { mergeActions } from './plan.ts';

const edit = (id: string, recordId: string, fieldId: string, value: string, groupId?: string): Action => ({
  id,
  type: 'UPDATE_RECORD_CELL',
  input: { tableId: 'tbl', recordId, cells: { [fieldId]: { value } } },
  ...withoutUndefined({ groupId }),
});
const width = (id: string, viewId: string, pixels: number): Action => ({
  id,
  type: 'RESIZE_FIELD',
  input: { tableId: 'tbl', viewId, fieldId: 'fld', width: pixels },
});

describe('changes of one target in quick succession', () => {
  it('M1: wait for each other as long as specification 2 says; all other changes go at once', () => {
    const waits = Object.entries(actions).flatMap(([type, { merging }]) =>
      merging === undefined ? [] : [[type as ActionType, merging.within]],
    );
    expect(Object.fromEntries(waits)).toEqual({
      REORDER_FIELDS: 300,
      RESIZE_FIELD: 500,
      UPDATE_RECORD_CELL: 700,
      UPDATE_VIEW_SETTINGS: 300,
    });
  });

  it('M2: become the first one, with what was wanted last', () => {
    expect(mergeActions(edit('a', 'rec1', 'fld1', 'Li'), edit('b', 'rec1', 'fld1', 'Linen'))).toEqual(
      edit('a', 'rec1', 'fld1', 'Linen'),
    );
    expect(mergeActions(width('a', 'viw', 100), width('b', 'viw', 180))).toEqual(width('a', 'viw', 180));
  });

  it('M1: stay apart where the cell, the record, the view, the kind or the step is another', () => {
    const first = edit('a', 'rec1', 'fld1', 'Li');
    for (const other of [
      edit('b', 'rec1', 'fld2', 'Linen'),
      edit('b', 'rec2', 'fld1', 'Linen'),
      edit('b', 'rec1', 'fld1', 'Linen', 'grp'),
      width('b', 'viw', 100),
    ])
      expect(mergeActions(first, other)).toBeNull();
    expect(mergeActions(width('a', 'viw1', 100), width('b', 'viw2', 180))).toBeNull();
  });
});
