import { must } from '@weft/std';
import { expect, it } from 'vitest';
import type { Action } from './action.ts';
import { MemoryBase } from './memory-base.ts';
import { everyKindTable, idOf } from './random-actions.ts';

const field = (number: number) => ({
  id: idOf('fld', 10_000 + number),
  name: `Field ${number}`,
  type: 'number' as const,
  template: {},
});

/** The table of this seed with as many fields. */
function wideTable(seed: number, count: number) {
  const table = everyKindTable(seed);
  const more = Array.from({ length: count - table.fields.length }, (_, i) => ({
    ...field(seed * 1_000 + i),
    order: table.fields.length + i,
  }));
  return { ...table, fields: [...table.fields, ...more] };
}

it('A6: a table takes 500 fields and no more: made with them, added, or brought back', () => {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  let number = 0;
  /** What an action is refused for, or null. */
  const refusal = (type: Action['type'], input: object) => {
    const done = base.submit('ann', { type, input, id: idOf('act', ++number) } as Action);
    return done.ok ? null : done.error.kind;
  };
  const table = wideTable(1, 500);
  const inTable = { tableId: table.id };
  expect(refusal('CREATE_TABLE', { table: wideTable(2, 501), records: [] })).toBe('limit');
  expect(refusal('CREATE_TABLE', { table, records: [] })).toBe(null);
  expect(refusal('CREATE_FIELD', { ...inTable, field: field(1) })).toBe('limit');
  const inField = { ...inTable, fieldId: must(table.fields[7]).id };
  expect(refusal('DELETE_FIELD', inField)).toBe(null);
  expect(refusal('CREATE_FIELD', { ...inTable, field: field(2) })).toBe(null);
  expect(refusal('RESTORE_FIELD', inField)).toBe('limit');
  expect(must(base.metadata.tables[0]).fields).toHaveLength(500);
});

it('U6: a field whose place a colleague has filled stays deleted when it is undone, and is named', () => {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  const table = wideTable(1, 500);
  const inTable = { tableId: table.id };
  const fieldId = must(table.fields[7]).id;
  const acts = [
    ['ann', 'CREATE_TABLE', { table, records: [] }],
    ['ann', 'DELETE_FIELD', { ...inTable, fieldId }],
    ['ben', 'CREATE_FIELD', { ...inTable, field: field(1) }],
  ] as const;
  for (const [i, [person, type, input]] of acts.entries())
    base.submit(person, { id: idOf('act', i + 1), type, input } as unknown as Action);
  expect(base.undo('ann')?.conflicts).toEqual([
    { ...inTable, fieldId, reason: 'The table has 500 fields, which is the most it takes' },
  ]);
  expect(must(base.metadata.tables[0]).fields).toHaveLength(500);
});
