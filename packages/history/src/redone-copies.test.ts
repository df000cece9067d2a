import type { Field } from '@weft/core';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import type { ActionInputs, ActionType } from './action.ts';
import { MemoryBase } from './memory-base.ts';
import { everyKindTable, idOf } from './random-actions.ts';

const table = everyKindTable(1);
const other = everyKindTable(2);
const tableId = table.id;
const nameOf = (of: Pick<typeof table, 'fields'>): string => must(of.fields[0]).id;
const recordId = idOf('rec', 1);
const otherId = idOf('rec', 2);
const [linkId, inverseId, copyId, copyInverseId] = [900, 901, 902, 903].map((number) =>
  idOf('fld', number),
) as [string, string, string, string];

/** Ann's base of two tables, without records. */
function annsBase() {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  let number = 0;
  const act = <T extends ActionType>(type: T, input: ActionInputs[T], person = 'ann') =>
    expect(base.submit(person, { id: idOf('act', ++number), type, input } as never).ok).toBe(true);
  act('CREATE_TABLE', { table, records: [] }, 'ben');
  act('CREATE_TABLE', { table: other, records: [] }, 'ben');
  const template = { tableId: other.id, allowMultiple: true, inverseFieldId: inverseId };
  act(
    'CREATE_FIELD',
    { tableId, field: { id: linkId, name: 'Link', type: 'linked_record', template } },
    'ben',
  );
  const create = (of: string, id: string, name: string) =>
    act('CREATE_RECORD', {
      tableId: of,
      records: [{ id, cells: { [nameOf(of === tableId ? table : other)]: { value: name } } }],
    });
  const link = () =>
    act('UPDATE_LINKS', { tableId, recordId, fieldId: linkId, newIds: [otherId], oldIds: [] });
  const duplicate = (field: Pick<Field, 'id' | 'type'>) =>
    act('CREATE_FIELD', {
      tableId,
      field: { id: copyId, name: 'Copy', type: field.type, template: { inverseFieldId: copyInverseId } },
      copyOf: field.id,
    });
  const undoAll = () => {
    let steps = 0;
    while (base.undo('ann') !== null) steps += 1;
    return steps;
  };
  const redoAll = () => {
    while (base.redo('ann') !== null);
  };
  const cell = (of: string, id: string, fieldId: string) => {
    const record = base.recordsOf(of).find((one) => one.id === id);
    return record?.raw?.[fieldId] ?? record?.data[fieldId] ?? null;
  };
  return { base, act, create, link, duplicate, undoAll, redoAll, cell };
}

describe('redoing a field that copies another', () => {
  it('U2: fills a record that was redone before it with its cell and its text that does not fit', () => {
    const { act, duplicate, undoAll, redoAll, cell } = annsBase();
    const number = must(table.fields.find(({ type }) => type === 'number'));
    act('CREATE_RECORD', {
      tableId,
      records: [
        { id: recordId, cells: { [number.id]: { value: 7 } } },
        { id: otherId, cells: { [number.id]: { value: null, raw: 'seven' } } },
      ],
    });
    duplicate(number);
    expect(undoAll()).toBe(2);
    redoAll();
    expect([cell(tableId, recordId, copyId), cell(tableId, otherId, copyId)]).toEqual([7, 'seven']);
  });

  it('U2, U3: fills no other record: what a colleague emptied stays empty', () => {
    const { base, act, duplicate, create, cell } = annsBase();
    create(tableId, recordId, 'Linen');
    duplicate(must(table.fields[0]));
    act('UPDATE_RECORD_CELL', { tableId, recordId, cells: { [copyId]: { value: null } } }, 'ben');
    base.undo('ann');
    act(
      'CREATE_RECORD',
      { tableId, records: [{ id: otherId, cells: { [nameOf(table)]: { value: 'Wool' } } }] },
      'ben',
    );
    base.redo('ann');
    expect([cell(tableId, recordId, copyId), cell(tableId, otherId, copyId)]).toEqual([null, 'Wool']);
  });

  it.each(['own', 'linked'] as const)('U2: links again where the %s record was redone before it', (which) => {
    const { act, create, link, duplicate, undoAll, redoAll, cell } = annsBase();
    const made = which === 'own' ? [tableId, recordId] : [other.id, otherId];
    const [kept, keptId] = which === 'own' ? [other.id, otherId] : [tableId, recordId];
    act('CREATE_RECORD', { tableId: kept, records: [{ id: keptId, cells: {} }] }, 'ben');
    create(made[0] as string, made[1] as string, 'Linen');
    link();
    duplicate({ id: linkId, type: 'linked_record' });
    expect(undoAll()).toBe(3);
    redoAll();
    expect([cell(tableId, recordId, copyId), cell(other.id, otherId, copyInverseId)]).toEqual([
      [otherId],
      [recordId],
    ]);
  });

  it('U2: names the linked records again in a text that the links became', () => {
    const { act, create, link, undoAll, redoAll, cell } = annsBase();
    create(other.id, otherId, 'Acme');
    create(tableId, recordId, 'Linen');
    link();
    act('CONVERT_FIELD_TYPE', {
      ...{ tableId, fieldId: linkId, type: 'single_line_text', template: {}, shadowId: copyId },
      ...{ timeZone: 'UTC', locale: 'en-US' },
    });
    expect(undoAll()).toBe(4);
    redoAll();
    expect(cell(tableId, recordId, copyId)).toBe('Acme');
  });

  it('U2: links the records again that a text names', () => {
    const { act, create, undoAll, redoAll, cell } = annsBase();
    const text = must(table.fields.find(({ type }) => type === 'long_text'));
    create(other.id, otherId, 'Acme');
    act('CREATE_RECORD', { tableId, records: [{ id: recordId, cells: { [text.id]: { value: 'Acme' } } }] });
    const template = { tableId: other.id, allowMultiple: true, inverseFieldId: copyInverseId };
    act('CONVERT_FIELD_TYPE', {
      ...{ tableId, fieldId: text.id, type: 'linked_record', template, shadowId: copyId },
      ...{ timeZone: 'UTC', locale: 'en-US' },
    });
    expect(undoAll()).toBe(3);
    redoAll();
    expect([cell(tableId, recordId, copyId), cell(other.id, otherId, copyInverseId)]).toEqual([
      [otherId],
      [recordId],
    ]);
  });

  it('U2: keeps links made by hand in a field that a text became', () => {
    const { base, act, create, cell } = annsBase();
    const text = must(table.fields.find(({ type }) => type === 'long_text'));
    const thirdId = idOf('rec', 3);
    create(other.id, otherId, 'Acme');
    create(other.id, thirdId, 'Brume');
    act('CREATE_RECORD', { tableId, records: [{ id: recordId, cells: { [text.id]: { value: 'Acme' } } }] });
    const template = { tableId: other.id, allowMultiple: true, inverseFieldId: copyInverseId };
    act('CONVERT_FIELD_TYPE', {
      ...{ tableId, fieldId: text.id, type: 'linked_record', template, shadowId: copyId },
      ...{ timeZone: 'UTC', locale: 'en-US' },
    });
    act('UPDATE_LINKS', { tableId, recordId, fieldId: copyId, newIds: [thirdId], oldIds: [otherId] }, 'ben');
    base.undo('ann');
    base.redo('ann');
    expect(cell(tableId, recordId, copyId)).toEqual([thirdId]);
  });
});
