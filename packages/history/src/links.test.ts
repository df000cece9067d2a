import { isLinkField } from '@weft/core';
import { lawRuns } from '@weft/core/testing';
import { must } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from './action.ts';
import { linksOf } from './apply.ts';
import { inverseOf } from './links.ts';
import { MemoryBase } from './memory-base.ts';
import { actionFor, choices, everyKindTable, idOf } from './random-actions.ts';

const now = '2026-11-21T09:00:00.000Z';
const orders = everyKindTable(1);
const customers = everyKindTable(2);
const customer = idOf('fld', 9_001);
const inverse = idOf('fld', 9_002);
const [linen, wool, brume, alder] = [1, 2, 11, 12].map((number) => idOf('rec', number)) as [
  string,
  string,
  string,
  string,
];

function linkedBase(settings: { readonly allowMultiple?: boolean; readonly tableId?: string } = {}) {
  const base = new MemoryBase(() => now);
  let number = 0;
  const act = (action: Omit<Action, 'id'>, userId = 'ann') =>
    base.submit(userId, { ...action, id: idOf('act', ++number) } as Action);
  const records = (ids: readonly string[]) => ids.map((id) => ({ id, cells: {} }));
  act({ type: 'CREATE_TABLE', input: { table: orders, records: records([linen, wool]) } });
  act({ type: 'CREATE_TABLE', input: { table: customers, records: records([brume, alder]) } });
  const template = { tableId: customers.id, allowMultiple: true, inverseFieldId: inverse, ...settings };
  const field = { id: customer, name: 'Customer', type: 'linked_record' as const, template };
  expect(act({ type: 'CREATE_FIELD', input: { tableId: orders.id, field } }, 'eve').ok).toBe(true);
  const link = (
    recordId: string,
    newIds: readonly string[],
    oldIds: readonly string[] = [],
    userId = 'ann',
  ) =>
    act(
      { type: 'UPDATE_LINKS', input: { tableId: orders.id, recordId, fieldId: customer, newIds, oldIds } },
      userId,
    );
  const links = (tableId: string, recordId: string, fieldId: string) => {
    const record = base.records.get(tableId)?.get(recordId);
    return record && linksOf(record, fieldId);
  };
  return {
    base,
    act,
    link,
    customersOf: (order: string) => links(orders.id, order, customer),
    ordersOf: (one: string) => links(customers.id, one, inverse),
  };
}

const fieldsOf = (base: MemoryBase, tableId: string) =>
  must(base.metadata.tables.find(({ id }) => id === tableId)).fields;

/** Every link as each side says it. */
function sidesOf(base: MemoryBase): { readonly own: readonly string[]; readonly other: readonly string[] } {
  const own: string[] = [];
  const other: string[] = [];
  for (const table of base.metadata.tables) {
    for (const field of table.fields.filter(isLinkField)) {
      if (inverseOf(base.metadata, field) === undefined) continue;
      for (const record of base.recordsOf(table.id)) {
        for (const id of linksOf(record, field.id)) {
          own.push(`${field.id}/${record.id}/${id}`);
          other.push(`${field.template.inverseFieldId}/${id}/${record.id}`);
        }
      }
    }
  }
  return { own: own.toSorted(), other: other.toSorted() };
}

it('links many records as one step, each on what those before it leave', () => {
  const { base, act, customersOf, ordersOf } = linkedBase();
  const records = [
    { id: linen, newIds: [brume, alder], oldIds: [] },
    { id: wool, newIds: [brume], oldIds: [] },
  ];
  const done = act({ type: 'BULK_UPDATE_LINKS', input: { tableId: orders.id, fieldId: customer, records } });
  expect(done.ok).toBe(true);
  expect([customersOf(linen), customersOf(wool)]).toEqual([[brume, alder].toSorted(), [brume]]);
  expect(ordersOf(brume)).toEqual([linen, wool].toSorted());
  expect(base.undo('ann')).not.toBeNull();
  expect([customersOf(linen), customersOf(wool), ordersOf(brume)]).toEqual([[], [], []]);
});

