import { must } from '@weft/std';
import { emptyDatabase, isOnCitus, operate, signUp, startProduct, startProxy } from '@weft/testkit';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { newTable, type Records, testId } from './databases.ts';

type Made = Awaited<ReturnType<typeof newTable>>;

// Run by scripts/citus-tests.mjs.
describe.skipIf(!isOnCitus())('a server on Citus', () => {
  it('closes only the databases of a worker that is away, and has them back by itself', async () => {
    const database = await emptyDatabase();
    const coordinator = new pg.Client({ connectionString: database.url });
    await coordinator.connect();
    const { rows: nodes } = await coordinator.query<{ nodeid: number; nodename: string; nodeport: number }>(
      'SELECT nodeid, nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 ORDER BY nodeid',
    );
    // The second worker is reached by way of a proxy, which can be cut.
    const cut = must(nodes[1]);
    const there = `http://${cut.nodename}:${cut.nodeport}`;
    const proxy = await startProxy();
    proxy.to([there]);
    const { port } = new URL(proxy.url);
    await coordinator.query('SELECT citus_update_node($1, $2, $3)', [cut.nodeid, '127.0.0.1', Number(port)]);
    const product = await startProduct(database.settings);
    try {
      const ann = await signUp(product.url, 'ann');
      const made: Made[] = [];
      for (let i = 0; i < 4; i++) made.push(await newTable(ann));
      const write = async ({ table, fieldIds }: Made) => {
        const data = { [must(fieldIds[0])]: 'Linen' };
        await ann.mutate('records.create', { ...table, records: [{ id: testId('rec'), data }] });
      };
      for (const one of made) await write(one);
      const { rows } = await coordinator.query<{ schema: string; nodeport: number }>(
        `SELECT DISTINCT n.nspname AS schema, s.nodeport FROM citus_shards s JOIN pg_class c ON c.oid = s.table_name
         JOIN pg_namespace n ON n.oid = c.relnamespace`,
      );
      const isAway = ({ table }: Made) =>
        must(rows.find(({ schema }) => schema === table.basePublicId)).nodeport === Number(port);
      const [away, here] = [made.filter(isAway), made.filter((one) => !isAway(one))];
      expect([away.length, here.length]).toEqual([2, 2]);

      proxy.to([]);
      proxy.cut();
      for (const one of here) await write(one);
      for (const one of away) await expect(write(one)).rejects.toThrow(/^503 .*cannot be reached/);
      // What the others are made of changes too, and new databases are made.
      for (const { table } of here) {
        const field = { id: testId('fld'), name: 'Remarks', type: 'long_text' };
        await ann.mutate('fields.create', { ...table, field });
        const { basePublicId } = table;
        const fields = [{ id: testId('fld'), name: 'Name', type: 'single_line_text' }];
        const another = { id: testId('tbl'), name: 'Another', fields, records: [] };
        await ann.mutate('tables.create', { basePublicId, ...another });
      }
      const meanwhile = await newTable(ann);
      await write(meanwhile);
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);

      proxy.to([there]);
      for (const one of away)
        await expect
          .poll(() => write(one).then(() => 'written', String), { timeout: 30_000 })
          .toBe('written');
      for (const { table } of away) {
        const { records } = await ann.query<Records>('records.list', table);
        expect(records).toHaveLength(2);
      }
      const balanced = await operate(product.env, 'rebalance').ended;
      expect([balanced.code, balanced.err]).toEqual([
        0,
        expect.stringContaining(`${meanwhile.table.basePublicId}, `),
      ]);
      const moved = await coordinator.query(
        'SELECT 1 FROM citus_schemas WHERE schema_name = $1::regnamespace',
        [meanwhile.table.basePublicId],
      );
      expect(moved.rows).toHaveLength(1);
      await write(meanwhile);
      expect((await ann.query<Records>('records.list', meanwhile.table)).records).toHaveLength(2);
    } finally {
      await product.stop();
      await coordinator.end();
      await database.drop();
      await proxy.close();
    }
  });

  it('is backed up, restored elsewhere and spread again', async () => {
    const [from, to] = [await emptyDatabase(), await emptyDatabase()];
    const product = await startProduct(from.settings);
    const file = `${product.dataDir}/all.weft`;
    try {
      const ann = await signUp(product.url, 'ann');
      const made: Made[] = [];
      for (let i = 0; i < 3; i++) made.push(await newTable(ann));
      for (const { table, fieldIds } of made)
        await ann.mutate('records.create', {
          ...table,
          records: Array.from({ length: 90 }, (_, n) => ({
            id: testId('rec'),
            data: { [must(fieldIds[0])]: `Linen ${n}` },
          })),
        });
      const saved = await operate(product.env, 'backup', file, '--with-secret').ended;
      expect([saved.code, saved.err]).toEqual([0, expect.any(String)]);
      await product.pause();
      const env = { ...product.env, ...to.settings };
      const restored = await operate(env, 'restore', file).ended;
      expect([restored.code, restored.err]).toEqual([0, expect.any(String)]);
      const balanced = await operate(env, 'rebalance').ended;
      expect([balanced.code, balanced.out]).toEqual([0, expect.stringContaining('The workers hold')]);
      await using again = await startProduct({ ...to.settings, DATA_DIR: product.dataDir });
      for (const { table } of made) {
        const { records } = await ann.at(again.url).query<Records>('records.list', { ...table, limit: 100 });
        expect(records).toHaveLength(90);
      }
    } finally {
      await product.stop();
      await from.drop();
      await to.drop();
    }
  });
});
