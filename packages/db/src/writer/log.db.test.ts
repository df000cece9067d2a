import { expect, it } from 'vitest';
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
});
