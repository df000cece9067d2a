import type { Bench, BenchTable, Imported } from '../bench.ts';
import { type Figure, timed } from '../measure.ts';

/** The undo of an import, until the table is gone for everybody; it is brought back for what follows. */
export async function undoneImport(
  { engine, session }: Bench,
  { basePublicId, rows }: BenchTable,
): Promise<Figure[]> {
  const [took = Number.NaN] = await timed(1, () => session.mutate('history.undo', { basePublicId }));
  await session.mutate('history.redo', { basePublicId });
  return [
    {
      name: `undo of an import of ${rows.toLocaleString('en-US')} rows`,
      engine,
      value: took,
      unit: 'ms',
      limit: 5_000,
    },
  ];
}

/** The largest import: how long in all, without the upload, and what memory it takes. */
export function millionRows({ engine }: Bench, { rows, profile, import: took, memory }: Imported): Figure[] {
  const what = `CSV import, ${rows.toLocaleString('en-US')} × 18`;
  // The limits are PostgreSQL's: the embedded database lives in the server's own memory.
  const limited = engine === 'postgres';
  return [
    {
      name: `${what}, profile and import`,
      engine,
      value: (profile + took) / 1_000,
      unit: 's',
      ...(limited && { limit: 60 }),
      note: `of it profiling ${(profile / 1_000).toFixed(1)} s`,
    },
    {
      name: `${what}, memory above idle`,
      engine,
      value: memory,
      unit: 'MB PSS',
      ...(limited && { limit: 200 }),
      note: 'the most from the upload to the first page',
    },
  ];
}
