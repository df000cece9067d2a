import { must } from '@weft/std';
import type { Bench, BenchTable } from '../bench.ts';
import { type Figure, percentile } from '../measure.ts';

const clients = 16;
const seconds = 10;
const readers = 50;
const editsPerSecond = 100;

interface Page {
  readonly records: readonly { readonly id: string }[];
}

async function recordIds({ session }: Bench, { basePublicId, tableId }: BenchTable, count: number) {
  const page = await session.query<Page>('records.list', { basePublicId, tableId, limit: count });
  return page.records.map((record) => record.id);
}

/** Sixteen clients edit a cell each, one edit after another. */
export async function edits(bench: Bench, table: BenchTable): Promise<Figure[]> {
  const { basePublicId, tableId, fieldIds } = table;
  const ids = await recordIds(bench, table, clients);
  const fieldId = must(fieldIds[0]);
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const client = async (recordId: string, number: number) => {
    for (let edit = 0; performance.now() < end; edit++) {
      const start = performance.now();
      await bench.session.mutate('records.update', {
        basePublicId,
        tableId,
        recordId,
        data: { [fieldId]: `client ${number} edit ${edit}` },
      });
      times.push(performance.now() - start);
    }
  };
  await Promise.all(ids.map(client));
  const postgres = bench.engine === 'postgres';
  return [
    {
      name: 'one-cell edit acknowledged, 16 clients, p95',
      engine: bench.engine,
      value: percentile(times, 0.95),
      unit: 'ms',
      limit: postgres ? 50 : 100,
    },
    {
      name: 'one-cell edits, 16 clients, in all',
      engine: bench.engine,
      value: times.length / seconds,
      unit: 'edits/s',
      limit: postgres ? 1_000 : 400,
      better: 'higher',
    },
  ];
}

/** Calls a second in which each reader tells which cell they have selected. */
const tellsPerSecond = 2;

/**
 * Fifty readers follow the base while a hundred edits a second arrive: from the request leaving to each reader. Then the
 * same while each of them also goes from cell to cell.
 */
export async function feed(bench: Bench, table: BenchTable): Promise<Figure[]> {
  return [await followed(bench, table, false), await followed(bench, table, true)];
}

async function followed(bench: Bench, table: BenchTable, present: boolean): Promise<Figure> {
  const { basePublicId, tableId, fieldIds } = table;
  const { session } = bench;
  const { version } = await session.query<{ version: number }>('metadata.get', { basePublicId });
  const ids = await recordIds(bench, table, editsPerSecond);
  const fieldId = must(fieldIds[0]);
  const left = new Map<string, number>();
  const seen: number[] = [];
  const stop = new AbortController();
  const follow = async () => {
    for await (const event of session.events(
      'base.changes',
      { basePublicId, sinceSeq: version, present },
      stop.signal,
    )) {
      const { id } = (event.action ?? {}) as { id?: string };
      const start = id === undefined ? undefined : left.get(id);
      if (start !== undefined) seen.push(performance.now() - start);
    }
  };
  const following = Array.from({ length: readers }, () => follow().catch(() => {}));
  const telling = !present
    ? []
    : Array.from({ length: readers }, async (_, reader) => {
        for (let step = 0; !stop.signal.aborted; step++) {
          const recordId = must(ids[(reader + step) % ids.length]);
          const cell = { tableId, recordId, fieldId };
          await session.mutate('base.present', { basePublicId, tabId: `tab-${reader}`, cell });
          await new Promise((resolve) => setTimeout(resolve, 1_000 / tellsPerSecond));
        }
      });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const sent: Promise<unknown>[] = [];
  const begun = performance.now();
  for (let edit = 0; edit < seconds * editsPerSecond; edit++) {
    const due = begun + (edit * 1_000) / editsPerSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const actionId = `act-bench-feed-${present ? 'present-' : ''}${edit}`;
    left.set(actionId, performance.now());
    sent.push(
      session.mutate('records.update', {
        basePublicId,
        tableId,
        actionId,
        recordId: must(ids[edit % ids.length]),
        data: { [fieldId]: `feed ${edit}` },
      }),
    );
  }
  await Promise.all(sent);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  stop.abort();
  await Promise.all([...following, ...telling]);
  const wanted = seconds * editsPerSecond * readers;
  if (seen.length < wanted) throw new Error(`${wanted - seen.length} of ${wanted} changes were not seen`);
  return {
    name: `edit seen by another client, 50 readers${present ? ' who go from cell to cell' : ''}, 100 edits/s, p95`,
    engine: bench.engine,
    value: percentile(seen, 0.95),
    unit: 'ms',
    limit: bench.engine === 'postgres' ? 150 : 250,
    note: 'readers and writers share the machine with the server',
  };
}
