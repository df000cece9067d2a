import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bases } from './bases.ts';
import { orders as ordersOf } from './named-customers.ts';
import { describeEngines, newId, openBases, type TestEngine } from './testing.ts';

describeEngines('doing a conversion to linked records again', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  const orders = (...of: readonly [readonly (string | null)[], readonly (string | null)[]]) =>
    ordersOf(opened, bases, ...of);

  it('comes back days later with the records that it made, and can be done again', async () => {
    const base = await orders(['Brume, Lumen', 'Lumen'], ['Brume']);
    const { store, act, target, own } = base;
    const groupId = newId('grp');
    const lumen = { id: newId('rec'), cells: { [must(target.fields[0])]: { value: 'Lumen' } } };
    await act('BULK_PASTE_CELLS', { tableId: target.tableId, records: [], created: [lumen] }, 'ann', groupId);
    await base.convert({}, groupId);
    const links = [['Brume', 'Lumen'], ['Lumen']];
    expect(await base.linked()).toEqual(links);
    await act(
      'UPDATE_RECORD_CELL',
      {
        ...{ tableId: own.tableId, recordId: must(own.ids[0]) },
        cells: { [must(own.fields[2])]: { value: 'sent' } },
      },
      'ben',
    );
    expect((await store.undo('ann', 1)).conflicts).toEqual([]);
    expect(await base.cells(target.tableId, must(target.fields[0]))).toEqual(['Brume']);
    expect(await base.cells(own.tableId, base.textId)).toEqual(['Brume, Lumen', 'Lumen']);
    await store.redo('ann', 1);
    expect(await base.linked()).toEqual(links);
    expect(await base.both()).toEqual(await base.told());
  });

  it('keeps links made by hand when an undone conversion is done again, with what was typed meanwhile', async () => {
    const names = ['Brume', 'Alder', 'Lumen'];
    const base = await orders(['Brume', 'Brume, Alder', 'Alder', 'Lumen'], names);
    const { store, act, own, target, textId, linkId, inverseFieldId } = base;
    const [brume, alder, lumen] = target.ids as [string, string, string];
    await base.convert();
    // From either side.
    await act(
      'UPDATE_LINKS',
      {
        ...{ tableId: own.tableId, recordId: must(own.ids[0]), fieldId: linkId },
        ...{ newIds: [lumen], oldIds: [brume] },
      },
      'ben',
    );
    await act(
      'UPDATE_LINKS',
      {
        ...{ tableId: target.tableId, recordId: alder, fieldId: inverseFieldId },
        ...{ newIds: [must(own.ids[3])], oldIds: [] },
      },
      'ben',
    );
    const undone = await store.undo('ann', 1);
    expect(undone.conflicts).toMatchObject([{ fieldId: linkId, reason: expect.stringContaining('Redo') }]);
    const write = (recordId: string, value: string) =>
      act('UPDATE_RECORD_CELL', { tableId: own.tableId, recordId, cells: { [textId]: { value } } }, 'ben');
    await write(must(own.ids[1]), 'Alder, Lumen');
    await write(must(own.ids[3]), 'Brume');
    expect((await store.redo('ann', 1)).conflicts).toEqual([]);
    expect(await base.linked()).toEqual([['Lumen'], ['Alder', 'Lumen'], ['Alder'], ['Alder', 'Brume']]);
    expect(await base.both()).toEqual(await base.told());
  });

  it('brings back links made by hand to a record that the conversion made', async () => {
    const base = await orders(['Lumen', 'Brume'], ['Brume']);
    const { store, act, own, target, linkId } = base;
    const groupId = newId('grp');
    const lumen = { id: newId('rec'), cells: { [must(target.fields[0])]: { value: 'Lumen' } } };
    await act('BULK_PASTE_CELLS', { tableId: target.tableId, records: [], created: [lumen] }, 'ann', groupId);
    await base.convert({}, groupId);
    const [first, second] = own.ids as [string, string];
    const link = (recordId: string, newIds: readonly string[], oldIds: readonly string[]) =>
      act('UPDATE_LINKS', { tableId: own.tableId, recordId, fieldId: linkId, newIds, oldIds }, 'ben');
    await link(first, [], [lumen.id]);
    await link(second, [lumen.id], []);
    await store.undo('ann', 1);
    await store.redo('ann', 1);
    expect(await base.linked()).toEqual([null, ['Brume', 'Lumen']]);
    expect(await base.both()).toEqual(await base.told());
  });

  it('refuses what would lose a name or a link, says which, and keeps everything', async () => {
    const base = await orders(['Brume', 'Alder'], ['Brume', 'Alder']);
    const { store, act, own, target, textId, linkId } = base;
    const [first, second] = own.ids as [string, string];
    const write = (recordId: string, value: string) =>
      act('UPDATE_RECORD_CELL', { tableId: own.tableId, recordId, cells: { [textId]: { value } } }, 'ben');
    const texts = () => base.cells(own.tableId, textId);
    const refusal = { kind: 'conflict', message: expect.stringContaining('“Nobody”') };
    await write(first, 'Nobody');
    const before = await base.fields();
    await expect(base.convert({ allowMultiple: false })).rejects.toMatchObject(refusal);
    expect([await base.fields(), await texts()]).toEqual([before, ['Nobody', 'Alder']]);
    await write(first, 'Brume');
    await base.convert({ allowMultiple: false });
    await act(
      'UPDATE_LINKS',
      {
        ...{ tableId: own.tableId, recordId: second, fieldId: linkId },
        ...{ newIds: [must(target.ids[0])], oldIds: [must(target.ids[1])] },
      },
      'ben',
    );
    await store.undo('ann', 1);
    await write(first, 'Nobody');
    await expect(store.redo('ann', 1)).rejects.toMatchObject(refusal);
    expect([await base.fields(), await texts()]).toEqual([before, ['Nobody', 'Alder']]);
    await write(first, 'Alder');
    await write(second, '');
    await write(second, 'Alder');
    await store.redo('ann', 1);
    expect(await base.linked()).toEqual([['Alder'], ['Brume']]);
    await store.undo('ann', 1);
    await write(second, 'Brume, Alder');
    await expect(store.redo('ann', 1)).rejects.toMatchObject({ kind: 'conflict' });
  });
});
