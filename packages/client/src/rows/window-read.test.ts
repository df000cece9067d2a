import type { BaseRecord } from '@weft/core';
import { everyKindTable, idOf } from '@weft/history/testing';
import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { BaseClient } from '../base/base-client.ts';
import { MemoryServer } from '../memory/memory-server.ts';
import { WindowRows } from './window-rows.ts';

const now = '2026-11-21T09:00:00.000Z';

/** Ann at the base, whose changes wait for no time to pass. */
function openClient(server: MemoryServer): BaseClient {
  return new BaseClient(
    'bas',
    {
      userId: 'ann',
      transport: server.transport('ann'),
      env: { timeZone: 'UTC', locale: 'en-US' },
      newActionId: () => 'act-ann',
      now: () => now,
      after: () => () => {},
      keep: { load: () => [], save: () => {} },
    },
    {
      onChange: () => {},
      onSyncError: () => {},
      onRefused: () => {},
      onRemote: () => {},
      onReplaced: () => {},
      onSignedOut: () => {},
      onRemoved: () => {},
      onError: () => {},
    },
  );
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('refuses to read rows that moved since they were shown: others would be changed than a person sees', async () => {
  const server = Array.from({ length: 1_000 }, (_, place) => `rec${place}`);
  const rows = new WindowRows({
    get: (id) => ({ id }) as BaseRecord,
    fetch: async (start, count) => ({ ids: server.slice(start, start + count), total: server.length }),
    estimate: 0,
    created: () => [],
    released: () => {},
    retryRead: (read) => read(),
    trim: () => {},
    onError: () => {},
  });
  await rows.refresh();
  server.splice(5, 1);
  await expect(rows.read(500, 510)).rejects.toThrow('The rows have moved');
  await rows.refresh();
  expect((await rows.read(500, 510)).map((record) => record.id)).toEqual(server.slice(500, 510));
});

it('counts a row less when a colleague deletes one that is not here', async () => {
  const server = new MemoryServer(() => now);
  const table = everyKindTable(1);
  const ids = Array.from({ length: 5_200 }, (_, number) => idOf('rec', number + 1));
  server.begin(
    table,
    ids.map((id) => ({ id, cells: {} })),
  );
  const client = openClient(server);
  await client.open();
  const rows = client.rows(table.id, must(table.views[0]).id);
  await settle();
  expect(rows.rowCount).toBe(5_200);
  const input = { tableId: table.id, recordId: must(ids[4_000]) };
  server.base.submit('ben', { id: 'act-ben', type: 'DELETE_RECORD', input });
  server.deliver();
  await settle();
  expect(rows.rowCount).toBe(5_199);
});

it('says how many rows there are once all of them are here, not when the first page is', async () => {
  const server = new MemoryServer(() => now);
  const table = everyKindTable(1);
  const records = Array.from({ length: 250 }, (_, number) => ({ id: idOf('rec', number + 1), cells: {} }));
  server.begin(table, records);
  const client = openClient(server);
  await client.open();
  const rows = client.rows(table.id, must(table.views[0]).id);
  const seen: [number, boolean][] = [];
  rows.subscribe(() => seen.push([rows.rowCount, rows.countKnown]));
  await settle();
  expect(seen).toContainEqual([100, false]);
  expect(seen.at(-1)).toEqual([250, true]);
  expect(seen.filter(([, known]) => known).map(([count]) => count)).not.toContain(100);
});
