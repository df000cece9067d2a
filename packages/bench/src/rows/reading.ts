import { must } from '@weft/std';
import { bareFirstPage, bareQuery } from '../bare-copy.ts';
import type { Bench, BenchTable } from '../bench.ts';
import { type Figure, percentile, timed } from '../measure.ts';

/** The first page of 100, beside bare SQL by key. */
export async function firstPage(bench: Bench, table: BenchTable): Promise<Figure[]> {
  const { basePublicId, tableId } = table;
  const call = () => bench.session.query('records.list', { basePublicId, tableId, limit: 100 });
  await timed(20, call);
  const ours = percentile(await timed(200, call), 0.5);
  if (bench.databaseUrl === null)
    return [{ name: 'first page of 100, p50', engine: bench.engine, value: ours, unit: 'ms', limit: 10 }];
  const bare = percentile(await bareFirstPage(bench.databaseUrl, table, 200), 0.5);
  return [
    {
      name: 'first page of 100, p50',
      engine: bench.engine,
      value: ours,
      unit: 'ms',
      limit: bare + 10,
      note: `bare SQL ${bare.toFixed(1)} ms + 10`,
    },
  ];
}

/** A window of 100 nine tenths down the table, once its ordered list is in place. */
export async function deepWindow(
  bench: Bench,
  { basePublicId, tableId, rows }: BenchTable,
): Promise<Figure[]> {
  const call = (index: number) =>
    bench.session.query('records.window', {
      basePublicId,
      tableId,
      start: Math.floor(rows * 0.9) + index * 137,
      count: 100,
    });
  await timed(5, call);
  const times = await timed(100, call);
  return [
    {
      name: `window of 100 at row ${(rows * 0.9).toLocaleString('en-US')}, p95`,
      engine: bench.engine,
      value: percentile(times, 0.95),
      unit: 'ms',
      limit: bench.engine === 'postgres' ? 100 : 200,
    },
  ];
}

/** A view grouped by a select with the sum and bounds of two columns: its headers and its first rows, asked for together. */
export async function groupedView(bench: Bench, table: BenchTable): Promise<Figure[]> {
  const { basePublicId, tableId, fieldIds } = table;
  const [stage, metres, value] = [must(fieldIds[1]), must(fieldIds[4]), must(fieldIds[5])];
  const sort = [{ fieldId: stage, direction: 'asc' as const }];
  const times = await timed(3, (index) => {
    // A condition of its own, so that no list is in the cache.
    const filters = {
      conjunction: 'and',
      items: [{ fieldId: value, operator: 'greater_than', value: -1 - index }],
    };
    const asked = { basePublicId, tableId, filters };
    return Promise.all([
      bench.session.query('records.groups', { ...asked, groups: sort, summarised: [metres, value] }),
      bench.session.query('records.window', { ...asked, sort, start: 0, count: 100 }),
    ]);
  });
  return [
    {
      name: 'grouped by a select with two summaries, headers and first rows',
      engine: bench.engine,
      value: percentile(times, 0.5),
      unit: 'ms',
      limit: 1_500,
    },
  ];
}

/** Milliseconds: the job that builds the index of a million records gets this long. */
const indexedWithin = 900_000;

/** Searches that one record meets, once the index that the first of them asks for is there. */
export async function searches(bench: Bench, table: BenchTable): Promise<Figure[]> {
  const { basePublicId, tableId, fieldIds, rows } = table;
  const shown = (asked: object) =>
    bench.session.query('records.window', { basePublicId, tableId, start: 0, count: 100, ...asked });
  // Orders are numbered; the space tells 12 from 123.
  const wanted = (index: number) => `order ${rows - 1 - index} `;
  const contains = (value: string) => ({
    filters: { conjunction: 'and', items: [{ fieldId: must(fieldIds[0]), operator: 'contains', value }] },
  });
  const begun = performance.now();
  const [first = 0] = await timed(1, () => shown({ search: wanted(0) }));
  for (let tries = 1; ; tries++) {
    const [took = 0] = await timed(1, () => shown({ search: wanted(tries) }));
    if (took < first / 3 || performance.now() - begun > indexedWithin) break;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  const note = `${first.toFixed(0)} ms without its index, which took ${((performance.now() - begun) / 1_000).toFixed(0)} s to build`;
  const figures: Figure[] = [];
  for (const [what, asked] of [
    ['search', (text: string) => ({ search: text })],
    ['filter by a text', contains],
  ] as const) {
    const times = await timed(100, (index) => shown(asked(wanted(1_000 + index))));
    figures.push({
      name: `first page of a new ${what} that one record meets at ${rows.toLocaleString('en-US')}, p95`,
      engine: bench.engine,
      value: percentile(times, 0.95),
      unit: 'ms',
      limit: bench.engine === 'postgres' ? 60 : 120,
      note,
    });
  }
  return figures;
}

/** The first page of an order and of a condition nobody asked for before, beside bare SQL; the machine is the same. */
export async function freshQueries(bench: Bench, table: BenchTable): Promise<Figure[]> {
  const { engine, databaseUrl, session } = bench;
  const { basePublicId, tableId, fieldIds, rows } = table;
  // Metres, and Value: the columns 4 and 5 of the bench's rows.
  const [metres, value] = [must(fieldIds[4]), must(fieldIds[5])];
  const below = (most: number) => ({
    asked: {
      filters: { conjunction: 'and', items: [{ fieldId: value, operator: 'less_than', value: most }] },
    },
    bare: { where: `${value} < ${most}`, orderBy: 'position' },
  });
  const queries = [
    {
      kind: 'sort',
      asked: { sort: [{ fieldId: metres, direction: 'desc' }] },
      bare: { orderBy: `${metres} desc nulls last` },
    },
    // One row of a hundred: the page is full after the first ten thousand.
    { kind: 'filter', ...below(100) },
    // About ten rows: all of the table is looked through.
    { kind: 'filter that few rows meet', ...below(0.1) },
  ];
  const figures: Figure[] = [];
  for (const { kind, asked, bare } of queries) {
    const call = () => session.query('records.list', { basePublicId, tableId, limit: 100, ...asked });
    const [first = 0] = await timed(1, call);
    // Enough for what compiles code as it runs to be warm, and for a moment's noise to be outvoted.
    const calls = first < 50 ? 200 : 25;
    const ours = percentile(await timed(calls, call), 0.5);
    const sql =
      databaseUrl === null ? null : percentile(await bareQuery(databaseUrl, table, bare, calls), 0.5);
    figures.push({
      name: `first page of a new unindexed ${kind} at ${rows.toLocaleString('en-US')}, p50`,
      engine,
      value: ours,
      unit: 'ms',
      ...(sql !== null && { limit: 1.3 * sql, note: `bare SQL ${sql.toFixed(0)} ms × 1.3` }),
    });
  }
  return figures;
}
