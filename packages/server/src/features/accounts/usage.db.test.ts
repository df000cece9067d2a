import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newBase, rpc, startTestServer } from '../../testing.ts';

it('says how much an organization keeps, counting only what changed', async () => {
  const server = await startTestServer();
  try {
    const ann = await server.signUp('Ann');
    const eve = await server.signUp('Eve');
    const basePublicId = await newBase(ann, 'Plans');
    await newBase(eve, 'Of another organization');
    await rpc(ann, 'metadata.create', { basePublicId, createDefaultRecords: true });
    await server.upload(ann, 'list.csv', 'a,b\n1,2\n');
    const usage = async () => (await (await ann.call('GET', '/v1/usage')).json()) as object;
    const { countRecords } = server.parts.housekeeping;
    const count = () => countRecords(new AbortController().signal, (error) => expect.fail(String(error)));
    expect(await usage()).toMatchObject({
      records: 0,
      files: 1,
      bytes: 8,
      countedAt: null,
      flowCount: 1,
      flows: [{ id: basePublicId, name: 'Plans', type: 'base', trashed: false, records: null, files: 0 }],
    });
    await count();
    expect(await usage()).toMatchObject({ records: 3, flows: [{ records: 3 }] });
    const countedAt = async () => {
      const { rows } = await sql<{ at: Date }>`
        select counted_at as at from weft.base_usage where flow_id = ${basePublicId}`.execute(server.control);
      return String(rows[0]?.at);
    };
    await sql`update weft.base_usage set counted_at = counted_at - interval '1 day'`.execute(server.control);
    const before = await countedAt();
    await count();
    expect(await countedAt()).toBe(before);
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId });
    const tableId = metadata.tables[0]?.id ?? '';
    await rpc(ann, 'records.create', { basePublicId, tableId, records: [{ data: {} }] });
    await count();
    expect(await usage()).toMatchObject({ records: 4 });
    expect(await countedAt()).not.toBe(before);
  } finally {
    await server.close();
  }
});
