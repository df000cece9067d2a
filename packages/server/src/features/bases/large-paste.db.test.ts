import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, sharedServer, type TestPerson } from '../../testing.ts';

const count = 10_000;
const recordId = (row: number) => `recpaste${String(row).padStart(16, '0')}`;

describe('a paste of ten thousand records', () => {
  let server: SharedServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
  });

  it('is one call and one step, below the table and over it, and more is refused', async () => {
    const basePublicId = await newBase(ann);
    await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: false });
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId });
    const table = must(metadata.tables[0]);
    const inTable = { basePublicId, tableId: table.id };
    const paste = { ...inTable, answer: 'none' } as const;
    const rows = (text: string, size = count) =>
      Array.from({ length: size }, (_, row) => ({
        id: recordId(row),
        data: { [table.primaryFieldId]: `${text} ${row}` },
      }));
    const total = async () =>
      (await rpc(ann, 'records.list', { ...inTable, limit: 1, includeTotal: true })).total;
    const nameOf = async (row: number) =>
      (await rpc(ann, 'records.get', { ...inTable, recordId: recordId(row) })).data[table.primaryFieldId];
    const before = must(await total());

    await expect(
      rpc(ann, 'records.bulkUpdate', { ...paste, created: rows('x', count + 1) }),
    ).rejects.toThrow();
    expect(await rpc(ann, 'records.bulkUpdate', { ...paste, created: rows('new') })).toEqual({ records: [] });
    expect(await total()).toBe(before + count);
    await rpc(ann, 'records.bulkUpdate', { ...paste, records: rows('again') });
    expect([await nameOf(0), await nameOf(count - 1)]).toEqual(['again 0', `again ${count - 1}`]);

    const undone = await rpc(ann, 'history.undo', { basePublicId });
    expect([undone.actions.length, undone.changes, undone.conflicts]).toEqual([1, null, []]);
    expect([await nameOf(0), await nameOf(count - 1)]).toEqual(['new 0', `new ${count - 1}`]);
    await rpc(ann, 'history.undo', { basePublicId });
    expect(await total()).toBe(before);
    await rpc(ann, 'history.redo', { basePublicId });
    expect(await nameOf(count - 1)).toBe(`new ${count - 1}`);
  });
});
