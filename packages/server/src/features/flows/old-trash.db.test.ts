import { must } from '@weft/std';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { newBase, rpc, startTestServer } from '../../testing.ts';

it('removes what lay in the trash for 30 days, and nothing else', async () => {
  const server = await startTestServer();
  try {
    const ann = await server.signUp('Ann');
    const [old, recent, kept] = [
      await newBase(ann, 'Old'),
      await newBase(ann, 'Recent'),
      await newBase(ann, 'Kept'),
    ];
    await ann.call('POST', '/admin/flows/trash', { flowIds: [old, recent], action: 'trash' });
    const trashedSince = (id: string, days: number) =>
      sql`update weft.flows set trashed_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(
        server.control,
      );
    await trashedSince(old, 31);
    await trashedSince(recent, 29);
    for (const removeOld of server.parts.housekeeping.removeOld) await removeOld();
    const names = async (query: string) => {
      const { flows } = (await (await ann.call('GET', `/admin/flows${query}`)).json()) as {
        flows: { name: string }[];
      };
      return flows.map(({ name }) => name);
    };
    expect([await names(''), await names('?trashed=true')]).toEqual([['Kept'], ['Recent']]);
    const { rows } = await sql<{ n: string }>`
      select nspname as n from pg_namespace where nspname in (${old}, ${recent}, ${kept}) order by n`.execute(
      server.control,
    );
    expect(rows.map(({ n }) => n)).toEqual([recent, kept].toSorted());
    const { entries } = (await (await ann.call('GET', '/v1/audit')).json()) as {
      entries: { action: string; details: { name: string }; person: object | null }[];
    };
    expect(must(entries.find(({ action }) => action === 'flow.deleted'))).toMatchObject({
      details: { name: 'Old' },
      person: null,
    });
  } finally {
    await server.close();
  }
});

it('keeps what was restored while the trash was being emptied', async () => {
  const server = await startTestServer();
  try {
    const ann = await server.signUp('Ann');
    const id = await newBase(ann, 'Back in time');
    await ann.call('POST', '/admin/flows/trash', { flowIds: [id], action: 'trash' });
    const { flows } = server.parts.flows;
    const trashedFor = flows.trashedFor.bind(flows);
    // The server empties its trash by itself too, at minute 17 of each hour.
    const listed = vi.spyOn(flows, 'trashedFor').mockResolvedValue([]);
    await sql`update weft.flows set trashed_at = now() - make_interval(days => 31)`.execute(server.control);
    const found = await trashedFor(30);
    expect(found).toHaveLength(1);
    await ann.call('POST', '/admin/flows/trash', { flowIds: [id], action: 'restore' });
    listed.mockResolvedValue(found);
    await server.parts.flows.removeOld();
    expect((await rpc(ann, 'metadata.get', { basePublicId: id })).metadata.tables).toHaveLength(0);
    expect((await (await ann.call('GET', '/admin/flows')).json()) as object).toMatchObject({
      flows: [{ id, name: 'Back in time' }],
    });
  } finally {
    await server.close();
  }
});
