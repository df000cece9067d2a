import type { FieldKind } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import { expect, test } from 'vitest';
import { whyEnded } from './edits.ts';
import type { GridProps } from './grid-props.ts';
import type { Editing } from './grid-store.ts';

const editing = { recordId: 'r', fieldId: 'f', kind: 'number', value: 1 } as Editing;

function table({
  kind = 'number' as FieldKind,
  hidden = false,
  fieldGone = false,
  recordGone = false,
  role = 'write',
}) {
  const field = sampleField(kind, {}, { id: 'f' });
  return {
    source: { has: () => !recordGone },
    context: {
      role,
      table: { fields: fieldGone ? [] : [field] },
      view: { config: { hiddenFieldIds: hidden ? ['f'] : [] } },
    },
  } as unknown as GridProps;
}

test('a cell is written into, also while its record is out of the view or read again', () => {
  expect(whyEnded(editing, table({}))).toBeNull();
});

test.each([
  [{ role: 'read' }, 'You can no longer edit this database.'],
  [{ recordGone: true }, 'This record was deleted by someone else.'],
  [{ fieldGone: true }, 'This field was deleted by someone else.'],
  [{ hidden: true }, 'This field was hidden by someone else.'],
  [{ kind: 'multiple_select' as const }, 'This field was made multiple select by someone else.'],
])('a cell that is gone meanwhile is not: %j', (change, why) => {
  expect(whyEnded(editing, table(change))).toBe(why);
});
