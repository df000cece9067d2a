import { must } from '@weft/std';
import { Client } from 'pg';
import { type Bench, type BenchTable, importRows, startBench } from '../bench.ts';
import { type Figure, percentile, timed } from '../measure.ts';

const rows = 100_000;
const linkFields = 5;
/** Two of each link field. */
const lookupsEach = 2;

/** A link field of the table to itself, with its lookups; every record is linked to another by SQL. */
async function linked(bench: Bench, table: BenchTable, place: number) {
  const { basePublicId, tableId, fieldIds } = table;
  const add = (field: object) =>
    bench.session.mutate<{ field: { id: string; template: { inverseFieldId?: string } } }>('fields.create', {
      ...{ basePublicId, tableId, field },
    });
  const { field } = await add({
    ...{ name: `Links ${place}`, type: 'linked_record' },
    template: { tableId, allowMultiple: true },
  });
  const lookups: string[] = [];
  for (let i = 0; i < lookupsEach; i++) {
    const lookupFieldId = must(fieldIds[3 + i]);
    const template = { linkedRecordFieldId: field.id, lookupFieldId };
    lookups.push((await add({ name: `Lookup ${place}.${i}`, type: 'lookup', template })).field.id);
  }
  const inverse = must(field.template.inverseFieldId);
  const [relation = ''] = [field.id, inverse].sort();
  const sides = relation === field.id ? ['own.id', 'other.id'] : ['other.id', 'own.id'];
  const client = new Client({ connectionString: must(bench.databaseUrl) });
  await client.connect();
  try {
    await client.query(
      `WITH numbered AS (SELECT id, row_number() OVER (ORDER BY position) AS n FROM ${basePublicId}.${tableId})
       INSERT INTO ${basePublicId}._links (relation, from_id, to_id)
       SELECT '${relation}', ${sides.join(', ')} FROM numbered own
       JOIN numbered other ON other.n = (own.n * 7919 + ${place * 31}) % ${rows} + 1`,
    );
    await client.query(`ANALYZE ${basePublicId}._links`);
  } finally {
    await client.end();
  }
  return { linkId: field.id, lookups };
}

interface Page {
  readonly records: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

/** What is read and edited where 100,000 records are linked to 100,000; PostgreSQL alone, into which links are filled by SQL. */
export async function links(): Promise<Figure[]> {
  await using bench = await startBench('postgres');
  const table = await importRows(bench, rows);
  const { basePublicId, tableId } = table;
  const made = [];
  for (let place = 1; place <= linkFields; place++) made.push(await linked(bench, table, place));
  const { linkId, lookups } = must(made[0]);
  const list = (asked: object) =>
    bench.session.query<Page>('records.list', { basePublicId, tableId, ...asked });
  await timed(20, () => list({ limit: 100 }));
  const pages = await timed(100, () => list({ limit: 100 }));
  const filters = (value: number) => ({
    conjunction: 'and',
    items: [{ fieldId: must(lookups[1]), operator: 'less_than', value }],
  });
  // Another figure each time, so that nothing is remembered.
  const filtered = await timed(20, (index) => list({ limit: 100, filters: filters(1 + index / 100) }));
  const sorted = await timed(5, (index) =>
    list({ limit: 100 + index, sort: [{ fieldId: must(lookups[1]), direction: 'desc' }] }),
  );
  const first = await list({ limit: 5_000 });
  const second = await list({ limit: 5_000, cursor: first.nextCursor });
  const ids = [...first.records, ...second.records].map(({ id }) => id);
  const recordId = must(ids[0]);
  const update = (newIds: readonly string[], oldIds: readonly string[]) =>
    bench.session.mutate('records.updateLinks', {
      ...{ basePublicId, tableId, recordId, fieldId: linkId },
      ...{ newIds, oldIds },
    });
  const [linking = 0] = await timed(1, () => update(ids, []));
  const opened = await timed(10, () =>
    bench.session.query('records.get', { basePublicId, tableId, recordId }),
  );
  const [last] = ids.slice(-1);
  const edited = await timed(20, (index) =>
    index % 2 === 0 ? update([], [must(last)]) : update([must(last)], []),
  );
  const figure = (name: string, value: number, limit?: number): Figure => ({
    ...{ name, engine: 'postgres', value, unit: 'ms' },
    ...(limit !== undefined && { limit }),
  });
  return [
    figure('page of 100 with 5 link fields and 10 lookups at 100k × 100k, p50', percentile(pages, 0.5), 40),
    figure('first page of a new filter on a lookup at 100k × 100k, p95', percentile(filtered, 0.95), 500),
    figure('first page ordered by a lookup at 100k × 100k, p50', percentile(sorted, 0.5)),
    figure(`one record linked to ${ids.length.toLocaleString('en-US')} at once`, linking),
    figure('a record with so many links opened, p50', percentile(opened, 0.5), 200),
    figure('one of so many links taken away or back, p50', percentile(edited, 0.5), 200),
  ];
}

/** What the picker of linked records asks while one types, at a million records. */
export async function pickerSearch(bench: Bench, table: BenchTable): Promise<Figure[]> {
  const { basePublicId, tableId } = table;
  const call = (index: number) =>
    bench.session.query('records.list', { basePublicId, tableId, limit: 25, search: `${10 + (index % 90)}` });
  await timed(3, call);
  return [
    {
      name: 'search of the picker at 1,000,000, p95',
      engine: bench.engine,
      value: percentile(await timed(40, call), 0.95),
      unit: 'ms',
      limit: 150,
    },
  ];
}
