import { must } from '@weft/std';
import { expect, it } from 'vitest';
import type { Action } from './action.ts';
import { MemoryBase } from './memory-base.ts';
import { everyKindTable, idOf } from './random-actions.ts';

it('A8: says which of several records a cell or an id is refused of', () => {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  const table = everyKindTable(1);
  const tableId = table.id;
  const number = must(table.fields.find((field) => field.type === 'number')).id;
  const record = (place: number, value: number | string) => ({
    id: idOf('rec', place),
    cells: { [number]: { value } },
  });
  let count = 0;
  const submit = (action: Omit<Action, 'id'>) =>
    base.submit('ann', { ...action, id: idOf('act', ++count) } as Action);
  const pathOf = (action: Omit<Action, 'id'>) => {
    const done = submit(action);
    return done.ok ? null : done.error.faults?.map(({ path }) => path);
  };
  submit({ type: 'CREATE_TABLE', input: { table, records: [] } });
  const create = (...records: readonly ReturnType<typeof record>[]) =>
    pathOf({ type: 'CREATE_RECORD', input: { tableId, records } });

  expect(create(record(1, 1), record(2, 'two'))).toEqual([`records.1.data.${number}`]);
  expect(create(record(1, 1), record(2, 2))).toBeNull();
  expect(create(record(3, 3), record(2, 2))).toEqual(['records.1.id']);
  const paste = (records: ReturnType<typeof record>[], created: ReturnType<typeof record>[]) =>
    pathOf({ type: 'BULK_PASTE_CELLS', input: { tableId, records, created } });
  expect(paste([record(1, 5), record(2, 'x')], [])).toEqual([`records.1.data.${number}`]);
  expect(paste([record(1, 5)], [record(4, 'x')])).toEqual([`created.0.data.${number}`]);
});
