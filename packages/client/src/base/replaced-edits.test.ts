import type { LoggedAction } from '@weft/history';
import { beforeEach, expect, it } from 'vitest';
import { ReplacedEdits } from './replaced-edits.ts';

let now = 0;
let edits: ReplacedEdits;
beforeEach(() => {
  now = Date.parse('2026-11-22T12:00:00.000Z');
  edits = new ReplacedEdits('ann', () => new Date(now).toISOString());
});

const edit = (
  userId: string,
  before: string | null,
  after: string | null,
  more: Partial<LoggedAction> = {},
) =>
  edits.follow({
    id: 'act',
    type: 'UPDATE_RECORD_CELL',
    label: '',
    userId,
    timestamp: '',
    isUndo: false,
    isRedo: false,
    changes: [
      {
        kind: 'cells',
        tableId: 'tbl',
        recordId: 'rec',
        before: { fld: { value: before } },
        after: { fld: { value: after } },
      },
    ],
    ...more,
  });

it('tells of an edit that replaces what somebody else wrote a moment before', () => {
  expect(edit('bert', null, 'oak')).toBeNull();
  const where = { tableId: 'tbl', recordId: 'rec', fieldId: 'fld' };
  const replaced = { ...where, userId: 'bert', cell: { value: 'oak' }, others: 0 };
  expect(edit('ann', 'oak', 'ash')).toEqual(replaced);
  // Her own value is now there.
  expect(edit('ann', 'ash', 'elm')).toBeNull();
});

it('tells nothing of older edits, of the same value, of emptied cells and of undo', () => {
  edit('bert', null, 'oak');
  now += 61_000;
  expect(edit('ann', 'oak', 'ash')).toBeNull();
  edit('bert', 'ash', 'oak');
  expect(edit('ann', 'oak', 'oak')).toBeNull();
  edit('bert', 'oak', null);
  expect(edit('ann', null, 'ash')).toBeNull();
  edit('bert', 'ash', 'oak');
  expect(edit('ann', 'oak', 'ash', { isUndo: true })).toBeNull();
});
