import { must } from '@weft/std';
import {
  emptyDatabase,
  findPgBouncer,
  isOnCitus,
  postgresServer,
  signUp,
  startPgBouncer,
  startProduct,
} from '@weft/testkit';
import { describe, expect, it } from 'vitest';
import { importOrder, type Metadata, newBase, type Records, testId } from './databases.ts';

interface ServersAnswer {
  readonly servers: readonly { readonly connections: number; readonly pooled: number }[];
  readonly most: number;
  readonly limit: number;
  readonly warning: string | null;
}

// Debian's package `pgbouncer`; where it is not installed, these tests are skipped.
describe.skipIf(postgresServer() === undefined || findPgBouncer() === undefined)(
  'a server behind pgBouncer in transaction mode',
  () => {
    it('asks for an address of the database itself', async () => {
      const database = await emptyDatabase();
      const pooler = await startPgBouncer(database.url, 4);
      try {
        await expect(
          startProduct({ ...database.settings, DATABASE_URL: pooler.url(database.url) }),
        ).rejects.toThrow('set DATABASE_DIRECT_URL to the address of the PostgreSQL server behind it');
      } finally {
        await pooler.stop();
        await database.drop();
      }
    });

    it('edits, undoes, imports, searches, follows and says what it takes', async () => {
      const database = await emptyDatabase();
      const pooler = await startPgBouncer(database.url, 4);
      const product = await startProduct({
        ...database.settings,
        DATABASE_URL: pooler.url(database.url),
        DATABASE_DIRECT_URL: database.url,
      });
      try {
        const ann = await signUp(product.url, 'ann');
        const basePublicId = await newBase(ann);
        await ann.mutate('metadata.create', { basePublicId, createDefaultRecords: true });
        const { metadata, version } = await ann.query<Metadata>('metadata.get', { basePublicId });
        const table = must(metadata.tables[0]);
        const inTable = { basePublicId, tableId: table.id };
        const fieldId = must(table.fields[0]).id;
        const stopped = new AbortController();
        const heard = (async () => {
          let count = 0;
          for await (const _ of ann.events(
            'base.changes',
            { basePublicId, sinceSeq: version },
            stopped.signal,
          ))
            if (++count === 61) return count;
          return count;
        })();
        // More at once than the pooler has connections.
        const ids = Array.from({ length: 60 }, () => testId('rec'));
        await Promise.all(
          ids.map((id, i) =>
            ann.mutate('records.create', { ...inTable, records: [{ id, data: { [fieldId]: `Name ${i}` } }] }),
          ),
        );
        const { total } = await ann.query<Records & { total: number }>('records.list', {
          ...inTable,
          search: 'Name 5',
          includeTotal: true,
        });
        expect(total).toBe(11);
        await ann.mutate('history.undo', { basePublicId });
        expect(await heard).toBe(61);
        stopped.abort();

        const rows = Array.from({ length: 6_000 }, (_, row) => `Person ${row},${row % 90}`);
        const { order } = await importOrder(ann, `Name,Age\n${rows.join('\n')}\n`);
        let end: unknown;
        for await (const event of ann.events('import.csvImportStream', order)) end = event;
        expect(end).toMatchObject({ type: 'finished', recordsImported: 6_000 });

        const response = await fetch(`${product.url}/v1/servers`, { headers: ann.headers });
        const said = (await response.json()) as ServersAnswer;
        // On Citus the two that load data go straight to the coordinator.
        const [straight, pooled] = isOnCitus() ? [9, 10] : [7, 12];
        const one = { connections: straight, pooled };
        expect(said).toMatchObject({ servers: [one], most: straight, warning: null });
        expect(said.limit).toBeGreaterThan(90);
      } finally {
        await product.stop();
        await pooler.stop();
        await database.drop();
      }
    });
  },
);

describe.skipIf(postgresServer() === undefined)('servers of one database', () => {
  it('warns where the servers may take more connections than the database gives', async () => {
    const database = await emptyDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await database.run(`ALTER DATABASE "${name}" CONNECTION LIMIT 30`);
    const shared = { ...database.settings, SECRET: 's'.repeat(40) };
    const first = await startProduct(shared);
    const second = await startProduct(shared);
    try {
      expect(second.log()).toContain('may take 36 connections together, but it gives them 30');
      expect(first.log()).not.toContain('connections together, but');
    } finally {
      await Promise.all([first.stop(), second.stop()]);
      await database.drop();
    }
  });
});
