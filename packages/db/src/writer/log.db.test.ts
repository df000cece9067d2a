import { expect, it, vi } from 'vitest';
import { describeEngines, newId, openBases, openStore } from '../testing.ts';

const entries = 45_000;

describeEngines('a long log', (open) => {
  it('is looked through for the entries a filter keeps, in turns of a scan, page by page', async () => {
    await using opened = await open();
    const store = await openStore(await openBases(opened));
    const tableId = newId('tbl');
    await opened.engine.query(
      `INSERT INTO ${store.baseId}._log (seq, action_id, type, label, user_id, ts, is_undo, is_redo, table_ids, changes)
       SELECT n, 'act' || n, 'UPDATE_TABLE', 'Renamed', CASE WHEN n IN (7, 20000, ${entries}) THEN 'ann' ELSE 'ben' END,
         '2026-11-21T09:00:00.000Z', false, false, ARRAY[$1], '[]'
       FROM generate_series(6, ${entries}) AS n`,
      [tableId],
    );
    let scans = 0;
    const list = async (query: { readonly userId?: string; readonly cursor?: string }, limit = 2) => {
      const page = await store.history({ ...query, limit }, (work) => {
        scans++;
        return work(new AbortController().signal);
      });
      return [page.entries.map(({ seq }) => seq), page.nextCursor];
    };
    expect(await list({})).toEqual([[entries, entries - 1], String(entries - 1)]);
    expect(scans).toBe(0);
    expect(await list({ userId: 'ann' })).toEqual([[entries, 20_000], '20000']);
    expect(await list({ userId: 'ann', cursor: '20000' })).toEqual([[7], null]);
    expect(await list({ userId: 'cleo' })).toEqual([[], null]);
    expect(scans).toBe(3);
  });

  it('is looked through for one record in turns of a scan, a few large entries at a time', async () => {
    await using opened = await open();
    const store = await openStore(await openBases(opened));
    const tableId = newId('tbl');
    const schema = store.baseId;
    // Entries of many records do not list them.
    await opened.engine.query(
      `INSERT INTO ${schema}._log (seq, action_id, type, label, user_id, ts, is_undo, is_redo, table_ids, record_ids, changes)
       SELECT n, 'act' || n, 'UPDATE_TABLE', 'Pasted', 'ann', '2026-11-21T09:00:00.000Z', false, false, ARRAY[$1],
         CASE WHEN n % 2 = 0 THEN ARRAY['rec' || n] END,
         jsonb_build_array(jsonb_build_object('recordId', 'recother'),
           jsonb_build_object('recordId', CASE WHEN n IN (9, 51, 99) THEN 'recsought' ELSE 'rec' || n END))
       FROM generate_series(6, 100) AS n`,
      [tableId],
    );
    await opened.engine.query(`UPDATE ${schema}._base SET seq = 100`);
    let scans = 0;
    const list = async (cursor?: string) => {
      const query = { tableId, recordId: 'recsought', limit: 2, ...(cursor !== undefined && { cursor }) };
      const page = await store.history(query, (work) => {
        scans++;
        return work(new AbortController().signal);
      });
      return [page.entries.map(({ seq, changes }) => [seq, changes?.length]), page.nextCursor];
    };
    const statements = vi.spyOn(opened.engine, 'scanner');
    expect(await list()).toEqual([
      [
        [99, 1],
        [51, 1],
      ],
      '51',
    ]);
    expect(await list('51')).toEqual([[[9, 1]], null]);
    expect(scans).toBe(2);
    expect(statements).toHaveBeenCalledTimes(2);
  });
});