describe('linked records', () => {
  it('L1: a link field makes a field on the other side, named after the table, and both go and come back together', () => {
    const { base, act, link, ordersOf } = linkedBase();
    expect(fieldsOf(base, customers.id).at(-1)).toMatchObject({
      id: inverse,
      name: 'Table 1',
      type: 'linked_record',
      template: { tableId: orders.id, allowMultiple: true, inverseFieldId: customer },
    });
    link(linen, [brume]);
    act({ type: 'DELETE_FIELD', input: { tableId: orders.id, fieldId: customer } });
    expect(fieldsOf(base, customers.id).some(isLinkField)).toBe(false);
    base.undo('ann');
    expect(fieldsOf(base, orders.id).some(isLinkField)).toBe(true);
    expect(fieldsOf(base, customers.id).some(isLinkField)).toBe(true);
    expect(ordersOf(brume)).toEqual([linen]);
    act({ type: 'DELETE_FIELD', input: { tableId: customers.id, fieldId: inverse } });
    act({ type: 'RESTORE_FIELD', input: { tableId: orders.id, fieldId: customer } });
    expect(fieldsOf(base, customers.id).some(isLinkField)).toBe(true);
  });

  it('L2: both sides of every link agree, whatever is done, undone and redone', () => {
    fc.assert(
      fc.property(choices(60), (chosen) => {
        const { base } = linkedBase();
        for (const [i, choice] of chosen.entries()) {
          if (choice.what === 34) base.undo('ann');
          else if (choice.what === 35) base.redo('ann');
          else base.submit('ann', actionFor(choice, base, 10_000 + i * 100));
          const { own, other } = sidesOf(base);
          expect(own).toEqual(other);
        }
      }),
      { numRuns: lawRuns },
    );
  });

  it('L3: what two people link at once is kept, for an edit says what it adds and what it takes away', () => {
    const { link, customersOf } = linkedBase();
    link(linen, [brume], [], 'ann');
    link(linen, [alder], [], 'ben');
    expect(customersOf(linen)).toEqual([brume, alder]);
    link(linen, [], [brume], 'ann');
    expect(customersOf(linen)).toEqual([alder]);
  });

  it('L4: where a field takes one record, another replaces it, and undo brings the first back', () => {
    const { base, link, customersOf, ordersOf } = linkedBase({ allowMultiple: false });
    link(linen, [brume]);
    link(linen, [alder], [brume]);
    expect([customersOf(linen), ordersOf(brume), ordersOf(alder)]).toEqual([[alder], [], [linen]]);
    base.undo('ann');
    expect([customersOf(linen), ordersOf(brume), ordersOf(alder)]).toEqual([[brume], [linen], []]);
    expect(link(linen, [alder, brume]).ok).toBe(false);
  });

  it('L4: linking from the other side takes the record over', () => {
    const { act, link, customersOf, ordersOf } = linkedBase({ allowMultiple: false });
    link(linen, [brume]);
    const from = { tableId: customers.id, recordId: alder, fieldId: inverse };
    act({ type: 'UPDATE_LINKS', input: { ...from, newIds: [linen], oldIds: [] } });
    expect([customersOf(linen), ordersOf(brume), ordersOf(alder)]).toEqual([[alder], [], [linen]]);
  });

  it('L5: a deleted record is unlinked; undo and restoring link it again on both sides', () => {
    const { base, act, link, customersOf, ordersOf } = linkedBase();
    link(linen, [brume, alder]);
    act({ type: 'DELETE_RECORD', input: { tableId: customers.id, recordId: brume } });
    expect(customersOf(linen)).toEqual([alder]);
    base.undo('ann');
    expect([customersOf(linen), ordersOf(brume)]).toEqual([[brume, alder], [linen]]);
    base.redo('ann');
    act({ type: 'RESTORE_RECORDS', input: { tableId: customers.id, recordIds: [brume] } });
    expect([customersOf(linen), ordersOf(brume)]).toEqual([[brume, alder], [linen]]);
  });

  it('U3: undo leaves a link to a record deleted since as it is, and says so', () => {
    const { base, act, link, customersOf } = linkedBase();
    link(linen, [brume]);
    link(linen, [], [brume]);
    act({ type: 'DELETE_RECORD', input: { tableId: customers.id, recordId: brume } }, 'ben');
    const reasons = base.undo('ann')?.conflicts.map(({ reason }) => reason);
    expect(reasons).toContain('The linked record has been deleted since');
    expect(customersOf(linen)).toEqual([]);
  });

  it('L6: refuses records of another table, of none, and cells written past the links', () => {
    const { act, link } = linkedBase();
    expect(link(linen, [wool])).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    expect(link(linen, [idOf('rec', 99)])).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    const cells = { [customer]: { value: [brume] } };
    expect(
      act({ type: 'UPDATE_RECORD_CELL', input: { tableId: orders.id, recordId: linen, cells } }),
    ).toMatchObject({ ok: false, error: { kind: 'invalid' } });
  });

  it('L7: a field linked to its own table has both sides in it, and a record may be linked to itself', () => {
    const { base, link, customersOf } = linkedBase({ tableId: orders.id });
    link(linen, [linen, wool]);
    const other = must(base.records.get(orders.id)?.get(wool));
    expect([customersOf(linen), linksOf(other, inverse)]).toEqual([[linen, wool], [linen]]);
  });
});
