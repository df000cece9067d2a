import { must } from '@weft/std';
import type { Bench, BenchTable } from '../bench.ts';
import { editMeanwhile } from '../edit-meanwhile.ts';
import { type Figure, percentile, timed } from '../measure.ts';

interface Metadata {
  readonly metadata: {
    readonly tables: readonly { id: string; fields: readonly { id: string; name: string }[] }[];
  };
}

/** Fields added to a large table, one after another. */
export async function addedFields(
  bench: Bench,
  { basePublicId, tableId, rows }: BenchTable,
): Promise<Figure[]> {
  const times = await timed(10, (index) =>
    bench.session.mutate('fields.create', {
      ...{ basePublicId, tableId },
      field: { name: `Added ${index}`, type: 'number' },
    }),
  );
  return [
    {
      name: `add a field at ${rows.toLocaleString('en-US')} rows, slowest of 10`,
      engine: bench.engine,
      value: Math.max(...times),
      unit: 'ms',
      limit: bench.engine === 'postgres' ? 200 : 400,
    },
  ];
}

/** A text becomes a number in a large table and comes back, while a colleague edits. */
export async function conversion(bench: Bench, table: BenchTable): Promise<Figure[]> {
  const { basePublicId, tableId, rows } = table;
  const { session, engine } = bench;
  const { metadata } = await session.query<Metadata>('metadata.get', { basePublicId });
  const { fields } = must(metadata.tables.find(({ id }) => id === tableId));
  const [name, postcode] = ['Order', 'Postcode'].map(
    (wanted) => must(fields.find((field) => field.name === wanted)).id,
  );
  const editing = await editMeanwhile(session, { basePublicId, tableId, fieldId: must(name) });
  const begun = performance.now();
  await session.mutate('fields.convert', {
    ...{ basePublicId, tableId, fieldId: postcode, type: 'number' },
    conversionContext: { timezone: 'UTC' },
  });
  const converted = performance.now() - begun;
  const waits = await editing.stop();
  // The edits stand on top of the conversion in the person's history.
  const edits = waits.length;
  const undoing = await timed(edits + 1, () => session.mutate('history.undo', { basePublicId }));
  const what = `convert a text to a number at ${rows.toLocaleString('en-US')} rows`;
  return [
    { name: what, engine, value: converted / 1_000, unit: 's', limit: 60 },
    { name: `${what}, edits meanwhile, p95`, engine, value: percentile(waits, 0.95), unit: 'ms', limit: 200 },
    { name: `${what}, slowest edit meanwhile`, engine, value: Math.max(...waits), unit: 'ms' },
    { name: `${what}, undo`, engine, value: Math.max(...undoing) / 1_000, unit: 's', limit: 1 },
  ];
}

/** A text that names each record of a large table becomes links among its records, while a colleague edits another field. */
export async function linkedTexts(bench: Bench, table: BenchTable): Promise<Figure[]> {
  const { basePublicId, tableId, rows } = table;
  const { session, engine } = bench;
  const { metadata } = await session.query<Metadata>('metadata.get', { basePublicId });
  const { fields } = must(metadata.tables.find(({ id }) => id === tableId));
  const [order, notes] = ['Order', 'Notes'].map(
    (wanted) => must(fields.find((field) => field.name === wanted)).id,
  );
  const { field: text } = await session.mutate<{ field: { id: string } }>('fields.create', {
    ...{ basePublicId, tableId, copyOf: order },
    field: { name: 'Follows', type: 'single_line_text' },
  });
  const into = {
    ...{ basePublicId, tableId, fieldId: text.id, type: 'linked_record', template: { tableId } },
    conversionContext: { timezone: 'UTC' },
  };
  const previewing = performance.now();
  await session.query('fields.previewConversion', into);
  const begun = performance.now();
  const editing = await editMeanwhile(session, { basePublicId, tableId, fieldId: must(notes) });
  await session.mutate('fields.convert', { ...into, actionId: `act-linked-${tableId}` });
  const took = performance.now() - begun;
  const waits = await editing.stop();
  const [undone = Number.NaN] = await timed(1, () =>
    session.mutate('history.undo', { basePublicId, entryId: `act-linked-${tableId}` }),
  );
  const what = `convert a text to links at ${rows.toLocaleString('en-US')} rows`;
  return [
    { name: `${what}, preview`, engine, value: (begun - previewing) / 1_000, unit: 's' },
    { name: what, engine, value: took / 1_000, unit: 's', limit: engine === 'postgres' ? 120 : 300 },
    { name: `${what}, edits meanwhile, p95`, engine, value: percentile(waits, 0.95), unit: 'ms', limit: 200 },
    { name: `${what}, slowest edit meanwhile`, engine, value: Math.max(...waits), unit: 'ms' },
    { name: `${what}, undo`, engine, value: undone / 1_000, unit: 's', limit: 1 },
  ];
}

/** A client that was away for so many actions asks for them. */
export async function catchUp(bench: Bench): Promise<Figure[]> {
  const away = 10_000;
  const { session, engine } = bench;
  const { basePublicIdentifier: basePublicId } = await session.post<{ basePublicIdentifier: string }>(
    '/admin/bases',
    { baseName: 'Catching up' },
  );
  await session.mutate('metadata.create', { basePublicId, createDefaultRecords: true });
  const { metadata, version } = await session.query<Metadata & { version: number }>('metadata.get', {
    basePublicId,
  });
  const { id: tableId, fields } = must(metadata.tables[0]);
  const fieldId = must(fields[0]).id;
  const { records } = await session.query<{ records: readonly { id: string }[] }>('records.list', {
    ...{ basePublicId, tableId },
  });
  let edit = 0;
  const client = async (recordId: string) => {
    while (edit < away)
      await session.mutate('records.update', {
        ...{ basePublicId, tableId, recordId, data: { [fieldId]: `edit ${edit++}` } },
      });
  };
  await Promise.all([...records, ...records, ...records, ...records].map(({ id }) => client(id)));
  const stop = new AbortController();
  const start = performance.now();
  let heard = 0;
  for await (const _ of session.events('base.changes', { basePublicId, sinceSeq: version }, stop.signal))
    if (++heard === edit) break;
  const took = performance.now() - start;
  stop.abort();
  return [
    {
      name: `catch-up of a client away for ${away.toLocaleString('en-US')} actions`,
      engine,
      value: took / 1_000,
      unit: 's',
      limit: 2,
    },
  ];
}

/** A base of many tables is opened: its metadata and the first rows of a table. */
export async function manyTables(bench: Bench): Promise<Figure[]> {
  return [await openedBase(bench, 200, 18), await openedBase(bench, 50, 100)];
}

async function openedBase({ session, engine }: Bench, tables: number, width: number): Promise<Figure> {
  const { basePublicIdentifier: basePublicId } = await session.post<{ basePublicIdentifier: string }>(
    '/admin/bases',
    { baseName: `${tables} tables` },
  );
  const fields = Array.from({ length: width }, (_, i) => ({ name: `Field ${i}`, type: 'single_line_text' }));
  for (let i = 0; i < tables; i++)
    await session.mutate('tables.create', { basePublicId, name: `Table ${i}`, fields });
  const times = await timed(10, async () => {
    const { metadata } = await session.query<Metadata>('metadata.get', { basePublicId });
    const tableId = must(metadata.tables[0]).id;
    await session.query('records.window', { basePublicId, tableId, start: 0, count: 100 });
  });
  return {
    name: `open a base of ${tables} tables with ${width} fields, slowest of 10`,
    engine,
    value: Math.max(...times),
    unit: 'ms',
    limit: 1_000,
  };
}
