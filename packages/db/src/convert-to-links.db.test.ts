import type { Action } from '@weft/history';
import { isOnCitus } from '@weft/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bases } from './bases.ts';
import type { Engine } from './engine/engine.ts';
import { orders as ordersOf } from './named-customers.ts';
import { schemaOf } from './schema/names.ts';
import { basesOf, describeEngines, newId, openBases, type TestEngine } from './testing.ts';
import { isNamedAnew } from './writer/fill-names.ts';

describeEngines('converting a text to linked records', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  const orders = (...of: readonly [readonly (string | null)[], readonly (string | null)[]]) =>
    ordersOf(opened, bases, ...of);

  it('links the records that are named, and undo brings back every text', async () => {
    const texts = [
      'Café Brume, "Alder, Hotel"',
      '"Alder, Hotel"',
      null,
      'Nobody',
      'Twin, Café Brume',
      ' Café Brume ',
    ];
    const base = await orders(texts, ['Café Brume', 'Alder, Hotel', 'Twin', 'Twin']);
    const fields = await base.fields();
    await base.convert({ keepText: true });
    const links = [
      ['Alder, Hotel', 'Café Brume'],
      ['Alder, Hotel'],
      null,
      null,
      ['Café Brume'],
      ['Café Brume'],
    ];
    expect(await base.linked()).toEqual(links);
    expect(await base.both()).toEqual(await base.told());
    expect(await base.fields()).toEqual([
      ['Name: single_line_text', 'Orders: linked_record'],
      [
        'Order: single_line_text',
        'Customer: linked_record',
        'Customer (text): single_line_text',
        'Stage: single_line_text',
      ],
    ]);
    expect((await base.store.undo('ann', 1)).conflicts).toEqual([]);
    expect(await base.fields()).toEqual(fields);
    expect(await base.cells(base.own.tableId, base.textId)).toEqual(texts);
    await base.store.redo('ann', 1);
    expect(await base.linked()).toEqual(links);
  });

  it('takes a text with commas for one name where a cell links to one record', async () => {
    const base = await orders(['Alder, Hotel', '"Alder, Hotel"', 'Brume'], ['Alder, Hotel', 'Brume']);
    await base.convert({ allowMultiple: false });
    expect(await base.linked()).toEqual([['Alder, Hotel'], ['Alder, Hotel'], ['Brume']]);
  });

  it('keeps the text beside the links where not all is linked', async () => {
    const base = await orders(['Brume', 'Nobody'], ['Brume']);
    const fields = await base.fields();
    await base.convert({ keepText: true });
    const customer = ['Customer: linked_record', 'Customer (text): single_line_text'];
    expect((await base.fields())[1]).toEqual([
      'Order: single_line_text',
      ...customer,
      'Stage: single_line_text',
    ]);
    expect(await base.linked()).toEqual([['Brume'], null]);
    expect(await base.cells(base.own.tableId, base.textId)).toEqual(['Brume', 'Nobody']);
    await base.store.undo('ann', 1);
    expect(await base.fields()).toEqual(fields);
  });

  it('goes there and back with odd names', async () => {
    // Nothing is guessed of a record without a name: there it has none to come back by.
    const names = [
      'a,b',
      '"quoted"',
      ' outer ',
      'שלום, עולם',
      'two  spaces',
      'مرحبا',
      "O'Hara; Sons",
      'Zoë',
      null,
    ];
    const base = await orders([null, null], names);
    const { act, own, target, linkId } = base;
    await base.convert();
    const link = (recordId: string | undefined, newIds: readonly string[]) =>
      act('UPDATE_LINKS', {
        ...{ tableId: own.tableId, recordId: recordId ?? '', fieldId: linkId },
        ...{ newIds, oldIds: [] },
      });
    await link(own.ids[0], target.ids);
    await link(own.ids[1], [...target.ids.slice(3, 5), ...target.ids.slice(-1)]);
    const before = await base.linked();
    const again = newId('fld');
    const zone = { timeZone: 'UTC', locale: 'en-US' };
    const into = { type: 'long_text' as const, template: {}, shadowId: again, ...zone };
    await act('CONVERT_FIELD_TYPE', { tableId: own.tableId, fieldId: linkId, ...into });
    const [linksAgain, other] = [newId('fld'), newId('fld')];
    const template = { tableId: target.tableId, allowMultiple: true, inverseFieldId: other };
    await act('CONVERT_FIELD_TYPE', {
      ...{ tableId: own.tableId, fieldId: again, type: 'linked_record', template, shadowId: linksAgain },
      ...{ ...zone, keepText: true },
    });
    expect(await base.cells(own.tableId, linksAgain)).toEqual([
      target.ids.slice(0, -1),
      target.ids.slice(3, 5),
    ]);
    for (let i = 0; i < 2; i++) await base.store.undo('ann', 1);
    expect(await base.linked()).toEqual(before);
  });

  it('refuses numbers and a deleted table, and changes nothing', async () => {
    const base = await orders(['1'], ['Brume']);
    const { act, own, target, textId } = base;
    await act('DELETE_TABLE', { tableId: target.tableId });
    const fields = await base.fields();
    await expect(base.convert()).rejects.toMatchObject({ kind: 'not-found' });
    const number = { type: 'number' as const, template: {}, shadowId: newId('fld') };
    const zone = { timeZone: 'UTC', locale: 'en-US' };
    await act('CONVERT_FIELD_TYPE', { tableId: own.tableId, fieldId: textId, ...number, ...zone });
    await expect(base.convert()).rejects.toMatchObject({ kind: 'invalid' });
    await base.store.undo('ann', 1);
    expect(await base.fields()).toEqual(fields);
  });

  it('links a large table in steps, with what others write and rename meanwhile', async () => {
    const names = ['Brume', 'Alder', 'Lumen'];
    const texts = Array.from({ length: 2_500 }, (_, i) => (i % 2 === 0 ? 'Brume' : 'Alder, Brume'));
    const base = await orders(texts, names);
    const { act, own, target, textId } = base;
    const write = (
      tableId: string,
      recordId: string | undefined,
      fieldId: string | undefined,
      value: string,
    ) =>
      act(
        'UPDATE_RECORD_CELL',
        { tableId, recordId: recordId ?? '', cells: { [fieldId ?? '']: { value } } },
        'ben',
      );
    const converted = base.convert({ keepText: true });
    for (let i = 0; i < 10; i++) {
      await write(own.tableId, own.ids[i * 200], textId, 'Lumen');
      await write(target.tableId, target.ids[1], target.fields[0], i % 2 === 0 ? 'Alder & Sons' : 'Alder');
    }
    await converted;
    expect(await base.both()).toEqual(await base.told());
    await base.store.undo('ann', 1);
    expect((await base.cells(own.tableId, textId)).slice(1, 3)).toEqual(['Alder, Brume', 'Brume']);
  });

  it('keeps what was found by names where the field of the names only gets another header', async () => {
    const { act, store, target } = await orders([], ['Brume']);
    const [fieldId = ''] = target.fields;
    const isAnew = () =>
      isNamedAnew(opened.engine, schemaOf(store.baseId), target.tableId, fieldId, 0, 1_000_000);
    await act('UPDATE_FIELD', { tableId: target.tableId, fieldId, name: 'Company' });
    expect(await isAnew()).toBe(false);
    const into = { type: 'number' as const, template: {}, shadowId: newId('fld') };
    await act('CONVERT_FIELD_TYPE', {
      ...{ tableId: target.tableId, fieldId, timeZone: 'UTC', locale: 'en-US' },
      ...into,
    });
    expect(await isAnew()).toBe(true);
  });

  // By the sizes that the coordinator of Citus knows no table is large: it is converted in one transaction.
  it.skipIf(isOnCitus())('goes on after a crash by what the texts are then', async () => {
    const texts = Array.from({ length: 2_500 }, () => 'Brume');
    const base = await orders(texts, ['Brume', 'Alder']);
    const { act, own, target, textId, linkId, inverseFieldId } = base;
    const action = {
      ...{ id: newId('act'), type: 'CONVERT_FIELD_TYPE' },
      input: {
        ...{ tableId: own.tableId, fieldId: textId, type: 'linked_record', shadowId: linkId },
        template: { tableId: target.tableId, allowMultiple: true, inverseFieldId },
        ...{ timeZone: 'UTC', locale: 'en-US', keepText: false },
      },
    } as unknown as Action;
    let transactions = 0;
    const dying = new Proxy(opened.engine, {
      get: (of, key: keyof Engine) => {
        const value = of[key];
        if (key !== 'transaction') return typeof value === 'function' ? value.bind(of) : value;
        return (work: Parameters<Engine['transaction']>[0]) =>
          ++transactions > 3 ? Promise.reject(new Error('killed')) : of.transaction(work);
      },
    });
    await expect(basesOf(dying).get(base.store.baseId).submit('ann', action)).rejects.toThrow('killed');
    const [first = '', second = ''] = own.ids;
    for (const [recordId, value] of [
      [first, null],
      [second, 'Alder'],
    ] as const)
      await act('UPDATE_RECORD_CELL', { tableId: own.tableId, recordId, cells: { [textId]: { value } } });
    await base.store.submit('ann', action);
    const linked = await base.linked();
    expect(linked.slice(0, 3)).toEqual([null, ['Alder'], ['Brume']]);
    expect(linked.filter((of) => of?.join() === 'Brume')).toHaveLength(texts.length - 2);
  });
});
