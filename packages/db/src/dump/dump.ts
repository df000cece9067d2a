import type { Engine } from '../engine/engine.ts';
import { distributedTables } from '../sharding.ts';
import { type Others, refuseNotCarried } from './not-carried.ts';
import { RowCounter, type RowSums, sameSums } from './row-sums.ts';
import { readStructure, type Structure, type TableShape, tableKey } from './structure.ts';
import { tableRows, tableSums } from './table-rows.ts';

/** What a database is taken apart into, in this order; an archive holds it, and `Loader` puts it together. */
export type DumpItem =
  | { readonly kind: 'structure'; readonly structure: Structure; readonly migrations: readonly string[] }
  /** `table` is `schema.name`. Whole lines of COPY's text format; the rows of a table come together. */
  | { readonly kind: 'rows'; readonly table: string; readonly lines: Uint8Array<ArrayBuffer> }
  /** Once for every table, empty ones included. */
  | { readonly kind: 'table'; readonly table: string; readonly sums: RowSums }
  /** In place of both, for a table that whoever takes the items has already. */
  | { readonly kind: 'same'; readonly table: string };

/** What whoever takes the rows has of a table already: its rows are left out if they are the same still. */
type KnownTable = (table: TableShape) => RowSums | null;

interface DumpOptions {
  readonly known?: KnownTable;
  readonly others?: Others;
}

/** Everything of ours in a database, as it is at one moment; memory stays at a few MB whatever its size. */
export async function dump(
  engine: Engine,
  take: (item: DumpItem) => Promise<void>,
  { known = () => null, others = 'refuse' }: DumpOptions = {},
): Promise<void> {
  await engine.snapshot(async (reads) => {
    await reads((tx) => refuseNotCarried(tx, others));
    const structure = await reads((tx) => readStructure(tx));
    const names = await reads((tx) => tx.query('SELECT name FROM public.weft_migrations ORDER BY name'));
    const distributed = await reads((tx) => distributedTables(engine, tx));
    await take({ kind: 'structure', structure, migrations: names.map(([name]) => String(name)) });
    for (const shape of structure.tables) {
      const table = tableKey(shape);
      // What PostgreSQL itself loses when it ends without warning is found anew.
      if (shape.unlogged === true) {
        await take({ kind: 'table', table, sums: new RowCounter().sums() });
        continue;
      }
      const there = known(shape);
      if (there !== null && sameSums(there, await tableSums(reads, shape, distributed.has(table)))) {
        await take({ kind: 'same', table });
        continue;
      }
      const counter = new RowCounter();
      for await (const lines of tableRows(reads, shape, distributed.has(table))) {
        counter.add(lines);
        await take({ kind: 'rows', table, lines: lines as Uint8Array<ArrayBuffer> });
      }
      await take({ kind: 'table', table, sums: counter.sums() });
    }
  });
}
