import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from './action.ts';
import { MemoryBase } from './memory-base.ts';
import { actionFor, choices, everyKindTable, idOf } from './random-actions.ts';

const runs = { numRuns: Number(process.env.LAWS_RUNS ?? 100) };
const now = '2026-11-21T09:00:00.000Z';

/** All a person can see of a base; nothing in it changes in place. */
const seen = (base: MemoryBase) => ({
  metadata: base.metadata,
  records: base.metadata.tables.map((table) => [table.id, base.recordsOf(table.id)]),
});

/** What must never be, whoever does and takes back what. */
function faults({ metadata }: MemoryBase): string[] {
  const twice = (items: readonly { readonly name: string }[]) => {
    const names = items.map(({ name }) => name.toLowerCase());
    return names.filter((name, i) => names.indexOf(name) < i).map((name) => `two are named ${name}`);
  };
  return [
    ...twice(metadata.tables),
    ...metadata.tables.flatMap(({ name, fields, views, primaryFieldId }) => [
      ...twice(fields),
      ...twice(views),
      ...(views.length === 0 ? [`${name} has no view`] : []),
      ...(fields.every((field) => field.id !== primaryFieldId) ? [`${name} has no primary field`] : []),
    ]),
  ];
}

describe('the history of a base', () => {
  it('U2: takes any sequence of actions back to the state before, and does it again', () => {
    fc.assert(
      fc.property(choices(200), (sequence) => {
        const base = new MemoryBase(() => now);
        const empty = seen(base);
        for (const [i, choice] of sequence.entries()) base.submit('ann', actionFor(choice, base, i + 1));
        const full = seen(base);
        while (base.undo('ann') !== null);
        expect(seen(base)).toEqual(empty);
        while (base.redo('ann') !== null);
        expect(seen(base)).toEqual(full);
      }),
      runs,
    );
  });

  it('A2: takes the same actions twice as once', () => {
    fc.assert(
      fc.property(choices(200), (sequence) => {
        const base = new MemoryBase(() => now);
        for (const [i, choice] of sequence.entries()) {
          const action = actionFor(choice, base, i + 1);
          base.submit('ann', action);
          const once = seen(base);
          base.submit('ann', action);
          expect(seen(base)).toEqual(once);
        }
      }),
      runs,
    );
  });

  it('C3: comes to the same base when its log is replayed into an empty one', () => {
    fc.assert(
      fc.property(choices(200), fc.infiniteStream(fc.nat(9)), (sequence, turns) => {
        const base = new MemoryBase(() => now);
        for (const [i, choice] of sequence.entries()) {
          // Two people, who now and then take something back and do it again.
          const person = choice.seeds.length % 3 === 0 ? 'ben' : 'ann';
          const turn = turns.next().value;
          if (turn < 2) base.undo(person);
          else if (turn === 2) base.redo(person);
          else base.submit(person, actionFor(choice, base, i + 1));
        }
        expect(faults(base)).toEqual([]);
        const replayed = new MemoryBase(() => now);
        for (const entry of base.log) replayed.replay(entry.changes);
        expect(seen(replayed)).toEqual(seen(base));
      }),
      runs,
    );
  });

  it('A5, U4: numbers a name that a colleague has taken since', () => {
    const base = new MemoryBase(() => now);
    const table = everyKindTable(1);
    const tableId = table.id;
    let number = 0;
    const act = (userId: string, action: Omit<Action, 'id'>) =>
      base.submit(userId, { ...action, id: idOf('act', ++number) } as Action);
    const [name, notes] = table.fields.map((field) => field.id);
    const [view] = table.views;
    if (name === undefined || notes === undefined || !view) throw new Error('The table has too few fields');
    act('ann', { type: 'CREATE_TABLE', input: { table, records: [] } });
    act('ann', { type: 'UPDATE_TABLE', input: { tableId, name: 'Cloth' } });
    act('ann', { type: 'UPDATE_FIELD', input: { tableId, fieldId: name, name: 'Weave' } });
    act('ann', { type: 'UPDATE_VIEW', input: { tableId, viewId: view.id, name: 'All' } });
    act('ben', {
      type: 'CREATE_TABLE',
      input: { table: { ...everyKindTable(2), name: table.name }, records: [] },
    });
    act('ben', { type: 'UPDATE_FIELD', input: { tableId, fieldId: notes, name: 'single_line_text' } });
    act('ben', {
      type: 'CREATE_VIEW',
      input: { tableId, view: { ...view, id: idOf('viw', 900), name: view.name } },
    });
    for (let i = 0; i < 3; i++) base.undo('ann');
    const after = base.metadata.tables.find((one) => one.id === tableId);
    expect([
      after?.name,
      after?.fields.find((field) => field.id === name)?.name,
      after?.views.find((one) => one.id === view.id)?.name,
    ]).toEqual(['Table 1 (2)', 'single_line_text (2)', 'Grid (2)']);
  });

  it('U3: keeps what a colleague changed since, and names it', () => {
    const base = new MemoryBase(() => now);
    const table = everyKindTable(1);
    const [name, notes] = table.fields.map((field) => field.id);
    if (name === undefined || notes === undefined) throw new Error('The table has too few fields');
    const recordId = idOf('rec', 1);
    const edit = (number: number, cells: { [fieldId: string]: string }): Action => ({
      id: idOf('act', number),
      type: 'UPDATE_RECORD_CELL',
      input: {
        tableId: table.id,
        recordId,
        cells: Object.fromEntries(Object.entries(cells).map(([id, value]) => [id, { value }])),
      },
    });
    base.submit('ann', {
      id: idOf('act', 1),
      type: 'CREATE_TABLE',
      input: { table, records: [{ id: recordId, cells: {} }] },
    });
    base.submit('ann', edit(2, { [name]: 'Linen', [notes]: 'undyed' }));
    base.submit('ben', edit(3, { [name]: 'Wool' }));
    const step = base.undo('ann');
    expect(base.recordsOf(table.id)[0]?.data).toEqual({ [name]: 'Wool' });
    expect(step?.conflicts).toEqual([
      { tableId: table.id, recordId, fieldId: name, reason: 'The cell has been changed since' },
    ]);
  });
});
