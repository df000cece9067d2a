import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import type { Action } from './action.ts';
import { MemoryBase } from './memory-base.ts';
import { everyKindTable, idOf } from './random-actions.ts';

const table = everyKindTable(1);
const tableId = table.id;
const fieldId = must(table.fields[3]).id;

function withTable() {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  let number = 0;
  const act = (action: Omit<Action, 'id'>) =>
    expect(base.submit('ann', { ...action, id: idOf('act', ++number) } as Action).ok).toBe(true);
  act({ type: 'CREATE_TABLE', input: { table, records: [] } });
  return { base, act, names: () => base.metadata.tables.map(({ name }) => name) };
}

describe('what was deleted and has come back under a number, for its name was taken', () => {
  it('U4: comes back by undo under its own name, where a table', () => {
    const { base, act, names } = withTable();
    act({ type: 'DELETE_TABLE', input: { tableId } });
    act({ type: 'CREATE_TABLE', input: { table: { ...everyKindTable(2), name: table.name }, records: [] } });
    act({ type: 'RESTORE_TABLE', input: { tableId } });
    expect(names()).toContain('Table 1 (2)');
    for (let i = 0; i < 3; i++) base.undo('ann');
    expect(names()).toEqual(['Table 1']);
    for (let i = 0; i < 3; i++) base.redo('ann');
    expect(names()).toContain('Table 1 (2)');
  });

  it('U4: comes back by undo under its own name, where a field', () => {
    const { base, act } = withTable();
    const { name } = must(table.fields[3]);
    const nameNow = () => base.metadata.tables[0]?.fields.find(({ id }) => id === fieldId)?.name;
    act({ type: 'DELETE_FIELD', input: { tableId, fieldId } });
    act({ type: 'UPDATE_FIELD', input: { tableId, fieldId: must(table.fields[4]).id, name } });
    act({ type: 'RESTORE_FIELD', input: { tableId, fieldId } });
    expect(nameNow()).toBe(`${name} (2)`);
    for (let i = 0; i < 3; i++) base.undo('ann');
    expect(nameNow()).toBe(name);
  });
});
