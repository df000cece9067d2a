import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  newBase,
  rpc,
  type SharedServer,
  sharedServer,
  subscribe,
  type TestPerson,
} from '../../../testing.ts';

describe('who has a database open', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let basePublicId = '';
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
    basePublicId = await newBase(ann);
    await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: true });
  });

  it('is told through the stream of changes, to who asks for it, between the changes', async () => {
    const { metadata, version } = await rpc(ann, 'metadata.get', { basePublicId });
    const table = must(metadata.tables[0]);
    const cell = { tableId: table.id, recordId: 'rec1', fieldId: must(table.fields[0]).id };
    const told: unknown[] = [];
    for await (const event of subscribe(ann, 'base.changes', {
      basePublicId,
      sinceSeq: version,
      present: true,
    })) {
      told.push('present' in event ? event.present : event.action.type);
      if (told.length === 1) await rpc(ann, 'base.present', { basePublicId, tabId: 'tab-1', cell });
      if (told.length === 2)
        await rpc(ann, 'records.create', { basePublicId, tableId: table.id, records: [{ data: {} }] });
      if (told.length === 3)
        await rpc(ann, 'base.present', { basePublicId, tabId: 'tab-1', cell, leaves: true });
      if (told.length === 4) break;
    }
    expect(told).toEqual([[], [{ userId: ann.id, name: 'Ann', picture: null, cell }], 'CREATE_RECORD', []]);
  });

  it('is nobody’s to tell or to hear who may not read the database', async () => {
    const stranger = await server.signUp('Sam');
    const input = { basePublicId, tabId: 'tab-1', cell: null };
    await expect(rpc(stranger, 'base.present', input)).rejects.toMatchObject({ kind: 'not-found' });
    const stream = subscribe(stranger, 'base.changes', { basePublicId, present: true });
    await expect(stream.next()).rejects.toThrow('404');
  });
});
