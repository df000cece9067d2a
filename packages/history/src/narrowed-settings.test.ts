import { must } from '@weft/std';
import { expect, it } from 'vitest';
import type { Action } from './action.ts';
import { MemoryBase } from './memory-base.ts';
import { everyKindTable, idOf } from './random-actions.ts';

const option = (value: string) => ({ value, label: `Label ${value}`, color: 'Blue' as const });
const kept = option('k3x9q0z7ab');
const lost = option('a1b2c3d4e5');

it('U5: brings back records and cells whose option was deleted before, as they were', () => {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  const table = everyKindTable(1);
  const tableId = table.id;
  const fieldId = (type: string) => must(table.fields.find((field) => field.type === type)).id;
  const [one, many] = [fieldId('single_select'), fieldId('multiple_select')];
  let count = 0;
  const act = (action: Omit<Action, 'id'>) =>
    expect(base.submit('ann', { ...action, id: idOf('act', ++count) } as Action).ok).toBe(true);
  const setOptions = (field: string, options: readonly object[]) =>
    act({ type: 'UPDATE_FIELD', input: { tableId, fieldId: field, template: { options } } });
  act({ type: 'CREATE_TABLE', input: { table, records: [] } });
  for (const field of [one, many]) setOptions(field, [kept, lost]);
  const record = (place: number) => ({
    id: idOf('rec', place),
    cells: { [one]: { value: lost.value }, [many]: { value: [kept.value, lost.value] } },
  });
  act({ type: 'CREATE_RECORD', input: { tableId, records: [record(1), record(2)] } });
  const state = () => ({
    tables: base.metadata.tables,
    cells: base.recordsOf(tableId).map(({ data, raw }) => ({ data, raw })),
  });
  const begun = state();
  for (const field of [one, many]) setOptions(field, [kept]);
  const without = state();
  act({ type: 'DELETE_RECORD', input: { tableId, recordId: idOf('rec', 1) } });
  const cells = [one, many].map((field) => ({ recordId: idOf('rec', 2), fieldId: field }));
  act({ type: 'BULK_CLEAR_CELLS', input: { tableId, cells } });
  base.undo('ann');
  base.undo('ann');
  expect(state()).toEqual(without);
  base.undo('ann');
  base.undo('ann');
  expect(state()).toEqual(begun);
});

it.each([
  ['rating', { maxRating: 10 }, { maxRating: 5 }, 8],
  ['percent', { allowNegative: true }, { allowNegative: false }, -0.5],
])('brings back a %s from before the settings became narrower', (type, wide, narrow, value) => {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  const table = everyKindTable(1);
  const tableId = table.id;
  const fieldId = must(table.fields.find((field) => field.type === type)).id;
  let count = 0;
  const act = (action: Omit<Action, 'id'>) =>
    expect(base.submit('ann', { ...action, id: idOf('act', ++count) } as Action).ok).toBe(true);
  const set = (template: object) => act({ type: 'UPDATE_FIELD', input: { tableId, fieldId, template } });
  act({ type: 'CREATE_TABLE', input: { table, records: [] } });
  set(wide);
  const recordId = idOf('rec', 1);
  act({
    type: 'CREATE_RECORD',
    input: { tableId, records: [{ id: recordId, cells: { [fieldId]: { value } } }] },
  });
  set(narrow);
  act({ type: 'DELETE_RECORD', input: { tableId, recordId } });
  base.undo('ann');
  expect(base.recordsOf(tableId)).toMatchObject([{ data: { [fieldId]: value } }]);

  // As another kind and back it is the same again.
  const field = must(must(base.metadata.tables[0]).fields.find(({ id }) => id === fieldId));
  const number = must(table.fields.find((one) => one.type === 'number')).template;
  const as = { type: 'number', template: number, shadowId: idOf('fld', 900) };
  act({
    type: 'CONVERT_FIELD_TYPE',
    input: { tableId, fieldId: field.id, ...as, timeZone: 'UTC', locale: 'en-US' },
  });
  expect(base.recordsOf(tableId)).toMatchObject([{ data: { [fieldId]: value } }]);
  base.undo('ann');
  expect(base.recordsOf(tableId)).toMatchObject([{ data: { [fieldId]: value } }]);
});
